internal import JSONTree
internal import Personalization

/// The files of a workspace, read and cut into values or lines, and what stood in the way.
struct SourceTexts {
  /// A file in which the name of one thing is the name of the file.
  struct Keyed<Content> {
    let key: String
    let file: SourceFile
    /// Nil if it could not be read; the thing exists all the same.
    let content: Content?
  }

  let attributes: Value?
  let navigation: Value?
  let groups: [Keyed<[[UInt8]]>]
  let segments: [Keyed<Value>]
  let experiments: [Keyed<Value>]
  /// Whether every folder could be listed.
  let isWhole: Bool
  /// All texts, by path.
  let texts: [String: String]

  init(_ store: FileStore, log: DiagnosticLog) {
    var loader = Loader(store: store, log: log)
    attributes = loader.catalogFile("attributes")
    navigation = loader.catalogFile("navigation")
    groups = loader.keyedFiles(in: "catalog/groups", extension: "txt", of: "a group") { $0.lines(of: $1) }
    segments = loader.keyedFiles(in: "segments", extension: "json", of: "a segment") { $0.root(of: $1) }
    experiments = loader.keyedFiles(in: "experiments", extension: "json", of: "an experiment") { $0.root(of: $1) }
    loader.reportUnreadFolders()
    isWhole = loader.isWhole
    texts = loader.texts
  }
}

private struct Loader {
  let store: FileStore
  let log: DiagnosticLog
  var texts: [String: String] = [:]
  var isWhole = true

  mutating func catalogFile(_ name: String) -> Value? {
    let file = SourceFile("catalog/\(name).json", log: log)
    do throws(FileStore.ReadingError) {
      return root(of: file, try store.bytes(of: file.name))
    } catch {
      if error.isAbsent {
        let others = (try? store.names(in: "catalog")) ?? []
        log.add(
          .missingFile, file: file.name, "this file is missing; every workspace has one",
          suggestion: nearestName(
            to: "\(name).json", among: others.filter { !["attributes.json", "navigation.json"].contains($0) }))
      } else {
        log.add(.unreadableFile, file: file.name, error.reason)
      }
      return nil
    }
  }

  mutating func keyedFiles<Content>(
    in folder: String, extension suffix: String, of what: String,
    read: (inout Loader, SourceFile) -> Content?
  ) -> [SourceTexts.Keyed<Content>] {
    var files: [SourceTexts.Keyed<Content>] = []
    do throws(FileStore.ReadingError) {
      for name in try store.names(in: folder) where name.utf8.first != UInt8(ascii: ".") {
        let file = SourceFile(folder + "/" + name, log: log)
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { continue }
        let (key, ending) = (String(name[..<dot]), String(name[name.utf8.index(after: dot)...]))
        guard ending == suffix else {
          if Self.isSlip(ending, for: suffix) {
            log.add(
              .misnamedFile, file: file.name, "this file is not read; the name of \(what) ends in \".\(suffix)\"",
              suggestion: key + "." + suffix)
          }
          continue
        }
        if !isKey(key) {
          log.add(.invalidKey, file: file.name, "\(quoted(key)) cannot be the name of \(what); expected \(keyRule)")
        }
        files.append(.init(key: key, file: file, content: read(&self, file)))
      }
    } catch {
      log.add(.unreadableFile, file: folder, error.reason)
      isWhole = false
    }
    return files
  }

  /// Warns of folders that nothing reads, though somebody must have meant them to be read.
  mutating func reportUnreadFolders() {
    let known = ["catalog", "segments", "experiments", "expectations", "populations"]
    for name in store.folders(in: "")
    where !known.contains(name) && store.hasFiles(in: name, endingIn: [".json", ".txt"]) {
      if name.lowercased() == "groups" || name.lowercased() == "group" {
        reportUnread(name, "catalog/groups")
      } else if let meant = nearestName(to: name.lowercased(), among: known) {
        reportUnread(name, meant)
      }
    }
    for name in store.folders(in: "catalog") where name != "groups" {
      if nearestName(to: name.lowercased(), among: ["groups"]) != nil {
        reportUnread("catalog/" + name, "catalog/groups")
      }
    }
    for (folder, suffix) in [("segments", ".json"), ("experiments", ".json"), ("catalog/groups", ".txt")] {
      for name in store.folders(in: folder) where store.hasFiles(in: "\(folder)/\(name)", endingIn: [suffix]) {
        log.add(
          .misplacedFile, file: "\(folder)/\(name)",
          "this folder is not read; expected its files directly in \(folder)")
      }
    }
  }

