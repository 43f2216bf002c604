#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The environment variables that the terminal rules ask for.
struct Environment: Sendable, ExpressibleByDictionaryLiteral {
  private let values: [String: String]

  init(dictionaryLiteral elements: (String, String)...) {
    values = Dictionary(elements) { $1 }
  }

  private init(values: [String: String]) {
    self.values = values
  }

  /// The variables of this process, read once.
  static func ofThisProcess() -> Environment {
    var values: [String: String] = [:]
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "TERM", "CI", "COLUMNS"] {
      if let value = getenv(name) { values[name] = String(cString: value) }
    }
    return Environment(values: values)
  }

  /// The variable's text; `nil` if it is unset or empty, which all conventions here treat alike.
  subscript(name: String) -> String? {
    guard let value = values[name], !value.isEmpty else { return nil }
    return value
  }

  /// The width that `COLUMNS` asks for.
  var columns: Int? { self["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } }

  /// Whether a variable is set to something that does not mean "no".
  func isOn(_ name: String) -> Bool {
    guard let value = self[name] else { return false }
    return value != "0" && value != "false"
  }
}
