internal import Authoring
internal import Interchange
internal import JSONTree
internal import Navigation
internal import Personalization

/// The results of `personalize test` for programs.
struct TestJSON {
  let results: [ExpectationResult]
  /// Nil if nobody asked for it.
  let coverage: RuleCoverage?

  var value: JSONOutput {
    let passed = results.filter(\.isPassed).count
    var members: [(String, JSONOutput)] = [
      ("schemaVersion", 1),
      ("passed", .integer(passed)),
      ("failed", .integer(results.count - passed)),
      ("cases", .array(results.map(json))),
    ]
    if let coverage { members.append(("coverage", json(coverage))) }
    return .object(members)
  }

  private func json(_ result: ExpectationResult) -> JSONOutput {
    let expectation = result.expectation
    return [
      "name": .string(expectation.name), "file": .string(expectation.file),
      "line": .integer(expectation.position.line), "at": .string(result.decision.time.description),
      "passed": .boolean(result.isPassed),
      "failures": .array(
        result.mismatches.map { mismatch in
          [
            "subject": .string(mismatch.claim.subject.description), "line": .integer(mismatch.claim.position.line),
            "expected": mismatch.claim.expected.json, "got": mismatch.got.json,
            "reason": .string(result.reason(for: mismatch)),
          ]
        }),
    ]
  }

  private func json(_ coverage: RuleCoverage) -> JSONOutput {
    [
      "unmatchedSegments": .array(coverage.unmatchedSegments.map(JSONOutput.string)),
      "unmissedSegments": .array(coverage.unmissedSegments.map(JSONOutput.string)),
      "unassignedVariations": .array(
        coverage.unassignedVariations.map {
          ["experiment": .string($0.experiment), "variation": .string($0.variation)]
        }),
    ]
  }
}

extension Expectation.Value {
  /// The value as the files write it.
  fileprivate var json: JSONOutput {
    switch self {
    case .keys(let keys): .array(keys.map(JSONOutput.string))
    case .slot(let value): value.json
    case .nodeNamed(let name), .variation(let name): .string(name)
    case .node(let node): node.json
    case .nothing: .null
    }
  }
}