  private func reportUnread(_ folder: String, _ meant: String) {
    log.add(.misplacedFile, file: folder, "this folder is not read", suggestion: meant)
  }

  /// Whether somebody who wrote this ending meant the other one.
  private static func isSlip(_ ending: String, for suffix: String) -> Bool {
    guard ending.utf8.last != UInt8(ascii: "~") else { return false }
    let lowercased = ending.lowercased()
    return lowercased.hasPrefix(suffix) || nearestName(to: lowercased, among: [suffix]) != nil
  }

  mutating func root(of file: SourceFile) -> Value? {
    bytes(of: file).flatMap { root(of: file, $0) }
  }

  /// The lines of a group without their ends.
  mutating func lines(of file: SourceFile) -> [[UInt8]]? {
    guard let bytes = bytes(of: file) else { return nil }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    var offset = 0
    var isSound = true
    for (index, line) in lines.enumerated() {
      let hasMark = index == 0 && line.starts(with: [0xEF, 0xBB, 0xBF])
      if hasMark || !String(decoding: line, as: UTF8.self).utf8.elementsEqual(line) {
        isSound = false
        log.add(
          Diagnostic(
            code: .notUTF8, file: file.name,
            position: SourcePosition(line: index + 1, column: 1, offset: offset),
            message: hasMark
              ? "the file begins with a byte order mark; expected UTF-8 without it" : "this line is not UTF-8"))
        if !hasMark { break }
      }
      offset += line.count + 1
    }
    if isSound { texts[file.name] = String(decoding: bytes, as: UTF8.self) }
    return isSound && hasPlainLines(lines, file) ? lines : nil
  }

  /// Whether no line holds what looks like the end of one, or a NUL: such a line is several values, or no text.
  private func hasPlainLines(_ lines: [[UInt8]], _ file: SourceFile) -> Bool {
    var offset = 0
    for (index, line) in lines.enumerated() {
      if let place = line.firstIndex(where: { $0 == 0 || $0 == UInt8(ascii: "\r") }) {
        log.add(
          Diagnostic(
            code: .groupValue, file: file.name,
            position: SourcePosition(
              line: index + 1, column: String(decoding: line[..<place], as: UTF8.self).unicodeScalars.count + 1,
              offset: offset + place),
            message: line[place] == 0
              ? "a NUL stands in this line; expected text"
              : "a carriage return stands in this line; expected lines that end in LF or CRLF"))
        return false
      }
      offset += line.count + 1
    }
    return true
  }

  private func bytes(of file: SourceFile) -> [UInt8]? {
    do throws(FileStore.ReadingError) {
      return try store.bytes(of: file.name)
    } catch {
      log.add(.unreadableFile, file: file.name, error.reason)
      return nil
    }
  }

  private mutating func root(of file: SourceFile, _ bytes: [UInt8]) -> Value? {
    texts[file.name] = String(decoding: bytes, as: UTF8.self)
    file.bytes = bytes
    do throws(JSONSyntaxError) {
      return Value(root: try JSONDocument(parsing: bytes).root, of: file)
    } catch {
      log.add(Diagnostic(error, file: file.name))
      return nil
    }
  }
}

extension Diagnostic {
  /// Why a text is not JSON.
  init(_ error: JSONSyntaxError, file: String) {
    let code: Code =
      switch error.kind {
      case .duplicateKey: .duplicateKey
      case .encoding, .invalidUTF8, .byteOrderMark: .notUTF8
      case .depth: .tooDeep
      case .empty, .nullByte, .unexpectedEnd, .unexpectedToken, .controlCharacter, .invalidEscape, .nullEscape,
        .numberOutOfRange, .trailingText:
        .syntax
      }
    self.init(code: code, file: file, position: error.position, message: error.message)
  }
}
