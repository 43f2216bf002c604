import Personalization
import Testing

@testable import Authoring

@Suite("Messages that lead on")
struct LeadingOnTests {
  private static let attributes = """
    {"unit": "id", "attributes": {"id": {"type": "string"}, "age": {"type": "number"}, "tags": {"type": "list"}}}
    """
  private static let navigation = """
    { "nodes": { "home": {}, "search": {} }, "routes": {"start": {"nodes": ["home"]}}, "tabs": {"first": "home"},
      "cards": {"streak": "home"},
      "defaults": {"entry": "start", "home.layout": "tab", "home.tabs": ["first"], "home.cards": [],
        "home.initialTab": "first", "fallback.default": "home", "fallback.modalDismissed": null,
        "fallback.invalidDeepLink": "home", "fallback.unavailableNode": "home", "fallback.signedOut": "home",
        "fallback.restoreFailed": "home", "session.scope": "user", "session.resumeWithin": "PT30M",
        "modal.style": "sheet", "modal.confirmsDismissal": false} }
    """

  /// What is said of a workspace with these files beside or instead of the usual ones.
  private func messages(_ files: [String: String]) -> String {
    let usual = ["catalog/attributes.json": Self.attributes, "catalog/navigation.json": Self.navigation]
    let report = Workspace.check(files: usual.merging(files) { $1 })
    return report.diagnostics.map(\.sentence).joined(separator: "\n")
  }

  @Test(
    "guess the types of other languages",
    arguments: [
      ("integer", "number"), ("int", "number"), ("Int64", "number"), ("float", "number"), ("double", "number"),
      ("bool", "boolean"), ("datetime", "date"), ("timestamp", "date"), ("array", "list"), ("string[]", "string"),
      ("semver", "version"), ("text", "string"), ("varchar", "string"),
    ])
  func types(theirs: String, ours: String) {
    let found = messages([
      "catalog/attributes.json":
        #"{"unit": "id", "attributes": {"id": {"type": "string"}, "x": {"type": "\#(theirs)"}}}"#
    ])
    #expect(found.contains(#"found "\#(theirs)"; did you mean "\#(ours)"?"#), "\(found)")
  }

  @Test(
    "guess the members of other tools",
    arguments: [
      ("variants", "variations"), ("treatments", "variations"), ("rules", "audience"), ("conditions", "audience"),
      ("targeting", "audience"), ("enabled", "status"), ("rollout", "coverage"), ("trafficAllocation", "coverage"),
      ("salt", "seed"), ("hashAttribute", "unit"), ("namespace", "layer"), ("prerequisites", "requires"),
      ("startDate", "start"), ("end_date", "end"),
    ])
  func members(theirs: String, ours: String) {
    let found = messages([
      "experiments/e.json":
        #"{"\#(theirs)": 1, "status": "draft", "variations": [{"key": "a"}, {"key": "b"}]}"#
    ])
    #expect(found.contains(#"there is no member "\#(theirs)" here"#), "\(found)")
    #expect(found.contains(#"did you mean "\#(ours)"?"#), "\(found)")
  }

