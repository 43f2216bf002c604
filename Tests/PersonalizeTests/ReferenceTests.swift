import Foundation
import Testing

@testable import personalize

/// docs/COMMANDS.md against the commands.
@Suite("The reference of commands")
struct ReferenceTests {
  private static let file = URL(filePath: #filePath).appending(path: "../../../docs/COMMANDS.md").standardized
  static let paths = CommandTree(root: .personalize).paths.map(\.spelling)

  @Test("is what the tool writes; personalize help --markdown > docs/COMMANDS.md writes it anew")
  func isCurrent() async throws {
    let result = try await runPersonalize(["help", "--markdown"])
    #expect(result.status == 0)
    #expect(try String(contentsOf: Self.file, encoding: .utf8) == result.stdout)
  }

  @Test("says of each command everything that its --help says, word for word", arguments: paths)
  func agreesWithHelp(spelling: String) async throws {
    let words = spelling.split(separator: " ").dropFirst().map(String.init)
    let help = try await runPersonalize(words + ["--help"])
    #expect(help.status == 0)
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let sections = ["\(spelling)\n", "Options of every command\n", "Exit codes of every command\n"].map { title in
      text.components(separatedBy: "# \(title)").dropFirst().first?.components(separatedBy: "\n## ").first ?? ""
    }
    let said = Set(sections.flatMap(Self.words))
    let lines = help.stdout.split(separator: "\n").filter { !$0.hasSuffix(":") && !$0.hasPrefix("More about") }
    let told = Self.words(lines.joined(separator: "\n"))
    let missing = Set(told).subtracting(said)
    #expect(missing.isEmpty)
    #expect(told.count > 50 && sections.allSatisfy { !$0.isEmpty })
  }

  @Test("has a place for every link in it")
  func links() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }
      .map { $0.drop { $0 == "#" }.dropFirst().replacingOccurrences(of: " ", with: "-") }
    let links = text.components(separatedBy: "](#").dropFirst().compactMap { $0.components(separatedBy: ")").first }
    #expect(links.count == Command.personalize.subcommands.count)
    #expect(links.allSatisfy(headings.contains), "\(links)")
  }

  /// Letters and digits with what stands between them: `--at`, `text|json`; no other marks, which differ on a page.
  private static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && !"-|=./_$'".contains($0) }
      .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "./|'-")) }
      .filter { !$0.isEmpty }
  }
}
