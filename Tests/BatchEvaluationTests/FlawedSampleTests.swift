import Authoring
import Foundation
import Personalization
import Testing

@testable import BatchEvaluation

/// The shipped sample of flawed users against the list of its flaws, which was written by hand beside it.
@Suite("The sample of flawed users")
struct FlawedSampleTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// Where the list says that a flaw is.
  struct Place: Hashable, Comparable {
    let record: Int
    let line: Int
    let byte: Int
    let column: String

    static func < (first: Place, second: Place) -> Bool { (first.record, first.byte) < (second.record, second.byte) }
  }

  @Test("gets an answer for each row, and every flaw on the list is found at its place, and no other")
  func flaws() throws {
    let bench = try BatchBench(Self.shippedFiles())
    let bytes = Array(try Data(contentsOf: Self.root.appending(path: "Samples/users-flawed.csv")))
    let summary = try bench.run(bytes, rejects: true).summary
    #expect(summary.rows == 100)
    let rejects = try String(contentsOf: URL(filePath: bench.path("rejects.csv")), encoding: .utf8)
    var places: [Place] = []
    for line in rejects.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 5, let line = Int(cells[0]), let record = Int(cells[1]), let byte = Int(cells[2]) else {
        continue
      }
      places.append(Place(record: record, line: line, byte: byte, column: cells[3]))
    }
    #expect(places.sorted() == (try Self.listed()))
  }

  private static func listed() throws -> [Place] {
    let list = try String(contentsOf: root.appending(path: "Samples/users-flawed.md"), encoding: .utf8)
    let flaws = list.components(separatedBy: "## ")[1]
    return flaws.split(separator: "\n").compactMap { line in
      let cells = line.components(separatedBy: " | ").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: "| "))
      }
      guard cells.count >= 7, let record = Int(cells[0]), let line = Int(cells[1]), let byte = Int(cells[2]) else {
        return nil
      }
      let column = cells[4].trimmingCharacters(in: CharacterSet(charactersIn: "`"))
      return Place(record: record, line: line, byte: byte, column: column)
    }.sorted()
  }

  private static func shippedFiles() throws -> [String: String] {
    var files: [String: String] = [:]
    for directory in ["catalog", "catalog/groups", "segments", "experiments"] {
      let folder = root.appending(path: directory)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path()) where name.contains(".") {
        files["\(directory)/\(name)"] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      }
    }
    return files
  }
}
