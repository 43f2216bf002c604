import Authoring
import Foundation
import Personalization
import TestSupport
import Testing

@Suite("Whatever the files hold")
struct RobustnessTests {
  @Test("2,000 random changes never crash, and a workspace loads exactly if there is no error", arguments: 0..<8)
  func mutations(_ part: Int) {
    for seed in 0..<250 {
      var random = SplitMix64(seed: UInt64(part * 250 + seed))
      let files = Mutation.mutated(SampleFiles.all, &random)
      let report = Workspace.check(files: files)
      #expect(
        (report.workspace == nil) == (report.diagnostics.first?.severity == .error), "seed \(part * 250 + seed)")
      for diagnostic in report.diagnostics {
        guard diagnostic.position != nil else { continue }
        #expect(report.excerpt(of: diagnostic) != nil, "seed \(part * 250 + seed): \(diagnostic)")
      }
    }
  }

  @Test("the order of the files changes nothing", arguments: 0..<20)
  func order(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let files = Mutation.mutated(SampleFiles.all, &random)
    let expected = Workspace.check(files: files).diagnostics
    for _ in 0..<5 {
      var shuffled: [String: String] = Dictionary(minimumCapacity: Int.random(in: 1...500, using: &random))
      for (path, text) in files.shuffled(using: &random) { shuffled[path] = text }
      #expect(Workspace.check(files: shuffled).diagnostics == expected, "seed \(seed)")
    }
  }

  @Test("the deepest condition is read on the 512 KiB stack of a background thread")
  func smallStack() async {
    let operators = String(repeating: #"{"$not": "#, count: 49) + #"{"$gt": 1}"# + String(repeating: "}", count: 49)
    let logic = String(repeating: #"{"$or": [{}, "#, count: 49)
    let nested = logic + #"{"age": \#(operators)}"# + String(repeating: "]}", count: 49)
    let files = SampleFiles.changed(["segments/deep.json": #"{"when": \#(nested), "priority": 1}"#])
    let found = await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: Workspace.check(files: files).diagnostics) }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(found.map(\.code) == [.alwaysMatches])
  }

  @Test(
    "segments that ask for each other in a long chain are proved on that stack, or left alone", arguments: [60, 400])
  func longChain(_ count: Int) async {
    var files = SampleFiles.all
    for index in 0..<count {
      let next = index == 0 ? #""age": {"$gt": 5}"# : #""$not": {"$segment": "c\#(index - 1)"}"#
      files["segments/c\(index).json"] = #"{"when": {\#(next), "$or": [{"age": 1}, {"age": 9}]}, "priority": 1}"#
    }
    let chain = files
    let found = await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: Workspace.check(files: chain).diagnostics) }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(found.isEmpty)
  }

  @Test("a thousand segments and a thousand experiments are read without comparing each with each")
  func many() {
    func files(_ count: Int) -> [String: String] {
      var files = SampleFiles.all
      for index in 0..<count {
        files["segments/s\(index).json"] = """
          {"when": {"age": {"$gte": \(index)}, "$segment": "senior"}, "priority": \(index + 100),
           "navigation": {"home.layout": "tab"}}
          """
        files["experiments/e\(index).json"] = """
          {"status": "running", "audience": {"$segment": "s\(index)"}, "coverage": 0.5,
           "layer": {"name": "many", "range": [\(decimal(index, of: count)), \(decimal(index + 1, of: count))]},
           "variations": [{"key": "a"}, {"key": "b", "navigation": {"session.scope": "profile"}}]}
          """
      }
      return files
    }
    func time(_ files: [String: String]) -> Duration {
      ContinuousClock().measure {
        #expect(Workspace.check(files: files).diagnostics.allSatisfy { $0.code == .shadowedSegment })
      }
    }
    _ = time(files(10))
    let (few, many) = (time(files(100)), time(files(1000)))
    // Ten times as many files; a quadratic check would take a hundred times as long.
    #expect(many < few * 40, "100: \(few), 1000: \(many)")
  }

  private func decimal(_ index: Int, of count: Int) -> String {
    Millionths(count: Int64(index * (1_000_000 / count))).description
  }
}

/// Random changes of texts, of the kinds that people and programs make.
private enum Mutation {
  static func mutated(_ files: [String: String], _ random: inout SplitMix64) -> [String: String] {
    var files = files
    let paths = files.keys.sorted()
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard let path = paths.randomElement(using: &random), let text = files[path] else { continue }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: files[path] = nil
      case 1...4: files[path] = replacingWord(text, &random)
      default: files[path] = damaged(text, &random)
      }
    }
    return files
  }

  private static let words = [
    #""""#, "null", "true", "-1", "0.1234567", "1e300", "{}", "[]", #"{"$not": {}}"#, #""home""#, #""entry""#,
    #""$in""#,
    #""segments""#, #""age""#, #""é""#, #"["a", "a"]"#, #""senior""#, #""control""#, #"{"attribute": "age"}"#, "0",
    #"{"ago": "P1D"}"#, #""2.0.0""#, #""speaking""#, #""list""#, #""$elemMatch""#, #""stopped""#, #""continue-last""#,
  ]

  /// One string or number of the text becomes something else, so that the text mostly stays JSON.
  private static func replacingWord(_ text: String, _ random: inout SplitMix64) -> String {
    var tokens: [Range<String.Index>] = []
    var index = text.startIndex
    while index < text.endIndex {
      let start = index
      if text[index] == "\"" {
        index = text[text.index(after: index)...].firstIndex(of: "\"").map { text.index(after: $0) } ?? text.endIndex
        tokens.append(start..<index)
      } else if text[index].isLetter || text[index].isNumber {
        index = text[index...].firstIndex { !$0.isLetter && !$0.isNumber && $0 != "." } ?? text.endIndex
        tokens.append(start..<index)
      } else {
        index = text.index(after: index)
      }
    }
    guard let token = tokens.randomElement(using: &random) else { return text }
    let known = tokens.map { String(text[$0]) }
    guard let word = (Bool.random(using: &random) ? known : words).randomElement(using: &random) else { return text }
    return text[..<token.lowerBound] + word + text[token.upperBound...]
  }

  private static func damaged(_ text: String, _ random: inout SplitMix64) -> String {
    var bytes = Array(text.utf8)
    guard !bytes.isEmpty else { return text }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes.remove(at: place)
    case 1: bytes[place] = UInt8.random(in: 0...127, using: &random)
    case 2: bytes.removeSubrange(place...)
    default: bytes.insert(contentsOf: bytes[place...].prefix(12), at: place)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
