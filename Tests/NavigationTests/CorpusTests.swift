import Foundation
import Navigation
import Testing

/// What fuzzing has collected, played back without the fuzzer.
@Suite("The corpora of fuzzing")
struct CorpusTests {
  static func inputs(_ name: String) throws -> [[UInt8]] {
    let folder = URL(filePath: #filePath).appending(path: "../../../Fuzz/Corpus/\(name)").standardized
    return try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
      .map { Array(try Data(contentsOf: folder.appending(path: $0))) }
  }

  @Test("give a valid tree or a refusal, whatever the saved state (invariant 27)")
  func restore() throws {
    let rules = Coach.rules()
    for bytes in try Self.inputs("restore") {
      let fresh = CoachState(rules.configuration)
      var state = fresh
      let report = state.restore(bytes, under: rules, at: 1000)
      if case .refused = report.result { #expect(state == fresh) }
      #expect(Set(state.entries.map(\.id)).count == state.entries.count)
    }
  }

  @Test("give a target that prints as a link to itself, or a problem, whatever the link (invariant 25)")
  func links() throws {
    for bytes in try Self.inputs("links") + Self.inputs("restore") {
      let text = String(decoding: bytes, as: UTF8.self)
      guard case .success(let match) = Coach.links.match(text), let link = Coach.links.link(to: match.target) else {
        continue
      }
      #expect(try Coach.links.match(link).get().target == match.target)
    }
  }
}
