#if os(Linux)
  import Foundation
  import Testing

  /// What a batch leaves behind when the world goes wrong around it.
  @Suite("A batch in trouble")
  struct BatchFaultTests {
    /// A folder with the tiniest workspace and a file of many users.
    final class Folder {
      let url = FileManager.default.temporaryDirectory.appending(path: "faults-\(UUID().uuidString)")

      init(rows: Int) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Benchmarks/workspace")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for name in ["catalog", "segments", "experiments"] {
          try FileManager.default.copyItem(at: root.appending(path: name), to: url.appending(path: name))
        }
        let users = "user_id,age\n" + (0..<rows).map { "user-\($0),\($0 % 100)\n" }.joined()
        try Data(users.utf8).write(to: url.appending(path: "users.csv"))
      }

      deinit { try? FileManager.default.removeItem(at: url) }

      /// Files beside those that were put here.
      var others: [String] {
        get throws {
          try FileManager.default.contentsOfDirectory(atPath: url.path)
            .filter { !["catalog", "segments", "experiments", "users.csv"].contains($0) }
        }
      }
    }

    /// Runs a line of shell in the folder, with the tool as `$personalize`.
    static func shell(_ line: String, in folder: Folder) throws -> (status: Int32, stderr: String) {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", line]
      process.currentDirectoryURL = folder.url
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["personalize": try toolLocation().path, "NO_COLOR": "1"]) { $1 }
      let errors = FileManager.default.temporaryDirectory.appending(path: "faults-\(UUID().uuidString).txt")
      try Data().write(to: errors)
      defer { try? FileManager.default.removeItem(at: errors) }
      process.standardOutput = FileHandle.nullDevice
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      process.waitUntilExit()
      return (process.terminationStatus, try String(contentsOf: errors, encoding: .utf8))
    }

    @Test(
      "says that the disk is full, and leaves nothing",
      arguments: ["out.csv", "out.jsonl", "out.csv.gz", "out.csv.zst"])
    func fullDisk(_ output: String) throws {
      let folder = try Folder(rows: 40_000)
      let format = output.hasSuffix("jsonl") ? "jsonl" : "csv"
      // The limit stands in for a full disk: 16 blocks of 512 bytes, and no signal.
      let result = try Self.shell(
        "trap '' XFSZ; ulimit -f 16; $personalize batch users.csv -o \(output) --format \(format) --quiet", in: folder)
      #expect(result.status == 2)
      #expect(result.stderr == "error: \(output): File too large\n")
      #expect(try folder.others == [])
    }

    @Test("says that a device is full")
    func fullDevice() throws {
      let folder = try Folder(rows: 40_000)
      let result = try Self.shell("$personalize batch users.csv -o /dev/full --quiet", in: folder)
      #expect(result.status == 2)
      #expect(result.stderr == "error: /dev/full: No space left on device\n")
    }

    @Test("ends in silence where its reader goes away, code 141")
    func closedPipe() throws {
      let folder = try Folder(rows: 40_000)
      let result = try Self.shell(
        "{ $personalize batch users.csv -o - --quiet; echo $? >status; } | head -n 1", in: folder)
      #expect(try String(contentsOf: folder.url.appending(path: "status"), encoding: .utf8) == "141\n")
      #expect(result.stderr == "")
    }

    @Test(
      "takes its unfinished files away at every signal that ends it, and ends with 128 and the signal's number",
      arguments: [
        SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGVTALRM, SIGPROF, SIGXCPU, SIGPWR, SIGSTKFLT,
        SIGPOLL,
      ], [1, 2])
    func interrupt(_ signal: Int32, _ threads: Int) async throws {
      let folder = try Folder(rows: 40_000)
      let output = folder.url.appending(path: "out.csv")
      try Data("what stood there".utf8).write(to: output)
      let process = Process()
      process.executableURL = try toolLocation()
      process.arguments = [
        "batch", "-", "-o", "out.csv", "--threads", "\(threads)", "--quiet", "--rejects", "flaws.csv",
      ]
      let errors = folder.url.appending(path: "errors")
      try Data().write(to: errors)
      process.standardError = try FileHandle(forWritingTo: errors)
      process.currentDirectoryURL = folder.url
      // The pipe stays open after the rows: the batch waits in the middle of its input.
      let pipe = Pipe()
      process.standardInput = pipe
      try process.run()
      try pipe.fileHandleForWriting.write(contentsOf: Data(contentsOf: folder.url.appending(path: "users.csv")))
      while try !folder.others.contains(where: { $0.hasPrefix("out.csv.partial-") }) {
        try await Task.sleep(for: .milliseconds(5))
      }
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      try pipe.fileHandleForWriting.close()
      #expect(process.terminationReason == .exit && process.terminationStatus == 128 + signal)
      #expect(try folder.others.sorted() == ["errors", "out.csv"])
      #expect(try String(contentsOf: errors, encoding: .utf8) == "")
      #expect(try String(contentsOf: output, encoding: .utf8) == "what stood there")
    }

    @Test(
      "is not taken for a crash at SIGQUIT, whatever the command",
      arguments: [["simulate", "--users", "-"], ["evaluate", "--user-file", "-"]])
    func quit(_ arguments: [String]) async throws {
      let folder = try Folder(rows: 1)
      let process = Process()
      process.executableURL = try toolLocation()
      process.arguments = arguments
      process.currentDirectoryURL = folder.url
      let (input, output) = (Pipe(), folder.url.appending(path: "output"))
      try Data().write(to: output)
      process.standardInput = input
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = process.standardOutput
      try process.run()
      // It begins with ignoring the signals of writing.
      let status = "/proc/\(process.processIdentifier)/status"
      func isReady() throws -> Bool {
        try String(contentsOfFile: status, encoding: .utf8).split(separator: "\n").contains { line in
          line.hasPrefix("SigIgn:") && (Int(line.suffix(16), radix: 16) ?? 0) & 1 << 24 != 0
        }
      }
      while try !isReady() { try await Task.sleep(for: .milliseconds(1)) }
      kill(process.processIdentifier, SIGQUIT)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGQUIT)
      #expect(try Data(contentsOf: output).isEmpty)
      try input.fileHandleForWriting.close()
    }

    @Test("says that its input became shorter while it was read")
    func vanishingInput() throws {
      let folder = try Folder(rows: 2_000_000)
      let result = try Self.shell(
        """
        $personalize batch users.csv -o out.csv --threads 1 --quiet &
        until ls out.csv.partial-* >/dev/null 2>&1; do :; done
        : > users.csv
        wait $!
        """, in: folder)
      #expect(result.status == 2)
      #expect(result.stderr.contains("users.csv: became shorter while it was read"))
      #expect(try folder.others == [])
    }
  }
#endif
