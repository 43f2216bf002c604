import Authoring
@testable import BatchEvaluation
import Foundation
import Personalization
import Testing

/// Whole files through the batch, with their first column as the unit.
@Suite("CSV: batches", .enabled(if: CSVFile.areHere, CSVFile.absence))
struct BatchTests {
  @Test("every record gets one row in its place, however the file is chunked", arguments: CSVFile.all)
  func rows(_ file: CSVFile) throws {
    let cut = CutFile(try file.bytes())
    let engine = try Self.engine(header: cut.records.first)
    let first = try BatchRun(file.location, engine, BatchOptions(chunkSize: 4096, threads: 1))
    switch first.result {
    case .failure(let error):
      guard case .structure(let place, let message) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(place.line >= 1 && !message.isEmpty)
      #expect(try Self.isRefusable(file.bytes(), cut), "\(message)")
      #expect(first.files.isEmpty, "no output, not even half of one")
      if let line = cut.openQuote, Self.hasSoundHeader(cut) { #expect(place.line == line) }
    case .success(let summary):
      #expect(cut.openQuote == nil)
      let records = Array(cut.records.dropFirst())
      #expect(summary.rows == records.count)
      #expect(summary.skippedLines == cut.emptyLines)
      #expect(first.files == ["out.csv"])
      let rows = first.rows
      #expect(rows.count == records.count)
      for (row, record) in zip(rows, records) {
        #expect(row.fields.first == record.fields.first, "line \(record.line)")
        #expect(row.fields.count == 7)
      }
    }
    for options in try Self.options(for: file, cut) {
      let other = try BatchRun(file.location, engine, options)
      #expect(other.output == first.output, "chunks of \(options.chunkSize), \(options.threads) threads")
      #expect(other.result.place == first.result.place)
      #expect(other.result.message == first.result.message)
    }
  }

  /// The sizes of chunks that a file of its size bears: a record is read again for every chunk that it spans.
  private static func options(for file: CSVFile, _ cut: CutFile) throws -> [BatchOptions] {
    let size = try file.bytes().count
    let longest = cut.openQuote == nil ? cut.records.map { $0.fields.reduce(0) { $0 + $1.count } }.max() ?? 0 : size
    return [1, 7, 64, 4096].flatMap { chunk in [1, 3].map { BatchOptions(chunkSize: chunk, threads: $0) } }
      .filter { size / $0.chunkSize * max(longest, 64) < 4_000_000 }
  }

  /// Whether the README lets such a file end the run: an open quote, a tail of NULs, another encoding, or a header that
  /// cannot name the columns.
  private static func isRefusable(_ bytes: [UInt8], _ cut: CutFile) -> Bool {
    if cut.openQuote != nil || bytes.last == 0 || bytes.prefix(4).contains(0) || bytes.prefix(2) == [0xFF, 0xFE] {
      return true
    }
    return !hasSoundHeader(cut)
  }

  private static func hasSoundHeader(_ cut: CutFile) -> Bool {
    guard let header = cut.records.first, header.flawed.isEmpty, cut.isHeaderFirst else { return false }
    let names = names(of: header)
    return Set(names).count == names.count && names.allSatisfy(isName)
  }

  private static func names(of header: CutRecord?) -> [String] {
    (header?.fields ?? []).map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
    }
  }

  /// Whether an attribute can be called so.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("$") && !name.hasPrefix("choice.") && name != "segments"
      && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0 != "\u{FFFD}" }
  }

  /// An engine whose attributes are the columns, all text, and whose unit is the first of them.
  private static func engine(header: CutRecord?) throws -> PersonalizationEngine {
    let names = names(of: header)
    let unit = names.first.flatMap { isName($0) ? $0 : nil } ?? "conformance_unit"
    return try CSVWorkspace(
      unit: unit, attributes: Dictionary(names.filter(isName).map { ($0, ["type": "string"]) }) { first, _ in first }
    ).engine()
  }
}

extension Result<BatchSummary, BatchError> {
  /// Where and why it failed; nil if it did not.
  var place: BatchError.Place? { if case .failure(let error) = self { error.place } else { nil } }
  var message: String? { if case .failure(let error) = self { error.message } else { nil } }
}

/// A workspace for a CSV file: attributes, and segments that tell what became of their values.
struct CSVWorkspace {
  let unit: String
  var attributes: [String: JSON]
  var segments: [String: JSON] = [:]

  func engine() throws -> PersonalizationEngine {
    var files = ["catalog/navigation.json": GrowthBookWorkspace.navigation.fileText]
    var attributes = attributes
    attributes[unit] = ["type": "string"]
    files["catalog/attributes.json"] =
      JSON.object(["unit": .string(unit), "attributes": .object(attributes)]).fileText
    for (key, condition) in segments {
      files["segments/\(key).json"] = JSON.object(["when": condition, "priority": 1]).fileText
    }
    return PersonalizationEngine(try Workspace(files: files))
  }
}
