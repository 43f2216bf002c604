/// The names of one kind that a workspace declares, against which references are checked.
struct NameTable {
  /// What the names are, such as `segment`.
  let what: String
  /// What a reference is, for messages: `the key of a segment`.
  let phrase: String
  /// For a name that does not exist.
  let code: Diagnostic.Code
  private(set) var names: Set<String> = []
  /// Whether a name that is not here does not exist: false if a file that declares such names could not be read.
  var isComplete = true
  /// Names of other kinds, which are easily taken for names of this one.
  var kin: [(what: String, names: Set<String>)] = []

  init(
    _ what: String, _ phrase: String, code: Diagnostic.Code, names: Set<String> = [], isComplete: Bool = true
  ) {
    self.what = what
    self.phrase = phrase
    self.code = code
    self.names = names
    self.isComplete = isComplete
  }

  mutating func insert(_ name: String) { names.insert(name) }

  /// Whether the name exists; if it certainly does not, that is reported of the value that names it.
  func contains(_ name: String, at value: Value, part: Value.Part = .value) -> Bool {
    if names.contains(name) { return true }
    if isComplete {
      if let other = kin.first(where: { $0.names.contains(name) }) {
        value.report(
          code,
          "there is no \(what) \(quoted(name)), but \(phrase(other.what)) of that name; \(what)s are declared in "
            + place, at: part)
      } else {
        let remedy = Remedy(for: name, among: names, in: place, called: what + "s")
        value.report(
          code, "there is no \(what) \(quoted(name))\(remedy.ending)", suggestion: remedy.suggestion, at: part)
      }
    }
    return false
  }

  private func phrase(_ what: String) -> String { (what.hasPrefix("e") ? "an " : "a ") + what }

  /// Where names of the kind are declared.
  private var place: String {
    switch code {
    case .unknownSegment: "segments/"
    case .unknownExperiment: "experiments/"
    case .unknownGroup: "catalog/groups/"
    case .unknownAttribute: AttributeTable.place
    default: "\"\(what)s\" of catalog/navigation.json"
    }
  }
}

/// Whether a name matches `[A-Za-z0-9][A-Za-z0-9._-]*`.
package func isKey(_ name: String) -> Bool {
  func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26
  }
  guard let first = name.utf8.first, isLetterOrDigit(first) else { return false }
  return name.utf8.allSatisfy { isLetterOrDigit($0) || ".-_".utf8.contains($0) }
}

/// What a key looks like, for messages.
package let keyRule = "letters, digits, \".\", \"_\" and \"-\", beginning with a letter or digit"

extension Value {
  /// The key of this member if it is legal as the name of something, else a report.
  func declaredKey(of what: String) -> String? {
    guard isKey(key) else {
      report(.invalidKey, "\(quoted(key)) cannot be the name of \(what); expected \(keyRule)", at: .key)
      return nil
    }
    return key
  }

  /// The text if it is legal as the name of something, else a report.
  func keyText(of what: String) -> String? {
    guard let text = string("the name of \(what)") else { return nil }
    guard isKey(text) else {
      report(.invalidKey, "\(quoted(text)) cannot be the name of \(what); expected \(keyRule)")
      return nil
    }
    return text
  }
}
