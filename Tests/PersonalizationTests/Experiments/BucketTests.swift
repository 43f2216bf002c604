import Testing

@testable import Personalization

@Suite("Buckets")
struct BucketTests {
  @Test(
    "follow FNV-1a with 32 bits",
    arguments: [
      ("", 2_166_136_261), ("a", 3_826_002_220), ("hello", 1_335_831_723), ("foobar", 3_214_735_720),
    ] as [(String, UInt32)])
  func fnv(text: String, expected: UInt32) {
    var hash = FNV1a()
    hash.combine(Array(text.utf8).span)
    #expect(hash.value == expected)
  }

  @Test(
    "fall where they always fell",
    arguments: [
      ("edge", "16444", 0), ("edge", "31957", 2500), ("edge", "3667", 3333), ("edge", "1337", 5000),
      ("edge", "12024", 7500), ("edge", "11002", 9999), ("nav-exp", "u33949", 3000), ("seed", "José", 8059),
    ])
  func golden(seed: String, unit: String, bucket: Int) {
    #expect(Bucket(seed: seed, unit: unit).number == bucket)
  }

  @Test("of hash version 1 are tens", arguments: [("Я", 8610), ("José", 7380)])
  func versionOne(unit: String, bucket: Int) {
    #expect(Bucket(seed: "seed", unit: unit, version: .one).number == bucket)
  }

  @Test(
    "of hash version 3 are a million, other ones for a layer of the same name",
    arguments: [
      ("nav-exp", "u33949", 443_106, 50_513), ("seed", "José", 469_036, 974_815), ("edge", "16444", 901_434, 128_037),
      ("", "u", 645_089, 489_736), ("a", "", 569_974, 465_751), ("quick-entry-1", "u1", 993_719, 0),
    ])
  func versionThree(name: String, unit: String, bucket: Int, layerBucket: Int) {
    #expect(Bucket(seed: name, unit: unit, version: .three).number == bucket)
    if layerBucket > 0 { #expect(Bucket(layer: name, unit: unit, version: .three).number == layerBucket) }
  }

  @Test("of hash version 3 are spread evenly, and independently under every two seeds", arguments: [2, 10])
  func independence(parts: Int) {
    let seeds = ["a", "b", "ab", "ba", "exp1", "exp2", "exp3", "nav-layout"]
    let units = (0..<20_000).map { "user-\(1_000_000 + $0)" }
    let places = seeds.map { seed in
      units.map { Bucket(seed: seed, unit: $0, version: .three).number * parts / HashVersion.three.bucketCount }
    }
    for first in seeds.indices {
      for second in seeds.indices where second > first {
        var table = [Int](repeating: 0, count: parts * parts)
        for (one, other) in zip(places[first], places[second]) { table[one * parts + other] += 1 }
        let expected = Double(units.count) / Double(table.count)
        let chiSquare = table.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
        let freedom = Double(table.count - 1)
        // Six standard deviations: of 56 tables, none comes so far by chance.
        #expect(chiSquare < freedom + 6 * (2 * freedom).squareRoot(), "\(seeds[first]) and \(seeds[second])")
      }
    }
  }

  @Test("differ for texts that look alike but have different bytes")
  func bytes() {
    #expect(Bucket(seed: "s", unit: "caf\u{E9}") != Bucket(seed: "s", unit: "cafe\u{301}"))
  }
}

@Suite("Shares of variations")
struct AllocationTests {
  private func ranges(_ weights: [Int64], coverage: Int64 = 1_000_000) -> [Range<Int>] {
    Allocation(weights: weights.map(Millionths.init(count:)), coverage: Millionths(count: coverage)).ranges
  }

  @Test("are exact: with weights 0.1, 0.2 and 0.7, bucket 3000 is the third variation's")
  func exact() {
    #expect(ranges([100_000, 200_000, 700_000]) == [0..<1000, 1000..<3000, 3000..<10_000])
  }

  @Test("are half-open and leave no bucket out")
  func thirds() {
    #expect(ranges([1_000_000, 1_000_000, 1_000_000]) == [0..<3334, 3334..<6667, 6667..<10_000])
  }

  @Test("of weight zero are empty")
  func zero() {
    #expect(ranges([500_000, 0, 500_000]) == [0..<5000, 0..<0, 5000..<10_000])
  }

  @Test("grow with coverage from where they begin")
  func coverage() {
    #expect(ranges([1_000_000, 1_000_000], coverage: 400_000) == [0..<2000, 5000..<7000])
    #expect(ranges([1_000_000, 1_000_000], coverage: 0) == [0..<0, 0..<0])
  }

  @Test("hold at the limits of what loads: 64 weights that sum to a million")
  func limits() {
    let weights = [Int64](repeating: 15_625_000_000, count: 64)
    let ranges = ranges(weights)
    #expect(ranges.first == 0..<157 && ranges.last == 9844..<10_000)
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
  }
}
