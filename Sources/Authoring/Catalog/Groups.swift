internal import JSONTree
internal import Personalization

/// The groups of a workspace, and how conditions use them.
///
/// A class, because every condition of every file adds to what is known of the uses.
final class Groups {
  private let files: [String: SourceTexts.Keyed<[[UInt8]]>]
  let names: NameTable
  private var used: Set<String> = []
  private var usedForNumbers: Set<String> = []

  init(_ files: [SourceTexts.Keyed<[[UInt8]]>], isComplete: Bool) {
    self.files = Dictionary(files.map { ($0.key, $0) }) { first, _ in first }
    names = NameTable(
      "group", "the name of a group", code: .unknownGroup, names: Set(files.map(\.key)), isComplete: isComplete)
  }

  func use(_ name: String, forNumbers: Bool) {
    used.insert(name)
    if forNumbers { usedForNumbers.insert(name) }
  }

  /// The values of each group, without blank lines.
  var values: [String: [ExactText]] {
    files.mapValues { file in
      (file.content ?? []).filter { !$0.isEmpty }.map { ExactText(String(decoding: $0, as: UTF8.self)) }
    }
  }

  /// Reports lines that are no numbers in groups that a number attribute asks for.
  func checkNumbers() {
    for name in usedForNumbers.sorted() {
      guard let group = files[name] else { continue }
      var offset = 0
      for (index, line) in (group.content ?? []).enumerated() {
        if !line.isEmpty, !isDecimal(line) {
          group.file.log.add(
            Diagnostic(
              code: .groupValue, file: group.file.name,
              position: SourcePosition(line: index + 1, column: 1, offset: offset),
              message: "a condition compares this group with a number attribute; expected a number, found "
                + quoted(String(decoding: line, as: UTF8.self))))
        }
        offset += line.count + 1
      }
    }
  }

  /// Warns of groups that no condition asks for.
  func checkUse() {
    for (name, group) in files where !used.contains(name) {
      group.file.log.add(.unusedGroup, file: group.file.name, "no condition uses this group")
    }
  }
}

/// Whether a text is a number as JSON writes one; `Double("0x47")` and `Double("nan")` would be too generous.
private func isDecimal(_ line: [UInt8]) -> Bool {
  (try? JSONDocument(parsing: line))?.root.typeName == "number" && line.last.map { $0 != UInt8(ascii: " ") } == true
    && line.first != UInt8(ascii: " ")
}
