import Foundation
import Testing
import TestSupport

/// Runs a property for many seeds.
///
/// `PROPERTY_SEED=… swift test --filter PropertyTests` replays one seed; `PROPERTY_ROUNDS=10` runs ten times as many.
enum Property {
  private static let environment = ProcessInfo.processInfo.environment
  private static let replayed = environment["PROPERTY_SEED"].flatMap(UInt64.init)
  private static let factor = environment["PROPERTY_ROUNDS"].flatMap(Double.init) ?? 1
  /// After so many failures the rest would only repeat them.
  private static let mostFailures = 3

  /// Calls `body` with a generator for each seed; each text it returns is a failure.
  static func holds(
    rounds: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (inout SplitMix64) async throws -> [String]
  ) async {
    let first: UInt64 = 1
    let seeds = replayed.map { $0...$0 } ?? first...max(first, UInt64((Double(rounds) * factor).rounded()))
    var failures = 0
    for seed in seeds where failures < mostFailures {
      var random = SplitMix64(seed: seed)
      var problems: [String]
      do {
        problems = try await body(&random)
      } catch {
        problems = ["thrown: \(error)"]
      }
      guard !problems.isEmpty else { continue }
      failures += 1
      let shown = problems.prefix(3).joined(separator: "\n")
      Issue.record(
        "seed \(seed): \(shown)\nreplay: PROPERTY_SEED=\(seed) swift test --filter PropertyTests",
        sourceLocation: sourceLocation)
    }
  }
}
