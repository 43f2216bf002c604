import Foundation
import Testing

@Suite("A bundle on the command line")
struct BundleCommandTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized
  private static let at = ["--at", "2026-11-30T08:00:00Z"]

  private func run(_ arguments: [String], in folder: URL = root) async throws -> ToolResult {
    try await runPersonalize(arguments, directory: folder)
  }

  /// Runs the body in a folder of its own, with a bundle of the shipped workspace.
  private func withBundle(_ body: (_ folder: URL, _ bundle: String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bundle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bundle = folder.appending(path: "app.bundle").path()
    let result = try await run(["bundle", "-o", bundle])
    #expect(result.status == 0 && result.stdout.isEmpty)
    #expect(result.stderr.hasPrefix("\(bundle): 4 segments, 7 experiments, "), "\(result.stderr)")
    try await body(folder, bundle)
  }

  @Test(
    "decides what its workspace decides, whatever asks",
    arguments: [
      ["evaluate", "--user", #"{"user_id": "u-1", "age": 71, "shift": "night"}"#],
      ["explain", "--user", #"{"user_id": "u-1", "age": 71}"#, "--format", "json"],
      ["batch", "Samples/users.csv", "-o", "-", "--quiet"],
      ["simulate", "--users", "Samples/users.csv", "--quiet"],
    ])
  func decides(command: [String]) async throws {
    try await withBundle { _, bundle in
      let files = try await run(command + Self.at)
      let bundled = try await run(command + Self.at + ["--config", bundle])
      #expect(files.status == 0 && bundled.status == 0)
      #expect(files.stdout == bundled.stdout && !files.stdout.isEmpty)
    }
  }

  @Test("is the same through a pipe, and again")
  func reproducible() async throws {
    try await withBundle { folder, bundle in
      let output = folder.appending(path: "piped")
      try Data().write(to: output)
      let arguments = ["bundle", "-o", "-"]
      let piped = try await runPersonalize(arguments, output: .file(output.path()), directory: Self.root)
      #expect(piped.status == 0 && piped.stderr.isEmpty)
      let (first, second) = (try Data(contentsOf: output), try Data(contentsOf: URL(filePath: bundle)))
      #expect(first == second)
    }
  }

  @Test("that is no bundle cannot be decided by, and says why with exit code 2")
  func refused() async throws {
    try await withBundle { folder, bundle in
      var bytes = try Data(contentsOf: URL(filePath: bundle))
      bytes[bytes.count / 2] ^= 1
      let damaged = folder.appending(path: "damaged.bundle")
      try bytes.write(to: damaged)
      let result = try await run(["evaluate", "--user", "{}", "--config", damaged.path()])
      #expect(result.status == 2 && result.stdout.isEmpty)
      #expect(result.stderr.contains("the bundle is damaged"), "\(result.stderr)")
      let foreign = try await run(["evaluate", "--user", "{}", "--config", "README.md"])
      #expect(foreign.status == 2 && foreign.stderr.contains("README.md: this is no bundle"), "\(foreign.stderr)")
    }
  }

  @Test("is not written from a workspace with errors")
  func invalid() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bundle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try await run(["bundle", "-o", "app.bundle"], in: folder)
    #expect(result.status == 2 && result.stderr.contains("error["))
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "app.bundle").path()))
  }
}
