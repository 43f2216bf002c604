import Authoring
import FuzzDriver
import Personalization

let engine: PersonalizationEngine? = (try? Workspace(files: files)).map(PersonalizationEngine.init)

let files = smallCatalog.merging([
  "segments/s.json": """
  {"when": {"$or": [{"n": {"$gt": 1}}, {"b": true}, {"d": {"$gt": "2026-01-01"}}, {"v": {"$vgt": "1"}},
    {"l": {"$all": ["a"]}}, {"m": {"$size": 2}}, {"t.u": {"$regexi": "x"}}, {"é": 1}]}, "priority": 1}
  """,
  "experiments/e.json": #"{"status": "running", "unit": "id", "variations": [{"key": "a"}, {"key": "b"}]}"#,
]) { $1 }

/// Any bytes as a JSON user: a problem of the text, never of a value, or a decision.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  guard let engine else { preconditionFailure("the workspace does not load") }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do throws(Diagnostic) {
    let user = try User(json: bytes)
    let decision = engine.decide(for: user, at: Timestamp(microseconds: 0))
    precondition(decision.segments == engine.decide(for: user, at: Timestamp(microseconds: 0)).segments)
    precondition(decision.explanation.slots.count == decision.slots.count)
  } catch {
    precondition([.syntax, .notUTF8, .duplicateKey, .wrongType].contains(error.code), "\(error)")
  }
  return 0
}
