#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The exact test of counts against designed shares; for two arms, the two-sided binomial test.
struct MultinomialTest {
  private static let mostOutcomes = 200_000.0
  /// Outcomes that are equally likely must not differ by rounding; R's `binom.test` allows as much.
  private static let slack = 1e-7

  /// The chance of all outcomes that are no likelier than the observed one.
  private(set) var p = 0.0

  private let logFactorials: [Double]
  private let logShares: [Double]
  private let threshold: Double

  /// Nil where there are too many outcomes to go through; every share is above 0.
  init?(_ observed: [Int], shares: [Double]) {
    let users = observed.reduce(0.0) { $0 + Double($1) }
    var outcomes = 1.0
    for arm in 1..<max(observed.count, 1) { outcomes *= (users + Double(arm)) / Double(arm) }
    guard outcomes <= Self.mostOutcomes else { return nil }
    let n = observed.reduce(0, +)
    var logFactorials = [0.0]
    for number in 0..<n { logFactorials.append(logFactorials[number] + log(Double(number + 1))) }
    self.logFactorials = logFactorials
    logShares = shares.map { log($0) }
    var seen = logFactorials[n]
    for (count, logShare) in zip(observed, logShares) { seen += Double(count) * logShare - logFactorials[count] }
    threshold = seen + Self.slack
    addOutcomes(of: n, from: 0, logChance: logFactorials[n])
    p = min(1, p)
  }

  private mutating func addOutcomes(of rest: Int, from arm: Int, logChance: Double) {
    func with(_ count: Int) -> Double { logChance + Double(count) * logShares[arm] - logFactorials[count] }
    if arm == logShares.count - 1 {
      let outcome = with(rest)
      if outcome <= threshold { p += exp(outcome) }
      return
    }
    for count in 0...rest { addOutcomes(of: rest - count, from: arm + 1, logChance: with(count)) }
  }
}

/// The two-sided exact binomial test: the chance of every count that is no likelier than this one.
///
/// ```swift
/// binomialTest(9, of: 10, share: 0.5)   // 0.021484375
/// ```
///
/// Nil for a count outside 0…total, a share outside 0…1 (ends excluded) and more than 200,000 users.
public func binomialTest(_ count: Int, of total: Int, share: Double) -> Double? {
  guard count >= 0, total > 0, count <= total, share > 0, share < 1 else { return nil }
  return MultinomialTest([count, total - count], shares: [share, 1 - share])?.p
}
