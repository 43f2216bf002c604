/// Names of a catalog that cannot all be names of Swift.
public enum SwiftNameProblem: Error, Equatable, CustomStringConvertible {
  /// Two keys differ in no more than what Swift's names leave out.
  case sameName(of: String, String, String, name: String)
  /// A key has nothing that a name of Swift can be made of.
  case noName(of: String, String)

  /// The problem, for a person.
  public var description: String {
    switch self {
    case .sameName(let kind, let first, let second, let name):
      "the \(kind) \(first.debugDescription) and \(second.debugDescription) would both be \(name) in Swift; "
        + "rename one of them"
    case .noName(let kind, let key):
      "the \(kind) have \(key.debugDescription), of which no name in Swift can be made; it needs a letter or a digit"
    }
  }
}

/// Turns keys of the catalog into Swift's names.
enum SwiftName {
  /// A name in backticks where it is a word of the language.
  static func escaped(_ name: String) -> String { reserved.contains(name) ? "`\(name)`" : name }

  /// The name of a case or an argument without backticks: what `Codable` would use as the key.
  static func bare(_ key: String) -> String { free(joined(key)) }

  /// The case of `AppNode` for a node, without backticks; it begins with a small letter, so that `Array` hides no type.
  static func node(_ key: String) -> String {
    let name = joined(key)
    let capitals = name.prefix { $0.isUppercase }
    let rest = name.dropFirst(capitals.count)
    // Of `URLList`, the third capital begins a word.
    let kept = capitals.count > 1 && rest.first?.isLowercase == true ? 1 : 0
    return free(capitals.dropLast(kept).lowercased() + capitals.suffix(kept) + rest)
  }

  /// What the names of a node's types inside `AppNode` begin with.
  static func nodeType(_ key: String) -> String {
    let name = node(key)
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The letters and digits of a key, its words joined.
  private static func joined(_ key: String) -> String {
    let words = key.unicodeScalars.split { !$0.properties.isXIDContinue }.map { String($0) }
    guard let first = words.first else { return "_" }
    let name = first + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.unicodeScalars.first?.properties.isXIDStart == true ? name : "_" + name
  }

  private static func free(_ name: String) -> String { taken.contains(name) ? name + "_" : name }

  /// The case of an enum of strings that stands for a key.
  static func declaration(_ key: String, as name: (String) -> String = bare) -> String {
    "case \(escaped(name(key)))" + (name(key) == key ? "" : " = \(key.debugDescription)")
  }

  /// The name of a type.
  static func type(_ key: String) -> String {
    let bare = bare(key)
    let name = bare.prefix(1).uppercased() + bare.dropFirst()
    // The source means the standard library's types by its name.
    return taken.contains(name) || name == "Swift" ? name + "_" : name
  }

  /// Finds keys that would be the same name, or none.
  static func check(_ keys: [String], of kind: String, as name: (String) -> String) throws(SwiftNameProblem) {
    var known: [String: String] = [:]
    for key in keys {
      guard bare(key).contains(where: { $0 != "_" }) else { throw .noName(of: kind, key) }
      let name = name(key)
      if let other = known.updateValue(key, forKey: name) { throw .sameName(of: kind, other, key, name: name) }
    }
  }

  /// What stays the language's own after a dot, even in backticks, and what enums of strings have by themselves.
  private static let taken: Set<String> = [
    "self", "Self", "Type", "Protocol", "Any", "allCases", "AllCases", "RawValue",
  ]

  private static let reserved: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
    "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
    "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else",
    "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as",
    "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "Type", "Protocol",
  ]
}
