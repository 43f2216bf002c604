@testable import BatchEvaluation
import Foundation
import JSONTree
import Personalization
import Testing

/// Records cut by the reader, against what others say of the same bytes.
@Suite("CSV: records", .enabled(if: CSVFile.areHere, CSVFile.absence))
struct RecordTests {
  /// Two of the published pairs do not fit each other: where the JSON is a single object, its values are another
  /// record's, and only the names say something; and a file whose carriage returns were lost on its way has none to keep.
  @Test("csv-spectrum's records are those of its JSON", arguments: CSVFile.all(in: "csv-spectrum"))
  func spectrum(_ file: CSVFile) throws {
    let json = file.path.replacingOccurrences(of: "/csvs/", with: "/json/").replacingOccurrences(
      of: ".csv", with: ".json")
    let published = JSON(try JSONDocument(parsing: ConformanceFiles.bytes(json).wellFormed).root)
    let bytes = try file.bytes()
    let cut = CutFile(bytes)
    let names = try #require(cut.records.first).fields.map { String(decoding: $0, as: UTF8.self) }
    #expect(cut.openQuote == nil)
    if let single = published.members {
      #expect(cut.records.count == 2 && Set(names) == Set(single.keys))
      return
    }
    let records = published.elements ?? []
    #expect(cut.records.count == records.count + 1)
    for (record, expected) in zip(cut.records.dropFirst(), records) {
      #expect(record.fields.count == names.count && expected.members?.count == names.count)
      #expect(record.flawed.isEmpty)
      for (name, field) in zip(names, record.fields) {
        var text = try #require(expected[name]?.text)
        if !bytes.contains(Dialect.carriageReturn) { text = text.replacingOccurrences(of: "\r\n", with: "\n") }
        #expect(Array(text.utf8) == field, "\(name) in line \(record.line)")
      }
    }
  }

  @Test(
    "other readers' files have the records that Python reads",
    .enabled(if: CSVFile.areHere && PythonRecords.absence == nil, PythonRecords.comment), arguments: CSVFile.all)
  func python(_ file: CSVFile) throws {
    let cut = CutFile(try file.bytes())
    // A quote that never closes takes in the rest of the file: Python returns it, we refuse the file.
    guard cut.openQuote == nil, let expected = PythonRecords.records[file.path] else { return }
    #expect(cut.records.count == expected.count)
    for (record, fields) in zip(cut.records, expected) {
      #expect(record.fields.count == fields.count, "line \(record.line)")
      for (index, field) in record.fields.enumerated() where index < fields.count && !record.flawed.contains(index) {
        #expect(field == fields[index], "line \(record.line), field \(index + 1)")
      }
    }
  }
}

extension [UInt8] {
  /// The bytes with what is not UTF-8 replaced, for a published file that only serves for its names.
  fileprivate var wellFormed: [UInt8] { Array(String(decoding: self, as: UTF8.self).utf8) }
}
