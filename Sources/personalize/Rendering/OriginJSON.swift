internal import Authoring
internal import JSONTree
internal import Reporting

extension JSONOutput {
  /// What a result was made from.
  ///
  /// - Parameter drawn: How many users were drawn from a population, and with which seed.
  static func inputs(_ origins: [Origin], _ drawn: (count: Int, seed: Int)? = nil) -> JSONOutput {
    .object(
      [("tool", .string("personalize \(Tool.version)"))]
        + origins.map { origin in
          (
            origin.role,
            ["name": .string(origin.name), "sha256": origin.sha256.map(JSONOutput.string) ?? .null] as JSONOutput
          )
        } + (drawn.map { [("count", .integer($0.count)), ("seed", .integer($0.seed))] } ?? []))
  }
}

extension Origin {
  /// A file of users; a pipe is gone when it was read.
  init(users path: String) throws(CannotRun) {
    guard path != "-", SystemCalls.size(ofFile: path) != nil else {
      self.init("users", path: path, sha256: nil)
      return
    }
    try self.init(reading: path, as: "users")
  }

  /// A file, as it is now.
  init(reading path: String, as role: String) throws(CannotRun) {
    var hash = SHA256()
    try SystemCalls.readPieces(ofFile: path) { hash.update($0) }
    self.init(role, path: path, sha256: hash.hex)
  }
}
