internal import BatchEvaluation
internal import Personalization
internal import Reporting

/// `personalize bundle`: the checked workspace as one file.
enum BundleCommand {
  static let output = Option(
    "output", short: "o", .file("FILE"), isRequired: true, help: "Where the bundle goes; - writes a pipe.")

  static let command = Command(
    name: "bundle",
    summary: "Write the checked configuration as one file for apps.",
    examples: [
      Example("personalize bundle -o app.bundle", "what an app ships, or fetches"),
      Example(
        #"personalize evaluate --config app.bundle --user '{"user_id": "u1"}'"#, "what that app will decide"),
    ],
    options: [output],
    notes: [
      "Every command that decides takes a bundle for --config. A configuration with errors gives none.",
      "The same configuration gives the same bytes. A file that has them already is not touched.",
    ],
    body: .run(run))

  private static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitStatus {
    let workspace = try loadWorkspace(arguments, terminal)
    let bytes: [UInt8]
    do throws(BundleError) {
      bytes = try workspace.bundle()
    } catch {
      throw CannotRun(error.description)
    }
    let path = arguments.required(output)
    guard path != "-" else {
      try terminal.output.write(bytes.span.bytes)
      return .done
    }
    try ResultFile.write(bytes, to: path, besides: InputFiles(of: arguments))
    terminal.note(
      "\(path): \(grouped(workspace.segments.count)) segments, \(grouped(workspace.experiments.count)) experiments, "
        + "\(grouped(bytes.count)) bytes\n")
    return .done
  }
}
