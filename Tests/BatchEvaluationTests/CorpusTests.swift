import Foundation
import Testing

@testable import BatchEvaluation

/// What fuzzing has collected, played back without the fuzzer.
@Suite("The corpus of fuzzing")
struct CorpusTests {
  @Test("gives rows or an error, the same whatever the chunks and threads")
  func files() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../Fuzz/Corpus/batch").standardized
    let bench = try BatchBench()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted() {
      let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
      func result(_ chunkSize: Int, _ threads: Int) -> String {
        do {
          return try bench.run(bytes) {
            $0.chunkSize = chunkSize
            $0.threads = threads
          }.output
        } catch {
          return "\(error)"
        }
      }
      #expect(result(1 << 16, 1) == result(5, 3), "\(name)")
    }
  }
}
