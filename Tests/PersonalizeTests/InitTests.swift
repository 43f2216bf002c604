import Foundation
import Testing

@testable import personalize

/// `personalize init`, and whether what it writes works.
@Suite("A new workspace")
struct InitTests {
  /// A folder that does not exist yet and is gone after the work.
  private func withFolder(_ work: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "init-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await work(folder)
  }

  private func files(in folder: URL) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder.path())?.compactMap { $0 as? String } ?? []
    return names.filter { !folder.appending(path: $0).hasDirectoryPath && $0.contains(".") }.sorted()
  }

  @Test("is valid, keeps its own promises and tests all of its rules")
  func works() async throws {
    try await withFolder { folder in
      let made = try await runPersonalize(["init", folder.path()])
      #expect(made.status == 0 && made.stderr == "next: personalize test --config \(folder.path())\n")
      #expect(made.stdout.split(separator: "\n").count == Starter.files.count)
      #expect(files(in: folder) == Starter.files.map(\.path).sorted())
      let validate = try await runPersonalize(["validate", "--config", folder.path()])
      #expect(validate.status == 0 && validate.stderr.hasSuffix("0 errors, 0 warnings\n"), "\(validate.stdout)")
      let test = try await runPersonalize(["test", "--coverage"], directory: folder)
      #expect(test.status == 0 && test.stderr == "5 passed, 0 failed\n", "\(test.stdout)")
      #expect(test.stdout.hasPrefix("Every segment is matched"))
    }
  }

  @Test("has the schemas of this version, and each file names its own")
  func schemas() async throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let folder = root.appending(path: "schemas")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".json") }
    // scripts/embed-schemas writes them anew.
    #expect(Starter.schemas.map(\.path) == names.sorted().map { "schemas/" + $0 })
    for file in Starter.schemas {
      #expect(try String(contentsOf: root.appending(path: file.path), encoding: .utf8) == file.text, "\(file.path)")
    }
    for file in Starter.files where file.path.hasSuffix(".json") && !file.path.hasPrefix("schemas/") {
      let named = Starter.schemas.filter { file.text.contains("\"$schema\": \"../\($0.path)\"") }
      #expect(named.count == 1, "\(file.path)")
    }
  }

  @Test(
    "new writes a file that is valid, changes no decision, and never goes over another", arguments: New.Kind.allCases)
  func new(kind: New.Kind) async throws {
    try await withFolder { folder in
      _ = try await runPersonalize(["init", folder.path()])
      let before = try await runPersonalize(["batch", "users.csv", "-o", "-", "--columns", "entry"], directory: folder)
      // From a folder below, too.
      let below = folder.appending(path: "segments")
      let made = try await runPersonalize(["new", kind.rawValue, "my-first.1"], directory: below)
      #expect(made.status == 0 && made.stdout == "../\(kind.folder)/my-first.1.json\n", "\(made.stderr)")
      let file = folder.appending(path: "\(kind.folder)/my-first.1.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains("\"../schemas/\(kind.rawValue).schema.json\""))
      let valid = try await runPersonalize(["validate"], directory: folder)
      #expect(valid.status == 0, "\(valid.stdout)")
      let after = try await runPersonalize(["batch", "users.csv", "-o", "-", "--columns", "entry"], directory: folder)
      #expect(after.status == 0 && after.stdout == before.stdout)
      let again = try await runPersonalize(["new", kind.rawValue, "my-first.1"], directory: folder)
      #expect(again.status == 2 && again.stderr.contains("there already; nothing was written"))
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
      let wrong = try await runPersonalize(["new", kind.rawValue, "../evil"], directory: folder)
      #expect(wrong.status == 2 && wrong.stderr.contains("cannot be a key"))
    }
  }

  @Test("has users whose every cell is read, and a README whose commands work")
  func companions() async throws {
    try await withFolder { folder in
      _ = try await runPersonalize(["init", folder.path()])
      let batch = try await runPersonalize(["batch", "users.csv", "-o", "-", "--strict"], directory: folder)
      #expect(batch.status == 0 && !batch.stderr.contains("ignored"), "\(batch.stderr)")
      let readme = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
      let commands = readme.split(separator: "\n").filter { $0.hasPrefix("personalize ") }
      #expect(commands.count == 6)
      for command in commands {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", String(command)]
        process.currentDirectoryURL = folder
        process.environment = ["PATH": "\(try toolLocation().deletingLastPathComponent().path()):/usr/bin:/bin"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(command)")
      }
    }
  }

  @Test("breaks a promise as its README says, once the segment is widened")
  func widened() async throws {
    try await withFolder { folder in
      _ = try await runPersonalize(["init", folder.path()])
      let file = folder.appending(path: "segments/newcomer.json")
      let text = try String(contentsOf: file, encoding: .utf8)
      try Data(text.replacingOccurrences(of: #""$lte": 3"#, with: #""$lte": 5"#).utf8).write(to: file)
      let test = try await runPersonalize(["test", "--config", folder.path()])
      #expect(test.status == 1 && test.stdout.contains("newcomer matches: sessions <= 5"), "\(test.stdout)")
    }
  }

  @Test("is not written where one of its files is, nor any part of it", arguments: Starter.files.map(\.path))
  func refuses(path: String) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: file)
      let result = try await runPersonalize(["init"], directory: folder)
      #expect(result.status == 2 && result.stdout.isEmpty)
      #expect(result.stderr == "error: ./\(path): there already; nothing was written\n")
      #expect(files(in: folder) == [path])
      #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
    }
  }

  @Test("leaves nothing behind where it cannot be written whole")
  func interrupted() async throws {
    try await withFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data().write(to: folder.appending(path: "segments"))
      let result = try await runPersonalize(["init"], directory: folder)
      #expect(result.status == 2 && result.stderr.contains("./segments"), "\(result.stderr)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == ["segments"])
    }
  }
}
