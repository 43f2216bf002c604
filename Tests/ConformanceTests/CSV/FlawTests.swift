@testable import BatchEvaluation
import Foundation
import Personalization
import Testing

/// The small flawed files, each with the trap that it stands for.
@Suite("CSV: flaws", .enabled(if: CSVFile.areHere, CSVFile.absence))
struct FlawTests {
  @Test("each trap ends as the README says", arguments: FlawFixture.present)
  func trap(_ fixture: FlawFixture) throws {
    let run = try Self.run(fixture)
    switch (fixture.outcome, run.result) {
    case (.structure(let line, let record, let says), .failure(.structure(let place, let message))):
      #expect(place.line == line)
      #expect(place.record == record)
      for word in says { #expect(message.contains(word), "\(message)") }
      #expect(run.files.isEmpty)
    case (.rows(let expected), .success(let summary)):
      #expect(summary.skippedLines == fixture.skippedLines)
      #expect(summary.hasFlaws == expected.contains { !$0.issues.isEmpty })
      let rows = run.rows
      #expect(rows.count == expected.count)
      for (row, expected) in zip(rows, expected) { Self.check(row, expected) }
    default: Issue.record("expected \(fixture.outcome), found \(run.result)")
    }
  }

  @Test("a strict run stops at the first flaw and names its place", arguments: FlawFixture.present)
  func strict(_ fixture: FlawFixture) throws {
    let run = try Self.run(fixture) { $0.isStrict = true }
    switch fixture.outcome {
    case .structure:
      guard case .failure(.structure) = run.result else {
        Issue.record("found \(run.result)")
        return
      }
    case .rows(let rows) where rows.contains { !$0.issues.isEmpty }:
      guard case .failure(.flaw(let place, _)) = run.result else {
        Issue.record("found \(run.result)")
        return
      }
      #expect(run.files.isEmpty)
      if let first = fixture.firstFlaw {
        #expect(FlawFixture.Place(record: place.record ?? -1, line: place.line, offset: place.offset) == first)
      }
    case .rows:
      guard case .success = run.result else {
        Issue.record("found \(run.result)")
        return
      }
    }
  }

  @Test("every flawed file of the folder has an expectation")
  func completeness() {
    let names = CSVFile.all(in: "flaws").map { URL(filePath: $0.path).deletingPathExtension().lastPathComponent }
    let unknown = Set(names).subtracting(FlawFixture.all.map(\.name))
    // Another set of the same kind may have more of them; `BatchTests` runs those too.
    if !unknown.isEmpty { print("CSV flaws without an expectation of their own: \(unknown.sorted())") }
    #expect(!names.isEmpty)
  }

  @Test("formulas are prefixed for spreadsheets, numbers are not", .enabled(if: has("49-formula-ids")))
  func formulas() throws {
    let fixture = try #require(FlawFixture.all.first { $0.name == "49-formula-ids" })
    let units = try Self.run(fixture) { $0.isExcelSafe = true }.rows.map {
      String(decoding: $0.fields[0], as: UTF8.self)
    }
    #expect(units == ["'=1+1", "+441234", "-5", "'@cmd", "'\t=1+1"])
  }

  @Test("ids that only look alike are counted", .enabled(if: has("51-unicode-normalisation")))
  func decomposed() throws {
    let fixture = try #require(FlawFixture.all.first { $0.name == "51-unicode-normalisation" })
    let summary = try Self.run(fixture).result.get()
    #expect(summary.decomposedUnits == 1)
    #expect(summary.firstDecomposedUnit == 2)
  }

  private static func has(_ name: String) -> Bool { ConformanceFiles.has("csv/flaws/\(name).csv") }

  private static func run(_ fixture: FlawFixture, _ change: (inout BatchOptions) -> Void = { _ in }) throws -> BatchRun
  {
    let workspace = CSVWorkspace(
      unit: "user_id",
      attributes: [
        "age": ["type": "number"], "shift": ["type": "string"], "shared_device": ["type": "boolean"],
        "last_seen": ["type": "date"], "devices": ["type": "list", "separator": .string(fixture.separator)],
        "home_layout": ["type": "string"], "note": ["type": "string"], "city": ["type": "string"],
        "sessions_per_day": ["type": "number"], "points": ["type": "number"],
      ], segments: fixture.signs)
    var options = BatchOptions(time: .epoch)
    options.delimiter = fixture.delimiter
    change(&options)
    let path = ConformanceFiles.directory.appending(path: "csv/flaws/\(fixture.name).csv").path
    return try BatchRun(path, workspace.engine(), options)
  }

  private static func check(_ row: CutRecord, _ expected: ExpectedRow) {
    let cells = row.fields.map { String(decoding: $0, as: UTF8.self) }
    guard cells.count == 7, let issues = cells.last else {
      Issue.record("\(cells.count) cells")
      return
    }
    #expect(row.fields[0] == Array(expected.unit.utf8))
    #expect(Set(cells[1].split(separator: "|").map(String.init)) == expected.signs, "\(expected.unit)")
    #expect(cells[2...5] == ["start", "tab", "main", "home"])
    if expected.issues.isEmpty { #expect(issues == "", "\(expected.unit)") }
    for word in expected.issues { #expect(issues.contains(word), "\(expected.unit)") }
  }
}

extension FlawFixture: CustomTestStringConvertible {
  var testDescription: String { delimiter == nil && separator == "|" ? name : name + " with another separator" }
}
