import Authoring
import Personalization
import TestSupport
import Testing

@Suite("Notes")
struct NoteTests {
  /// The sample with one more attribute, and other changes.
  private func notes(_ changes: [String: String] = [:], type: String = "string") -> [String] {
    var files = SampleFiles.all.merging(changes) { $1 }
    let attributes = #""probe": { "type": "\#(type)" }, "user_id":"#
    files["catalog/attributes.json"] = SampleFiles.attributes.replacing("\"user_id\":", with: attributes)
    let report = Workspace.check(files: files)
    #expect(
      report.workspace != nil && report.diagnostics.allSatisfy { $0.severity == .warning }, "\(report.diagnostics)")
    return report.notes.map(\.description).filter { $0.contains("probe") }
  }

  @Test("name an attribute that nothing reads, and leave the workspace alone")
  func unread() {
    #expect(
      notes() == [
        #"catalog/attributes.json:4:5: note[unread-attribute]: nothing reads attribute "probe", so its values decide "#
          + "nothing: it is in no condition, no unit, not the app version and no argument"
      ])
  }

  @Test(
    "do not name one that something reads",
    arguments: [
      ("segments/x.json", #"{"when": {"$or": [{"age": 1}, {"$not": {"probe": "a"}}]}, "priority": 1}"#),
      (
        "experiments/x.json",
        #"{"status": "draft", "audience": {"probe": "a"}, "variations": [{"key": "a"}, {"key": "b"}]}"#
      ),
      ("experiments/x.json", #"{"status": "draft", "unit": "probe", "variations": [{"key": "a"}, {"key": "b"}]}"#),
      (
        "experiments/x.json",
        #"{"status": "draft", "fallbackUnit": "probe", "variations": [{"key": "a"}, {"key": "b"}]}"#
      ),
      (
        "segments/x.json",
        #"{"when": {"age": 1}, "priority": 1, "navigation": {"fallback.default": {"speaking": {"mode": {"attribute": "probe"}}}}}"#
      ),
      (
        "experiments/x.json",
        #"{"status": "draft", "variations": [{"key": "a"}, {"key": "b", "navigation": {"fallback.signedOut": {"speaking": {"mode": {"attribute": "probe"}}}}}]}"#
      ),
      ("catalog/navigation.json", SampleFiles.navigation.replacing("\"last_mode\"", with: "\"probe\"")),
      (
        "catalog/navigation.json",
        SampleFiles.navigation.replacing(
          "\"practice\": \"modeSelection\"",
          with: "\"practice\": {\"speaking\": {\"mode\": {\"attribute\": \"probe\"}}}")
      ),
    ])
  func read(_ file: String, _ text: String) {
    #expect(notes([file: text]).isEmpty)
  }

  @Test("do not name the app version")
  func appVersion() {
    let navigation = SampleFiles.navigation.replacing("\"app_version\"", with: "\"probe\"")
    #expect(notes(["catalog/navigation.json": navigation], type: "version").isEmpty)
  }

  @Test("are not taken where there is an error, or nobody asks for proofs")
  func errors() throws {
    let files = SampleFiles.changed(["segments/x.json": "{"])
    #expect(Workspace.check(files: files).notes.isEmpty && !Workspace.check(files: SampleFiles.all).notes.isEmpty)
  }
}
