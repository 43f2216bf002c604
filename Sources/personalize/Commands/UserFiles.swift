/// The files of users that `batch` reads.
enum UserFiles {
  /// What was named, in order, with the files of patterns in their places.
  static func all(_ arguments: ParsedArguments) throws(CannotRun) -> [String] {
    var paths: [String] = []
    for path in arguments.all(Batch.users) {
      guard path != "-", path.utf8.contains(where: { "*?[".utf8.contains($0) }), !SystemCalls.exists(path) else {
        paths.append(path)
        continue
      }
      let found = SystemCalls.paths(matching: path)
      guard !found.isEmpty else { throw CannotRun("\(path): no file matches") }
      paths += found
    }
    return paths
  }
}
