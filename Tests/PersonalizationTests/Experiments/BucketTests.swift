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
