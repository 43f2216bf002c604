import Authoring
import Personalization
import TestSupport
import Testing

@Suite("Splits that are not what they say")
struct SplitDiagnosticTests {
  /// The lines about one experiment `x` in the sample, notes included.
  private func found(_ members: String, layer: String = #""layer": { "name": "x", "range": [0, 0.5] }"#) -> [String] {
    let text = #"{"status": "running", \#(members), "variations": [{"key": "a"}, {"key": "b"}]}"#
    let other = #"{"status": "running", "seed": "other", \#(layer), "variations": [{"key": "a"}, {"key": "b"}]}"#
    let report = Workspace.check(files: SampleFiles.changed(["experiments/x.json": text, "experiments/y.json": other]))
    return (report.diagnostics + report.notes).map(\.description).filter {
      $0.contains("/x.json") || $0.contains("/y.json")
    }
  }

  @Test(
    "are warned of where an experiment hashes like a layer",
    arguments: [
      (#""seed": "x""#, true), (#""name": "seed by default""#, true), (#""seed": "y""#, false),
      (#""hashVersion": 3, "seed": "x""#, false), (#""unit": "device_id", "seed": "x""#, false),
      (#""hashVersion": 1, "seed": "x""#, false),
    ])
  func likeALayer(_ members: String, _ isWarned: Bool) {
    #expect(found(members).contains { $0.contains("warning[shared-seed]") } == isWarned)
  }

  @Test("are warned of under hash version 1, whose layers are GrowthBook's namespaces")
  func namespaces() {
    let layer = #""layer": { "name": "x", "range": [0, 0.5], "hashVersion": 1 }"#
    #expect(found(#""hashVersion": 1, "seed": "__x""#, layer: layer).contains { $0.contains("shared-seed") })
  }

  @Test("are warned of where an experiment hashes like the layer that it is in itself")
  func ownLayer() {
    let own = #""layer": { "name": "x", "range": [0.5, 1] }"#
    #expect(found(own, layer: #""coverage": 1"#).contains { $0.contains("variations at that end") })
  }

  @Test(
    "are warned of where buckets are too coarse for a share",
    arguments: [
      (#""coverage": 0.000001"#, "variation \"a\" has a share of 0.00005 % and reaches 0.01 %"),
      (#""hashVersion": 1, "coverage": 0.0015"#, "reaches 0.1 %"),
      (
        #""layer": { "name": "z", "range": [0.00001, 0.00002] }"#,
        "the range of the layer has a share of 0.001 % and reaches nobody"
      ),
    ])
  func coarse(_ members: String, _ words: String) {
    #expect(found(members).contains { $0.contains("warning[coarse-share]") && $0.contains(words) })
  }

  @Test("are warned of where a weight is so small that nobody gets the variation")
  func nobody() {
    let text = #"{"status": "running", "variations": [{"key": "a", "weight": 999999}, {"key": "b", "weight": 1}]}"#
    let report = Workspace.check(files: SampleFiles.changed(["experiments/x.json": text]))
    #expect(
      report.diagnostics.map(\.description).filter { $0.contains("coarse") } == [
        #"experiments/x.json:1:70: warning[coarse-share]: variation "b" has a share of 0.0001 % and reaches nobody: hash version 2 splits users into 10000 buckets; expected a larger share, or "hashVersion": 3, which has 1000000, if the experiment is new"#
      ])
    let finer = SampleFiles.changed(["experiments/x.json": #"{"hashVersion": 3, "# + text.dropFirst()])
    #expect(Workspace.check(files: finer).diagnostics.allSatisfy { $0.code != .coarseShare })
  }

  @Test(
    "are noted where weights look like percentages and are none",
    arguments: [
      ("50", "60", "the weights sum to 110, not 100; the shares are 45.45 % and 54.55 %"),
      ("40", "50", "the weights sum to 90, not 100; the shares are 44.44 % and 55.56 %"), ("1", "1", nil),
      ("50", "50", nil), ("30", "70", nil), ("33.33", "66.67", nil), ("1", "9", nil), ("60", "60", nil),
      ("2", "1", nil),
    ] as [(String, String, String?)])
  func weights(_ first: String, _ second: String, _ note: String?) {
    let text =
      #"{"status": "draft", "variations": [{"key": "a", "weight": \#(first)}, {"key": "b", "weight": \#(second)}]}"#
    let report = Workspace.check(files: SampleFiles.changed(["experiments/x.json": text]))
    #expect(report.workspace != nil)
    #expect(report.notes.filter { $0.code == .relativeWeights }.map(\.message) == (note.map { [$0] } ?? []))
  }

  @Test(
    "are noted where a stopped experiment has an end that lies ahead",
    arguments: [("2999-01-01", 1), ("2020-01-01", 0)])
  func schedule(_ end: String, _ count: Int) {
    let text = #"{"status": "stopped", "end": "\#(end)", "variations": [{"key": "a"}, {"key": "b"}]}"#
    let report = Workspace.check(files: SampleFiles.changed(["experiments/x.json": text]))
    #expect(report.notes.count { $0.code == .unusedSchedule } == count)
  }
}

@Suite("Folders and groups that are not what they seem")
struct MisplacedFileTests {
  @Test(
    "are warned of with the name that is read",
    arguments: [
      (
        "Experiments/x.json",
        #"Experiments: warning[misplaced-file]: this folder is not read; did you mean "experiments"?"#
      ),
      (
        "experiment/x.json",
        #"experiment: warning[misplaced-file]: this folder is not read; did you mean "experiments"?"#
      ),
      ("segment/x.json", #"segment: warning[misplaced-file]: this folder is not read; did you mean "segments"?"#),
      (
        "segments/onboarding/x.json",
        "segments/onboarding: warning[misplaced-file]: this folder is not read; expected its files directly in segments"
      ),
      (
        "groups/staff.txt", #"groups: warning[misplaced-file]: this folder is not read; did you mean "catalog/groups"?"#
      ),
      (
        "catalog/Groups/staff.txt",
        #"catalog/Groups: warning[misplaced-file]: this folder is not read; did you mean "catalog/groups"?"#
      ),
    ])
  func folders(_ path: String, _ expected: String) {
    #expect(Workspace.check(files: SampleFiles.changed([path: "{}"])).diagnostics.map(\.description) == [expected])
  }

  @Test(
    "are not warned of where they are something else",
    arguments: ["Sources/x.json", "segments/.git/x.json", "docs/segments.md"])
  func others(_ path: String) {
    #expect(Workspace.check(files: SampleFiles.changed([path: "{}"])).diagnostics.isEmpty)
  }

  @Test(
    "do not load where a line of a group holds the end of another, or a NUL",
    arguments: [
      ("u-1\ru-2\n", "1:4", "a carriage return stands in this line; expected lines that end in LF or CRLF"),
      ("u-1\r\nu\0-2", "2:2", "a NUL stands in this line; expected text"),
    ])
  func lines(_ text: String, _ place: String, _ message: String) {
    let report = Workspace.check(files: SampleFiles.changed(["catalog/groups/staff.txt": text]))
    #expect(
      report.diagnostics.map(\.description) == ["catalog/groups/staff.txt:\(place): error[group-value]: \(message)"])
  }
}
