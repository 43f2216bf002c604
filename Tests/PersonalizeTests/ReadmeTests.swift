import Foundation
import Testing

/// The README's commands, run as they stand there.
@Suite("The README")
struct ReadmeTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// A command of the README and the lines that it is said to print.
  struct Shown: CustomTestStringConvertible, Sendable {
    let command: String
    let lines: [String]

    var testDescription: String { command }
  }

  static let shown: [Shown] = {
    let text = (try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? ""
    let blocks = text.components(separatedBy: "```console\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    return blocks.flatMap { block -> [Shown] in
      block.components(separatedBy: "$ ").dropFirst().compactMap { part in
        let unfolded = part.replacingOccurrences(of: "\\\n", with: " ")
        let lines = unfolded.split(separator: "\n").map(String.init)
        guard let command = lines.first,
          command.hasPrefix("personalize evaluate") || command.hasPrefix("personalize explain")
        else { return nil }
        return Shown(command: command, lines: Array(lines.dropFirst()))
      }
    }
  }()

  @Test("shows what its commands print, line for line", arguments: shown)
  func commands(example: Shown) async throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", example.command]
    process.currentDirectoryURL = Self.root
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "\(try toolLocation().deletingLastPathComponent().path()):\(environment["PATH"] ?? "")"
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    var rest = output.split(separator: "\n").map(String.init)[...]
    for line in example.lines where line != "…" {
      let place = rest.firstIndex(of: line)
      #expect(place != nil, "\(line)\nis not in, or out of order in\n\(output)")
      if let place { rest = rest[(place + 1)...] }
    }
    #expect(!example.lines.isEmpty && !Self.shown.isEmpty)
  }
}
