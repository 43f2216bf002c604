import BatchEvaluation
import Foundation
import Personalization

/// A directory in which batches run over bytes; it goes away with this.
final class BatchDirectory {
  private let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "properties-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// All that a batch leaves behind.
  struct Outcome: Equatable {
    var output: [UInt8] = []
    var rejects: [UInt8] = []
    var summary: BatchSummary?
    var error: BatchError?
  }

  /// Writes a file of users; answers its path.
  func write(_ input: [UInt8]) throws -> String {
    let url = directory.appending(path: "in.csv")
    try Data(input).write(to: url)
    return url.path()
  }

  func run(_ input: [UInt8], _ engine: PersonalizationEngine, _ options: BatchOptions) throws -> Outcome {
    func url(_ name: String) -> URL { directory.appending(path: name) }
    try Data(input).write(to: url("in.csv"))
    do throws(BatchError) {
      let summary = try Batch(engine, options).run(
        input: url("in.csv").path(), output: url("out.csv").path(), rejects: url("rejects.csv").path())
      let outcome = Outcome(
        output: (try? Data(contentsOf: url("out.csv"))).map(Array.init) ?? [],
        rejects: (try? Data(contentsOf: url("rejects.csv"))).map(Array.init) ?? [], summary: summary)
      for name in ["out.csv", "rejects.csv"] { try? FileManager.default.removeItem(at: url(name)) }
      return outcome
    } catch {
      let left = (try? FileManager.default.contentsOfDirectory(atPath: directory.path())) ?? []
      // Nothing but the input may be there.
      return Outcome(output: left == ["in.csv"] ? [] : Array("left behind: \(left)".utf8), error: error)
    }
  }
}

/// The cells of a CSV text as the batch writes it: commas, line feeds, RFC 4180 quotes.
func cells(_ bytes: [UInt8]) -> [[[UInt8]]] {
  var rows: [[[UInt8]]] = []
  var row: [[UInt8]] = []
  var cell: [UInt8] = []
  var isQuoted = false
  var index = 0
  while index < bytes.count {
    let byte = bytes[index]
    index += 1
    if isQuoted {
      guard byte == UInt8(ascii: "\"") else {
        cell.append(byte)
        continue
      }
      if index < bytes.count, bytes[index] == byte {
        cell.append(byte)
        index += 1
      } else {
        isQuoted = false
      }
      continue
    }
    switch byte {
    case UInt8(ascii: "\""): isQuoted = true
    case UInt8(ascii: ","):
      row.append(cell)
      cell = []
    case UInt8(ascii: "\n"):
      rows.append(row + [cell])
      (row, cell) = ([], [])
    default: cell.append(byte)
    }
  }
  return rows
}
