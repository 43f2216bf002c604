import Authoring
import Personalization

let paths = [
  "catalog/attributes.json", "catalog/navigation.json", "segments/a.json", "segments/b.json", "experiments/a.json",
  "experiments/b.json", "catalog/groups/g.txt", "expectations/e.json",
]

/// Any bytes as the files of a workspace, each after a zero byte in the order of `paths`: diagnostics, or a workspace that
/// is the same from a bundle.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  var files: [String: String] = [:]
  for (path, part) in zip(paths, bytes.split(separator: 0, omittingEmptySubsequences: false)) where !part.isEmpty {
    files[path] = String(decoding: part, as: UTF8.self)
  }
  let report = Workspace.check(files: files)
  precondition((report.workspace == nil) == report.diagnostics.contains { $0.severity == .error })
  guard let workspace = report.workspace else { return 0 }
  guard let bundle = try? workspace.bundle(), let other = try? PersonalizationEngine(bundle: bundle) else {
    preconditionFailure("what loads from files does not load from a bundle")
  }
  let engine = PersonalizationEngine(workspace)
  for user: User in [[:], ["id": "u", "n": 1, "t": "a"]] {
    let decision = engine.decide(for: user, at: Timestamp(microseconds: 0))
    precondition(other.decide(for: user, at: decision.time).flow == decision.flow)
  }
  return 0
}
