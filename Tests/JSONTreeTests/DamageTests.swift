import JSONTree
import Testing
import TestSupport

@Suite("Damaged texts")
struct DamageTests {
  @Test("2,000 damaged texts are read or refused at a place inside them", arguments: 0..<20 as Range<UInt64>)
  func damaged(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for round in 0..<100 {
      let output = JSONOutput.random(depth: 4, using: &random)
      var bytes = Array(output.text(pretty: .random(using: &random)).utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) { bytes.damage(using: &random) }

      do throws(JSONSyntaxError) {
        _ = try JSONDocument(parsing: bytes)
      } catch {
        #expect(error.position == bytes.position(at: error.position.offset), "seed \(seed), round \(round)")
      }
    }
  }

  @Test("a text cut at any byte is refused at a place inside it, unless it is whole")
  func cut() throws {
    let whole = Array(#" {"é\u00e9\"": [1, -2.5e3, true], "日": {"a": null, "b": "😀\ud83d\ude00"}}"#.utf8)
    _ = try JSONDocument(parsing: whole)
    for length in whole.indices {
      let bytes = Array(whole.prefix(length))
      let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes) }
      if let error {
        #expect(error.position == bytes.position(at: error.position.offset), "cut after \(length) bytes")
      }
    }
  }
}

extension [UInt8] {
  /// The place of an offset, counted from the start, or `nil` outside the text.
  fileprivate func position(at offset: Int) -> SourcePosition? {
    guard 0...count ~= offset else { return nil }
    let before = prefix(offset)
    let line = before.reversed().prefix { $0 != 0x0A }
    return SourcePosition(
      line: 1 + before.count { $0 == 0x0A }, column: 1 + line.count { $0 & 0xC0 != 0x80 }, offset: offset)
  }

  fileprivate mutating func damage(using random: inout SplitMix64) {
    let place = Int.random(in: 0...count, using: &random)
    let syntax = Array("{}[]:,\"\\u0129eE+-.tfn \n\r\t'/\0".utf8)
    let byte = syntax.randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<6, using: &random) {
    case 0: insert(byte, at: place)
    case 1: insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 2 where place < count: remove(at: place)
    case 3 where place < count: self[place] = byte
    case 4: removeSubrange(place...)
    default:
      let end = Int.random(in: place...count, using: &random)
      insert(contentsOf: self[place..<end], at: place)
    }
  }
}