  @Test(
    "guess the members of a segment, a variation, and the states of an experiment",
    arguments: [
      ("segments/s.json", #"{"rules": {}, "priority": 1}"#, "when"),
      ("segments/s.json", #"{"conditions": {}, "rank": 1}"#, "priority"),
      ("segments/s.json", #"{"when": {}, "priority": 1, "payload": {}}"#, "navigation"),
      (
        "experiments/e.json", #"{"status": "draft", "variations": [{"key": "a", "value": 1}, {"key": "b"}]}"#,
        "navigation"
      ),
      ("experiments/e.json", #"{"status": "draft", "variations": [{"name": "a", "id": 1}, {"key": "b"}]}"#, "key"),
      ("experiments/e.json", #"{"status": "active", "variations": [{"key": "a"}, {"key": "b"}]}"#, "running"),
      ("experiments/e.json", #"{"status": "archived", "variations": [{"key": "a"}, {"key": "b"}]}"#, "stopped"),
    ])
  func otherMembers(path: String, text: String, ours: String) {
    let found = messages([path: text])
    #expect(found.contains(#"did you mean "\#(ours)"?"#), "\(found)")
  }

  @Test(
    "say how an operator of another tool is written here, or list those that fit",
    arguments: [
      (#"{"age": {"$between": [1, 2]}}"#, #"no operator "$between"; write {"$gte": LEAST, "$lte": MOST}"#),
      (#"{"id": {"$contains": "a"}}"#, #"write {"$regex": "TEXT"}"#),
      (#"{"tags": {"$contains": "a"}}"#, #"write {"$in": ["VALUE"]}"#),
      (#"{"id": {"$startsWith": "a"}}"#, #"write {"$regex": "^TEXT"}"#),
      (#"{"id": {"ends_with": "a"}}"#, #"write {"$regex": "TEXT$"}"#),
      (#"{"age": {"==": 1}}"#, #"did you mean "$eq"?"#), (#"{"age": {">=": 1}}"#, #"did you mean "$gte"?"#),
      (#"{"age": {"$notEquals": 1}}"#, #"did you mean "$ne"?"#), (#"{"id": {"anyOf": []}}"#, #"did you mean "$in"?"#),
      (#"{"id": {"$isNull": true}}"#, #"write {"$exists": false}"#),
      (#"{"age": {"$frobnicate": 1}}"#, "expected $eq, $ne, $in, $nin, $lt, $lte, $gt, $gte, $exists"),
      (#"{"any": [{"age": 1}]}"#, #"did you mean "$or"?"#), (#"{"$allOf": []}"#, #"did you mean "$and"?"#),
      (#"{"$frobnicate": []}"#, #"expected "$and", "$nor", "$not", "$or" or "$segment""#),
    ])
  func operators(condition: String, message: String) {
    let found = messages(["segments/s.json": #"{"priority": 1, "when": \#(condition)}"#])
    #expect(found.contains(message), "\(found)")
  }

  @Test(
    "list the names there are where they are few, and say what kind of name it is",
    arguments: [
      (
        #""when": {"country": "de"}"#,
        #"no attribute "country"; catalog/attributes.json declares "age", "id" and "tags""#
      ),
      (#""when": {"$segment": "elders"}"#, #"no segment "elders"; segments/ declares "s""#),
      (#""when": {"id": {"$inGroup": "elders"}}"#, #"no group "elders"; catalog/groups/ declares none"#),
      (
        #""when": {}, "navigation": {"entry": "search"}"#,
        #"no route "search", but a node of that name; routes are declared in "routes" of catalog/navigation.json"#
      ),
      (#""when": {}, "navigation": {"home.initialTab": "search"}"#, #"no tab "search", but a node of that name"#),
      (#""when": {}, "navigation": {"home.cards": ["first"]}"#, #"no card "first", but a tab of that name"#),
      (#""when": {}, "navigation": {"fallback.default": "start"}"#, #"no node "start", but a route of that name"#),
      (
        #""when": {}, "navigation": {"fallback.default": "cart"}"#,
        #"no node "cart"; "nodes" of catalog/navigation.json declares "home" and "search""#
      ),
      (#""when": {}, "navigation": {"tabs": []}"#, #"no slot "tabs"; did you mean "home.tabs"?"#),
      (#""when": {}, "navigation": {"color": 1}"#, #"no slot "color"; expected "entry""#),
    ])
  func candidates(members: String, message: String) {
    let found = messages(["segments/s.json": #"{"priority": 1, \#(members)}"#])
    #expect(found.contains(message), "\(found)")
  }

  @Test("say where attributes are declared where they are too many to list")
  func many() {
    let more = (0..<20).map { #""field\#($0)": {"type": "number"}"# }.joined(separator: ", ")
    let found = messages([
      "catalog/attributes.json": #"{"unit": "id", "attributes": {"id": {"type": "string"}, \#(more)}}"#,
      "segments/s.json": #"{"priority": 1, "when": {"country": "de"}}"#,
    ])
    #expect(found.contains(#"no attribute "country"; attributes are declared in catalog/attributes.json"#), "\(found)")
  }
}
