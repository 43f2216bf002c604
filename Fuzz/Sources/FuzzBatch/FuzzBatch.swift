import Authoring
import BatchEvaluation
import Foundation
import FuzzDriver
import Personalization

let directory = FileManager.default.temporaryDirectory.appending(
  path: "fuzz-\(ProcessInfo.processInfo.processIdentifier)")

let engine: PersonalizationEngine? = {
  try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  let files = smallCatalog.merging([
    "segments/s.json": """
    {"when": {"$or": [{"n": {"$gt": 1}}, {"b": true}, {"d": {"$gt": "2026-01-01"}}, {"v": {"$vgt": "1"}},
      {"l": {"$all": ["a"]}}, {"t": {"$regex": "x"}}]}, "priority": 1}
    """
  ]) { $1 }
  return (try? Workspace(files: files)).map(PersonalizationEngine.init)
}()

/// Any bytes as a CSV file: an error, or a row for each record; the same for other chunks and threads.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  guard let engine else { preconditionFailure("the workspace does not load") }
  let input = directory.appending(path: "in.csv").path()
  let output = directory.appending(path: "out.csv").path()
  try? Data(UnsafeBufferPointer(start: start, count: count)).write(to: URL(filePath: input))
  func run(_ chunkSize: Int, _ threads: Int) -> Result<[UInt8], BatchError> {
    var options = BatchOptions(time: Timestamp(microseconds: 0))
    options.chunkSize = chunkSize
    options.threads = threads
    options.maximumRecordLength = 4096
    do throws(BatchError) {
      let summary = try Batch(engine, options).run(input: input, output: output)
      let bytes = (try? Data(contentsOf: URL(filePath: output))).map(Array.init) ?? []
      precondition(summary.rows <= bytes.count)
      return .success(bytes)
    } catch {
      return .failure(error)
    }
  }
  let first = run(1 << 16, 1)
  let second = run(7, 2)
  switch (first, second) {
  case (.success(let one), .success(let other)): precondition(one == other)
  case (.failure(let one), .failure(let other)): precondition(one.place == other.place)
  default: preconditionFailure("the chunks decide whether the file can be read: \(first), \(second)")
  }
  return 0
}
