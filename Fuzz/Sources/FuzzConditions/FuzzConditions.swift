import Authoring
import FuzzDriver
import Personalization

let users: [User] = [
  [:], ["n": 1, "t": "a", "l": ["a"], "m": [1, 2], "v": "1.2.3", "d": "2026-01-31", "b": true],
  ["n": -0.5, "t": "", "l": [], "m": [], "v": "2.0.0-rc.1", "d": 0, "b": false], ["t": "ΟΔΟΣ", "l": ["x", "É"]],
]

/// Any text as a condition: diagnostics, or a segment that its negation is the opposite of, the same from a bundle.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  var files = smallCatalog
  files["catalog/groups/g.txt"] = "1\n2\na\n"
  files["segments/s.json"] = #"{"priority": 1, "when": \#(text)}"#
  files["segments/not.json"] = #"{"priority": 2, "when": {"$not": \#(text)}}"#
  let report = Workspace.check(files: files)
  guard let workspace = report.workspace else {
    precondition(report.diagnostics.contains { $0.severity == .error })
    return 0
  }
  let engine = PersonalizationEngine(workspace)
  guard let bundle = try? workspace.bundle(), let other = try? PersonalizationEngine(bundle: bundle) else {
    preconditionFailure("what loads from files does not load from a bundle")
  }
  for user in users {
    let decision = engine.decide(for: user, at: Timestamp(microseconds: 1_780_000_000_000_000))
    // A pattern that is given up is no match, and neither is its negation then certain.
    precondition(decision.segments.count == 1 || !decision.issues.isEmpty)
    precondition(other.decide(for: user, at: decision.time).segments == decision.segments)
  }
  return 0
}
