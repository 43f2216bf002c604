@testable import BatchEvaluation
import Foundation
import Testing

/// A CSV file that others wrote, by its path within the conformance folder.
struct CSVFile: Sendable, CustomTestStringConvertible {
  let path: String

  var testDescription: String { path }
  var location: String { ConformanceFiles.directory.appending(path: path).path }
  func bytes() throws -> [UInt8] { try ConformanceFiles.bytes(path) }

  static let areHere = ConformanceFiles.has("csv")
  static let absence: Comment = "there is no folder csv in \(ConformanceFiles.directory.path)"

  /// Every `.csv` of the folder, however deep.
  static let all: [CSVFile] = {
    let paths = FileManager.default.enumerator(atPath: ConformanceFiles.directory.appending(path: "csv").path)
    return (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".csv") }.sorted()
      .map { CSVFile(path: "csv/" + $0) }
  }()

  static func all(in folder: String) -> [CSVFile] { all.filter { $0.path.hasPrefix("csv/\(folder)/") } }
}

/// A record as `FieldCutter` cuts it.
struct CutRecord: Equatable {
  var fields: [[UInt8]] = []
  /// The fields that have text behind their closing quote.
  var flawed: Set<Int> = []
  /// The line on which it begins, from 1.
  var line = 1
}

/// A file cut into records, header included, without its empty lines.
struct CutFile {
  var records: [CutRecord] = []
  var emptyLines = 0
  /// The line on which a quote opens that is never closed.
  var openQuote: Int?
  /// Where cutting began: behind a byte order mark and a separator hint.
  var start = 0
  var dialect = Dialect()
  /// Whether no empty line stands before the first record.
  var isHeaderFirst = true

  init(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    if !bytes.contains(Dialect.lineFeed), bytes.contains(Dialect.carriageReturn) {
      dialect.lineEnd = Dialect.carriageReturn
    }
    var line = 1
    if bytes.dropFirst(start).starts(with: Array("sep=".utf8)), let end = bytes.firstIndex(of: dialect.lineEnd),
      bytes[start..<end].filter({ $0 != Dialect.carriageReturn }).count == 5
    {
      dialect.delimiter = bytes[start + 4]
      start = end + 1
      line = 2
    }
    cut(bytes, line: line)
  }

  private mutating func cut(_ bytes: [UInt8], line first: Int) {
    var cutter = FieldCutter(dialect)
    cutter.position = start
    var line = first
    while cutter.position < bytes.count {
      var record = CutRecord(line: line)
      var field = RawField()
      cutter.quotedLineEnds = 0
      var isEmpty = true
      while true {
        let fieldLine = line + cutter.quotedLineEnds
        let end = cutter.next(&field, in: bytes.span)
        if case .insideQuotes = end {
          openQuote = fieldLine
          return
        }
        if field.isQuoted || field.start < field.end { isEmpty = false }
        if field.hasTextAfterQuote { record.flawed.insert(record.fields.count) }
        record.fields.append(
          field.hasDoubledQuotes ? field.unquoted(in: bytes.span) : Array(bytes[field.start..<field.end]))
        guard case .delimiter = end else { break }
        isEmpty = false
      }
      line += 1 + cutter.quotedLineEnds
      if isEmpty {
        emptyLines += 1
        if records.isEmpty { isHeaderFirst = false }
      } else {
        records.append(record)
      }
    }
  }
}
