/// What a result was made from, so that whoever has the same can make it again.
package struct Origin: Sendable {
  /// Such as `configuration` or `users`.
  package let role: String
  /// Without the folder: where it stands is nobody else's business.
  package let name: String
  /// Of its bytes, in hexadecimal; nil of what can be read only once.
  package let sha256: String?

  package init(_ role: String, path: String, sha256: String?) {
    self.role = role
    name = path == "-" ? "standard input" : Self.name(of: path)
    self.sha256 = sha256
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    let last = path.split(separator: "/").last ?? "."
    return last == "." ? "this folder" : String(last)
  }

  /// Enough of the hash to tell a few apart.
  private var short: String? { sha256.map { "\(role) \($0.prefix(12))" } }

  /// `configuration 8f3e91c0aa17, users 0b22c9d1e5f0`; nothing of what has no hash.
  static func sentence(_ origins: [Origin]) -> String { origins.compactMap(\.short).joined(separator: ", ") }

  /// The whole hashes, for the notes of a page.
  static func notes(_ origins: [Origin]) -> [String] {
    let known = origins.compactMap { origin in origin.sha256.map { "\(origin.role) (\(origin.name)) \($0)" } }
    return known.isEmpty ? [] : ["SHA-256 of what this was made from: \(known.joined(separator: "; "))."]
  }
}
