import Authoring
@testable import BatchEvaluation
import Foundation
import Personalization

/// What `Batch.run` made of a file: the whole output and the summary, or why there is none.
struct BatchRun {
  let result: Result<BatchSummary, BatchError>
  /// Nil: no output file.
  let output: [UInt8]?
  /// What lies in the output's folder afterwards.
  let files: [String]

  init(_ input: String, _ engine: PersonalizationEngine, _ options: BatchOptions) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "conformance-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "out.csv").path
    let batch = Batch(engine, options)
    do throws(BatchError) {
      result = .success(try batch.run(input: input, output: path))
    } catch {
      result = .failure(error)
    }
    output = FileManager.default.contents(atPath: path).map(Array.init)
    files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  /// The rows of the output, without its first line.
  var rows: [CutRecord] { output.map { Array(CutFile($0).records.dropFirst()) } ?? [] }
}

extension BatchOptions {
  init(chunkSize: Int, threads: Int) {
    self.init(time: .epoch)
    self.chunkSize = chunkSize
    self.threads = threads
  }
}
