#if os(Linux)
  import Foundation
  import Testing

  /// Texts of files and users that try to write messages of their own.
  @Suite("A foreign text in a message")
  struct ForeignTextTests {
    /// Begins a line that a build server obeys, steers the terminal, turns the direction, and cannot be seen.
    private static let hostile = "a\n::error::forged\r\u{1B}[2J\u{202E}b\u{200B}\u{FEFF}\u{A0}\u{2028}::error::"
    private static let long = String(repeating: "x", count: 100_000)
    private static let wordy = String(repeating: "y ", count: 50_000)

    /// Files by name, and the command; `{}` stands for the text, `{j}` for it as JSON has it, `{c}` for it as a cell.
    private struct Path: Sendable, CustomTestStringConvertible {
      let files: [String: String]
      let command: [String]
      var testDescription: String { command.joined(separator: " ") }

      init(_ command: [String], _ files: [String: String] = [:]) { (self.command, self.files) = (command, files) }
    }

    private static let rows = "user_id,age\nu1,7\n"
    private static let paths: [Path] = [
      Path(["batch", "u.csv", "-o", "out"], ["u.csv": "user_id,{c}\nu1,7\n"]),
      Path(["batch", "u.csv", "-o", "out"], ["u.csv": "{c},age\nu1,7\n"]),
      Path(["batch", "u.csv", "-o", "out"], ["u.csv": "user_id,{c},{c}\nu1,7,8\n"]),
      Path(["batch", "u.csv", "-o", "out", "--strict"], ["u.csv": "user_id,age\nu1,{c}\n"]),
      Path(["batch", "u.csv", "-o", "out", "--strict"], ["u.csv": "user_id,age\n{c}x\"\"y,7\n"]),
      Path(["batch", "u.csv", "-o", "out", "--strict"], ["u.csv": "user_id,age\n{c}{c},7,8\n"]),
      Path(["batch", "{f}", "-o", "out"]), Path(["batch", "u.csv", "-o", "no/{f}"], ["u.csv": rows]),
      Path(["batch", "u.csv", "-o", "out", "--rejects", "no/{f}"], ["u.csv": rows]),
      Path(["batch", "u.csv", "-o", "out", "--columns", "{}"], ["u.csv": rows]),
      Path(["batch", "u.csv", "-o", "out", "--delimiter", "{}"], ["u.csv": rows]),
      Path(["batch", "u.csv", "-o", "out", "--sticky", "no/{f}"], ["u.csv": rows]),
      Path(["batch", "u.csv", "-o", "out", "--at", "{}"], ["u.csv": rows]),
      Path(["batch", "u.csv", "-o", "out", "--threads", "{}"], ["u.csv": rows]),
      Path(["batch", "u.csv", "-o", "out", "--format", "{}"], ["u.csv": rows]),
      Path(["batch", "u.csv", "-o", "out", "{}"], ["u.csv": rows]), Path(["{}"]), Path(["batch", "--{}"]),
      Path(["evaluate", "--user", #"{"{j}": 1, "user_id": "u"}"#]), Path(["evaluate", "--user", "{{}"]),
      Path(["evaluate", "--user", #"{"user_id": "u", "user_id": "{}}"#]), Path(["evaluate", "--user-file", "{f}"]),
      Path(["evaluate", "--user", "{}"]), Path(["evaluate", "--user", "{}", "--user-file", "{f}"]),
      Path(["evaluate", "--user", #"{"user_id": "u"}"#, "--force", "{}"]),
      Path(["evaluate", "--user", #"{"user_id": "u"}"#, "--force", "{}=x"]),
      Path(["evaluate", "--user", #"{"user_id": "u"}"#, "--choose", "home.layout={}"]),
      Path(["explain", "--user", #"{"user_id": "u"}"#, "--config", "{f}"]),
      Path(["validate", "--config", "{f}"]), Path(["validate"], ["segments/a.json": #"{"{j}": 1}"#]),
      Path(["validate"], ["segments/a.json": #"{"when": {"{j}": 1}, "priority": 1}"#]),
      Path(["validate"], ["segments/a.json": #"{"when": {"age": {"{j}": 1}}, "priority": 1}"#]),
      Path(["validate"], ["segments/a.json": #"{"when": {"age": 1}, "priority": 1, "navigation": {"entry": "{j}"}}"#]),
      Path(["batch", "u.csv", "-o", "out"], ["u.csv": rows, "segments/a.json": #"{"{j}": 1}"#]),
      Path(["validate"], ["segments/{f}.json": "[]"]), Path(["graph", "--segment", "{}"]),
      Path(["simulate", "--users", "{f}"]), Path(["simulate", "--population", "{f}"]),
      Path(["simulate", "--population", "p.json"], ["p.json": #"{"attributes": {"{j}": {"choices": {"a": 1}}}}"#]),
      Path(["simulate", "--users", "u.csv", "--until", "{}"], ["u.csv": rows]),
      Path(["simulate", "--users", "u.csv", "-o", "no/{f}"], ["u.csv": rows]),
      Path(["population", "--from", "u.csv", "-o", "out"], ["u.csv": "user_id,{c}\nu1,7\n"]),
      Path(["diff", "--base", "{f}", "--users", "u.csv"], ["u.csv": rows]),
      Path(["diff", "--base", ".", "--users", "u.csv", "--max-changed", "{}"], ["u.csv": rows]),
      Path(["test", "{f}"]), Path(["test", "e.json"], ["e.json": #"{"cases": [{"{j}": 1}]}"#]),
      Path(["bundle", "-o", "no/{f}"]), Path(["generate", "{}"]), Path(["generate", "swift", "-o", "no/{f}"]),
      Path(["init", "users.csv/{f}"]), Path(["hash", "--seed", "s", "--unit", "u", "--version", "{}"]),
      Path(["plan", "{}"]), Path(["help", "{}"]), Path(["completions", "{}"]),
    ]

    @Test("neither begins a line, nor steers the terminal, nor hides, on whatever way it comes", arguments: paths)
    private func hostile(_ path: Path) throws {
      let message = try Self.message(path, Self.hostile)
      let lines = message.split(separator: "\n")
      #expect(!lines.contains { $0.hasPrefix("::error::") }, "\(message)")
      let invisible = message.unicodeScalars.filter {
        $0 != "\n" && $0 != "\t"
          && ([.control, .format, .lineSeparator].contains($0.properties.generalCategory) || $0 == "\u{A0}")
      }
      #expect(invisible.isEmpty, "\(message)")
    }

    @Test("is cut, however long it is, and the message tells its length", arguments: paths, [false, true])
    private func long(_ path: Path, _ hasSpaces: Bool) throws {
      let message = try Self.message(path, hasSpaces ? Self.wordy : Self.long)
      #expect(message.utf8.count < 10_000, "\(message.prefix(2000))")
    }

    /// What the command writes to both streams.
    private static func message(_ path: Path, _ text: String) throws -> String {
      let folder = try BatchFaultTests.Folder(rows: 3)
      let json = String(decoding: try JSONEncoder().encode([text]), as: UTF8.self).dropFirst(2).dropLast(2)
      // Names of files have no slash, and 255 bytes at most.
      let name = String(decoding: text.utf8.prefix(200), as: UTF8.self).replacing("/", with: ":")
      func filled(_ template: String) -> String {
        template.replacing("{f}", with: name).replacing("{j}", with: json)
          .replacing("{c}", with: "\"\(text.replacing("\"", with: "\"\""))\"").replacing("{}", with: text)
      }
      for (file, content) in path.files {
        try Data(filled(content).utf8).write(to: folder.url.appending(path: filled(file)))
      }
      let process = Process()
      process.executableURL = try toolLocation()
      process.arguments = path.command.map(filled)
      process.currentDirectoryURL = folder.url
      let output = folder.url.appending(path: "messages")
      try Data().write(to: output)
      process.standardInput = FileHandle.nullDevice
      process.standardError = try FileHandle(forWritingTo: output)
      process.standardOutput =
        path.command.first == "validate" ? process.standardError : FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }
  }
#endif
