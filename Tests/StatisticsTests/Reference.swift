import Foundation
import Testing

/// Values that scipy and statsmodels computed: `reference.json` beside this file, which says the versions.
struct Reference: Decodable {
  struct Quantile: Decodable { let df: Int, p, x: Double }
  struct Gamma: Decodable { let a, x, q: Double }
  struct LogGamma: Decodable { let x, y: Double }
  struct Beta: Decodable { let a, b, p, x: Double }
  struct Normal: Decodable { let p, z: Double }
  struct SampleRatio: Decodable {
    let observed: [Int], weights: [Double]
    let df: Int, chi2, p: Double
  }
  struct Ends: Decodable {
    let k, n: Int, level: Double, method: String
    let lo, hi: Double
  }
  struct Binomial: Decodable { let k, n: Int, p0, p: Double }
  struct Table: Decodable {
    let table: [[Int]], df: Int
    let chi2, p: Double
    let cramersV: Double

    enum CodingKeys: String, CodingKey {
      case table, df, chi2, p
      case cramersV = "cramers_v"
    }
  }
  struct Hash: Decodable {
    let name: String, table: [[Int]]
    let chi2, p, cramersV: Double

    enum CodingKeys: String, CodingKey {
      case name, table, chi2, p
      case cramersV = "cramers_v"
    }
  }
  struct Distance: Decodable {
    let n: Int, alpha, distance: Double

    enum CodingKeys: String, CodingKey {
      case n, alpha
      case distance = "D"
    }
  }
  struct Tail: Decodable {
    let n: Int, distance, p: Double

    enum CodingKeys: String, CodingKey {
      case n, p
      case distance = "D"
    }
  }
  struct SampleSize: Decodable {
    let p1, p2, alpha, power, unpooled, pooled: Double

    enum CodingKeys: String, CodingKey {
      case p1, p2, alpha, power
      case unpooled = "n_unpooled"
      case pooled = "n_pooled_R_power_prop_test"
    }
  }
  struct SmallestEffect: Decodable {
    let p, users, effect: Double

    enum CodingKeys: String, CodingKey {
      case p
      case users = "n_per_arm"
      case effect = "mde"
    }
  }
  struct Skew: Decodable {
    let share, users: Double

    enum CodingKeys: String, CodingKey {
      case share = "true_share"
      case users = "n_total"
    }
  }

  let chiSquareQuantiles: [Quantile]
  let chiSquareSurvival: [Quantile]
  let incompleteGamma: [Gamma]
  let logGamma: [LogGamma]
  let incompleteBeta: [Beta]
  let betaQuantiles: [Beta]
  let normalQuantiles: [Normal]
  let intervals: [Ends]
  let sampleRatios: [SampleRatio]
  let binomialTests: [Binomial]
  let tables: [Table]
  let hashes: [Hash]
  let kolmogorovSmirnov: [Distance]
  let kolmogorovSmirnovTails: [Tail]
  let kolmogorovSmirnovExact: [Tail]
  let sampleSizes: [SampleSize]
  let smallestEffects: [SmallestEffect]
  let usersToDetectSkew: [Skew]

  static let values: Reference = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "reference.json")
    do {
      return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
    } catch {
      preconditionFailure("\(file.path()): \(error)")
    }
  }()
}

/// Expects a number within a relative tolerance of another, or within an absolute one if that is given.
func expect(
  _ number: Double?, _ expected: Double, within relative: Double, absolute: Double = 0,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let number else {
    Issue.record("nothing instead of \(expected)", sourceLocation: sourceLocation)
    return
  }
  let error = abs(number - expected)
  #expect(
    error <= max(absolute, relative * abs(expected)), "\(number) instead of \(expected)",
    sourceLocation: sourceLocation)
}

extension Double {
  /// e to the power of the number.
  var exponential: Double { exp(self) }
}
