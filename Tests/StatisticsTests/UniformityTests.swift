import Statistics
import TestSupport
import Testing

@Suite("Uniformity")
struct UniformityTests {
  private static let reference = Reference.values

  @Test("the tail at scipy's critical distance is alpha", arguments: reference.kolmogorovSmirnov)
  func critical(value: Reference.Distance) {
    expect(kolmogorovSmirnovTail(value.distance, users: value.n), value.alpha, within: 1e-6)
  }

  @Test("the tail is scipy's, by every method", arguments: reference.kolmogorovSmirnovTails)
  func tail(value: Reference.Tail) {
    expect(kolmogorovSmirnovTail(value.distance, users: value.n), value.p, within: 1e-6)
  }

  @Test(
    "the tail falls with the distance and stays from 0 to 1", arguments: [1, 2, 3, 10, 100, 500, 501, 5000, 200_000])
  func falling(users: Int) throws {
    var last = 1.0
    for step in 0...80 {
      let p = try #require(kolmogorovSmirnovTail(Double(step) / 20 / Double(users).squareRoot(), users: users))
      #expect(p >= 0 && p <= last * (1 + 1e-8), "\(step)")
      last = p
    }
    #expect(kolmogorovSmirnovTail(1, users: users) == 0 && kolmogorovSmirnovTail(-1, users: users) == 1)
  }

  @Test("the methods for up to 100,000 numbers and for more meet", arguments: [0.5, 1, 3.4, 4, 8, 11.9, 12.1, 20, 50])
  func seam(square: Double) throws {
    let exact = try #require(kolmogorovSmirnovTail((square / 1e5).squareRoot(), users: 100_000))
    let beyond = kolmogorovSmirnovTail((square / 100_001).squareRoot(), users: 100_001)
    expect(beyond, exact, within: square < 12 ? 1e-5 : 5e-4)
  }

  @Test("even numbers pass and squared ones fail", arguments: 0..<10)
  func numbers(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let even = (0..<2000).map { _ in Double.random(in: 0...1, using: &random) }
    #expect(try #require(UniformityTest(even)).p > 1e-4)
    #expect(try #require(UniformityTest(even.map { $0 * $0 })).p < 1e-12)
  }

  @Test("one number in the middle is as near to the diagonal as one can be")
  func middle() {
    #expect(UniformityTest([0.5])?.distance == 0.5 && UniformityTest([0.5])?.p == 1)
  }

  @Test("what makes no sense is nil")
  func nonsense() {
    #expect(UniformityTest([]) == nil && UniformityTest([0.5, .nan]) == nil && UniformityTest([.nan]) == nil)
    #expect(UniformityTest([1.1]) == nil && UniformityTest([-0.1]) == nil)
    #expect(kolmogorovSmirnovTail(0.5, users: 0) == nil && kolmogorovSmirnovTail(.nan, users: 5) == nil)
  }
}
