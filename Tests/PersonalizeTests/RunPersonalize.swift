import Foundation
import Testing

/// What a run of the built tool left behind.
struct ToolResult: Sendable {
  /// The exit code; 128 plus the signal if one ended the tool, as a shell counts.
  let status: Int32
  let stdout: String
  let stderr: String
}

/// Where the tool's standard output goes.
enum ToolOutput: Sendable {
  case collected
  case file(String)
  case closedPipe
}

/// Runs the built tool as a user would.
///
/// Streams are files, not pipes: the tool can then neither block on a full pipe nor leave the test waiting. Colour
/// and CI variables of the surrounding process are taken away, so that every machine sees the same.
func runPersonalize(
  _ arguments: [String], stdin: String = "", output: ToolOutput = .collected, environment: [String: String] = [:],
  directory: URL? = nil
) async throws -> ToolResult {
  let folder = FileManager.default.temporaryDirectory.appending(path: "personalize-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let (input, out, err) = (
    folder.appending(path: "in"), folder.appending(path: "out"), folder.appending(path: "err")
  )
  try Data(stdin.utf8).write(to: input)
  try Data().write(to: out)
  try Data().write(to: err)

  let process = Process()
  process.executableURL = try toolLocation()
  process.arguments = arguments
  process.currentDirectoryURL = directory
  let asked = ["NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "CI", "TERM", "COLUMNS"]
  process.environment = ProcessInfo.processInfo.environment
    .filter { !asked.contains($0.key) }
    .merging(environment) { $1 }
  process.standardInput = try FileHandle(forReadingFrom: input)
  process.standardError = try FileHandle(forWritingTo: err)
  switch output {
  case .collected:
    process.standardOutput = try FileHandle(forWritingTo: out)
  case .file(let path):
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: path))
  case .closedPipe:
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    process.standardOutput = pipe.fileHandleForWriting
  }

  try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
    process.terminationHandler = { _ in continuation.resume() }
    do {
      try process.run()
    } catch {
      process.terminationHandler = nil
      continuation.resume(throwing: error)
    }
  }
  let wasKilled = process.terminationReason == .uncaughtSignal
  return ToolResult(
    status: process.terminationStatus + (wasKilled ? 128 : 0),
    stdout: String(decoding: try Data(contentsOf: out), as: UTF8.self),
    stderr: String(decoding: try Data(contentsOf: err), as: UTF8.self))
}

/// The tool is built beside the test bundle; on Linux the bundle is itself the running program.
func toolLocation() throws -> URL {
  let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
  let folder = bundle.map { $0.bundleURL.deletingLastPathComponent() } ?? Bundle.main.bundleURL
  let tool = folder.appending(path: "personalize")
  try #require(FileManager.default.isExecutableFile(atPath: tool.path), "no built tool at \(tool.path)")
  return tool
}
