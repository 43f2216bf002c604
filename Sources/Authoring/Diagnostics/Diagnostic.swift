public import JSONTree

/// One problem of a workspace: what is wrong, where, and what was expected.
///
/// ```swift
/// print(diagnostic)
/// // segments/senior.json:3:13: error[unknown-attribute]: there is no attribute "agee"; did you mean "age"?
/// ```
///
/// The code says what kind of problem it is and how grave; `docs/DIAGNOSTICS.md` lists all of them.
public struct Diagnostic: Error, Hashable, Sendable {
  /// The kind of problem.
  public let code: Code
  /// The file, relative to the workspace.
  public let file: String
  /// Where in the file; nil: the file as a whole.
  public let position: SourcePosition?
  /// The JSON value, as a pointer after RFC 6901; nil where there is none.
  public let pointer: String?
  /// What is wrong and what was expected; no full stop at its end.
  public let message: String
  /// The nearest valid name or value.
  public let suggestion: String?

  /// A problem of these parts.
  public init(
    code: Code, file: String, position: SourcePosition? = nil, pointer: String? = nil, message: String,
    suggestion: String? = nil
  ) {
    self.code = code
    self.file = file
    self.position = position
    self.pointer = pointer
    self.message = message
    self.suggestion = suggestion
  }

  /// How grave it is.
  public var severity: Severity { code.severity }

  /// How grave a problem is.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// The workspace does not load.
    case error
    /// The workspace loads, but hardly does what was meant.
    case warning
    /// Something to know; nothing needs to be done.
    case note

    /// The graver comes first.
    public static func < (first: Severity, second: Severity) -> Bool { first.rank < second.rank }

    private var rank: Int {
      switch self {
      case .error: 0
      case .warning: 1
      case .note: 2
      }
    }
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `file:line:column: severity[code]: message`, the form that editors read.
  public var description: String {
    let place = position.map { "\(file):\($0.line):\($0.column)" } ?? file
    return "\(place): \(severity.rawValue)[\(code.rawValue)]: \(sentence)"
  }

  /// The message with the suggestion.
  public var sentence: String {
    suggestion.map { "\(message); did you mean \"\($0)\"?" } ?? message
  }
}

extension Diagnostic: Comparable {
  /// Errors before warnings before notes, then by file, position, code and message.
  public static func < (first: Diagnostic, second: Diagnostic) -> Bool {
    if first.severity != second.severity { return first.severity < second.severity }
    if first.file != second.file { return first.file < second.file }
    let (offset, other) = (first.position?.offset ?? -1, second.position?.offset ?? -1)
    if offset != other { return offset < other }
    if first.code != second.code { return first.code.rawValue < second.code.rawValue }
    return first.message < second.message
  }
}
