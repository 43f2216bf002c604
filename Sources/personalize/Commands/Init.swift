internal import BatchEvaluation

/// `personalize init`: a small workspace to start from.
enum Init {
  static let directory = Positional(
    name: "DIR", help: "Where the files go; made if it is not there. Default: this folder", isRequired: false,
    value: .directory("DIR"))

  static let command = Command(
    name: "init",
    summary: "Write a small working configuration to start from.",
    examples: [
      Example("personalize init shop", "then: personalize test --config shop"),
      Example("personalize init", "in this folder"),
    ],
    positionals: [directory],
    notes: [
      "Writes a catalog, one segment, one experiment, cases that they have to pass, a few users, a "
        + "README, and the schemas that editors complete from. If any of "
        + "these files exists, nothing is written."
    ],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    var directory = arguments[directory] ?? arguments[.config] ?? "."
    // An unset variable of a shell is not the root of the disk.
    guard !directory.isEmpty else { throw CannotRun("the name of the folder is empty; \".\" is this one") }
    while directory.count > 1, directory.hasSuffix("/") { directory.removeLast() }
    let paths = Starter.files.map { "\(directory)/\($0.path)" }
    let present = paths.filter(SystemCalls.exists)
    guard present.isEmpty else {
      throw CannotRun("\(present.joined(separator: ", ")): there already; nothing was written")
    }
    var written: [String] = []
    do {
      for (path, file) in zip(paths, Starter.files) {
        try SystemCalls.makeFolders(of: path, made: &written)
        try ResultFile.write(Array(file.text.utf8), to: path, besides: InputFiles())
        written.append(path)
      }
    } catch {
      for path in written.reversed() { SystemCalls.remove(path) }
      throw error
    }
    try terminal.print(Styled(paths.map { $0 + "\n" }.joined()))
    terminal.note("next: personalize test --config \(directory)\n")
    return .done
  }
}
