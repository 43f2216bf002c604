/// Which buckets belong to which variation, in exact integers.
///
/// With weights `w`, their sum `W`, coverage `c` and `S` the sum of the weights before it, a variation owns the buckets
/// `b` of `n` with `S/W ≤ b/n < (S + c·w)/W`. Raising the coverage moves nobody between variations.
struct Allocation: Hashable, Sendable {
  /// The half-open range of each variation; empty for a weight of zero.
  let ranges: [Range<Int>]

  /// The weights sum to more than 0 and at most 1,000,000; coverage is 0…1.
  ///
  /// Loading makes sure of both.
  init(weights: [Millionths], coverage: Millionths, buckets count: Int = HashVersion.two.bucketCount) {
    let total = UInt64(weights.reduce(0) { $0 + $1.count })
    let million = UInt64(Millionths.one.count)
    let buckets = UInt64(count)
    var before: UInt64 = 0
    ranges = weights.map { weight in
      let start = before * million
      let end = start + UInt64(coverage.count) * UInt64(weight.count)
      before += UInt64(weight.count)
      guard end > start else { return 0..<0 }
      return Self.ceiling(
        of: start, times: buckets, over: total * million)..<Self.ceiling(
          of: end, times: buckets, over: total * million)
    }
  }

  private static func ceiling(of factor: UInt64, times other: UInt64, over divisor: UInt64) -> Int {
    let product = factor.multipliedFullWidth(by: other)
    let (quotient, remainder) = divisor.dividingFullWidth(product)
    return Int(quotient) + (remainder > 0 ? 1 : 0)
  }
}

extension Layer {
  /// The half-open ranges of buckets that this layer's ranges own.
  var buckets: [Range<Int>] {
    let perBucket = Millionths.one.count / Int64(hashVersion.bucketCount)
    func ceiling(_ millionths: Millionths) -> Int { Int((millionths.count + perBucket - 1) / perBucket) }
    return ranges.map { ceiling($0.lowerBound)..<ceiling($0.upperBound) }
  }

  /// The share of units that its hash really puts into the ranges: a hash falls into whole buckets.
  package var reach: Double { hashVersion.share(of: buckets) }
}

extension Experiment {
  /// The ranges of buckets of the variations.
  var allocation: Allocation {
    Allocation(weights: variations.map(\.weight), coverage: coverage, buckets: hashVersion.bucketCount)
  }

  /// The share of units that the hash really gives to each variation, layer and audience left out of account.
  package var reach: [Double] { allocation.ranges.map { hashVersion.share(of: [$0]) } }
}

extension HashVersion {
  /// The share of all units whose hash falls into ranges of buckets.
  fileprivate func share(of ranges: [Range<Int>]) -> Double {
    let reached = ranges.reduce(0) { sum, range in
      sum + (range.upperBound + stride - 1) / stride - (range.lowerBound + stride - 1) / stride
    }
    return Double(reached * stride) / Double(bucketCount)
  }
}
