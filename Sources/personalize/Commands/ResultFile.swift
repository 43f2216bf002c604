internal import Authoring
internal import BatchEvaluation

/// Where commands write: the one way to a file, for all of them.
enum ResultFile {
  /// Writes bytes to a file that appears whole, or to whatever else the path stands for; a file that has them already is
  /// not touched.
  ///
  /// - Returns: Whether the file had them already.
  @discardableResult
  static func write(_ bytes: [UInt8], to path: String, besides inputs: InputFiles) throws -> Bool {
    Interruption.removesPartialFiles()
    do throws(BatchError) {
      let destination = try Destination(path, besides: inputs)
      if OutputFile.isUnchanged(destination, bytes) { return true }
      let file = try OutputFile(destination, asked: "-")
      try file.write(bytes.span)
      try file.commit()
      return false
    } catch .closedPipe {
      throw OutputError.closedPipe
    } catch {
      throw CannotRun(error.message)
    }
  }
}

/// Writes a result where `--output` says; never over a file that it was made from.
func write(
  _ text: Styled, _ arguments: ParsedArguments, _ terminal: Terminal, besides others: [String] = []
) throws {
  var inputs = InputFiles(of: arguments)
  for path in others { inputs.add(path) }
  guard let path = arguments[Simulate.output], path != "-" else {
    try inputs.refuseStandardOutput()
    return try terminal.print(text)
  }
  try ResultFile.write(Array(text.plain.utf8), to: path, besides: inputs)
}

extension InputFiles {
  /// Whatever a command reads that has these arguments.
  init(of arguments: ParsedArguments) {
    self.init()
    for path in [arguments.configuration, arguments[Diff.head], arguments[Diff.base]].compactMap(\.self) {
      // A bundle, or the folders of a workspace.
      add(path)
      for folder in Self.folders { add(folder: "\(path)/\(folder)") }
    }
    for option in [Simulate.users, Simulate.population, PopulationCommand.from, DecisionOptions.userFile] {
      if let path = arguments[option] { add(path) }
    }
    for path in (try? UserFiles.all(arguments)) ?? arguments.all(Batch.users) { add(path) }
    for path in arguments.all(ExpectationTest.paths) {
      add(path)
      add(folder: path)
    }
    // What SQLite keeps beside a file belongs to it.
    if let path = arguments[StickyFile.option] { for suffix in ["", "-wal", "-shm"] { add(path + suffix) } }
  }

  private static let folders = ["catalog", "segments", "experiments", Expectations.folder]

  /// Standard output may be one of the files: `simulate --users a.csv >> a.csv`.
  func refuseStandardOutput() throws(CannotRun) {
    guard contains(FileIdentity(descriptor: 1)) else { return }
    throw CannotRun("standard output: would be appended to its input")
  }
}
