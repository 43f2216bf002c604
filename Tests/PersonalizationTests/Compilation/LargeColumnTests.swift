import Authoring
import Testing

@testable import Personalization

@Suite("Tables of texts")
struct TextTableTests {
  static let sets: [[String]] = [
    (0..<20_000).map { "customer-\(String(1_000_000 + $0).dropFirst())" }, (0..<20_000).map { "user-account-\($0)" },
    (0..<20_000).map { String(repeating: "a", count: $0 % 64) + String($0) }, (0..<5_000).map { String($0) },
    (0..<5_000).map { String(repeating: "x", count: $0) },
    (0..<20_000).map { "aaaaaaaa\(String($0, radix: 2))aaaaaaaa" },
  ]

  @Test("find every text near where they look first, whatever the texts have in common", arguments: sets)
  func probes(_ texts: [String]) {
    let bytes = texts.map { Array($0.utf8) }
    let places = TextPlaces(bytes)
    #expect(Set(places.slots).count == texts.count && places.longestProbe(of: bytes) <= 40)
  }

  @Test("place a set that collides under one seed by another")
  func hostile() {
    // Texts of which the hash under the first seed ends alike.
    var hostile: [[UInt8]] = []
    var number = 0
    while hostile.count < 200 {
      let bytes = Array("h\(number)".utf8)
      if TextKey(bytes.indices, of: bytes.span, seed: 0).hash & 511 == 7 { hostile.append(bytes) }
      number += 1
    }
    let places = TextPlaces(hostile)
    #expect(places.seed != 0 && places.longestProbe(of: hostile) <= 40)
  }
}

@Suite("Columns of very many tests")
struct WideColumnTests {
  /// Thresholds, equal values and texts of 4,000 segments each, which is more than is written out.
  static let count = 4_000

  @Test(
    "answer as each test by itself, though their rows are told by changes",
    arguments: ["number", "text", "date", "version"])
  func decisions(_ attribute: String) throws {
    var segments: [String: String] = [:]
    for index in 0..<Self.count {
      let value =
        switch attribute {
        case "number": "\(index)"
        case "text": "\"t\(10_000 + index)\""
        case "date": "\"\(2000 + index % 7000)-01-01\""
        default: "\"\(index).0\""
        }
      let test = index % 3 == 0 ? #"{"$gte": \#(value)}"# : index % 3 == 1 ? #"{"$lt": \#(value)}"# : value
      segments["s\(10_000 + index)"] = #"{ "when": {"\#(attribute)": \#(test)}, "priority": 1 }"#
    }
    let engine = try SmallWorld(segments: segments).engine()
    for place in [0, 1, 2, 700, 1_999, 3_998, 3_999] {
      let value: AttributeValue =
        switch attribute {
        case "number": .number(Double(place))
        case "text": .string("t\(10_000 + place)")
        case "date": .string("\(2000 + place)-01-01")
        default: .string("\(place).0")
        }
      let expected = (0..<Self.count).filter {
        $0 % 3 == 0 ? place >= $0 : $0 % 3 == 1 ? place < $0 : place == $0
      }.map { "s\(10_000 + $0)" }
      #expect(engine.decide(User(["user_id": "u", attribute: value])).segments == expected)
    }
    #expect(engine.decide(["user_id": "u"]).segments.isEmpty)
  }
}
