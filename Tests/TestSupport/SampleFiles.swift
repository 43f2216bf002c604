/// A small valid workspace as texts by path, to be changed by a test.
///
/// ```swift
/// let files = SampleFiles.changed(["segments/senior.json": #"{"when": {}, "priority": 1}"#])
/// let workspace = try Workspace(files: files)
/// ```
///
/// It has an attribute of every type, nodes with and without arguments, two routes, two segments of which one asks for
/// the other, three experiments, two of them in one layer, and a group.
public enum SampleFiles {
  /// The whole workspace; it has neither errors nor warnings.
  public static let all: [String: String] = [
    "catalog/attributes.json": attributes,
    "catalog/navigation.json": navigation,
    "catalog/groups/staff.txt": "u-1\nu-2\n",
    "segments/senior.json": senior,
    "segments/night.json": night,
    "experiments/entry.json": entry,
    "experiments/layout.json": layout,
    "experiments/cards.json": cards,
  ]

  /// The workspace with some files replaced or added; those with nil are removed.
  public static func changed(_ files: [String: String?]) -> [String: String] {
    var result = all
    for (path, text) in files { result[path] = text }
    return result
  }

  /// The text with another one inside it replaced wherever it stands.
  public static func replacing(_ old: String, in text: String, with new: String) -> String {
    var result = ""
    var rest = text[...]
    while let range = rest.firstRange(of: old) {
      result += rest[..<range.lowerBound] + new
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  /// `catalog/attributes.json`.
  public static let attributes = """
    {
      "unit": "user_id",
      "attributes": {
        "user_id": { "type": "string" },
        "device_id": { "type": "string" },
        "age": { "type": "number" },
        "premium": { "type": "boolean" },
        "app_version": { "type": "version" },
        "joined": { "type": "date" },
        "devices": { "type": "list", "of": "string" },
        "scores": { "type": "list", "of": "number", "separator": ";" },
        "shift": { "type": "string" },
        "last_mode": { "type": "string" }
      }
    }
    """

  /// `catalog/navigation.json`.
  public static let navigation = """
    {
      "appVersion": "app_version",
      "nodes": {
        "login": {},
        "home": { "title": "Home" },
        "modeSelection": {},
        "savedList": {},
        "speaking": {
          "arguments": { "mode": { "type": "string", "values": ["review", "topicTalk"] } },
          "since": "2.0.0",
          "fallback": "modeSelection"
        }
      },
      "routes": {
        "continue-last": {
          "nodes": ["home", { "speaking": { "mode": { "attribute": "last_mode" } } }], "fallback": "practice"
        },
        "practice": { "nodes": ["home", { "speaking": { "mode": "topicTalk" } }] }
      },
      "tabs": { "home": "home", "practice": "modeSelection" },
      "cards": { "saved": "savedList", "streak": "home" },
      "deepLinks": [
        { "pattern": "app://practice/{mode}", "node": "speaking" },
        { "pattern": "app://continue", "route": "continue-last" }
      ],
      "defaults": {
        "entry": "practice",
        "home.layout": "tab",
        "home.tabs": ["home", "practice"],
        "home.cards": ["saved", "streak"],
        "home.initialTab": "home",
        "fallback.default": "home",
        "fallback.modalDismissed": null,
        "fallback.invalidDeepLink": "home",
        "fallback.unavailableNode": "home",
        "fallback.signedOut": "login",
        "fallback.restoreFailed": "home",
        "session.scope": "user",
        "session.resumeWithin": "PT30M",
        "modal.style": "sheet",
        "modal.confirmsDismissal": false
      }
    }
    """

  /// `segments/senior.json`.
  public static let senior = """
    {
      "name": "Senior",
      "when": { "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } },
      "priority": 60,
      "navigation": { "home.layout": "tab", "fallback.modalDismissed": "savedList" },
      "lock": true
    }
    """

  /// `segments/night.json`.
  public static let night = """
    {
      "when": { "shift": "night", "segments": { "$nin": ["senior"] } },
      "priority": 20,
      "navigation": { "home.layout": "dashboard" }
    }
    """

  /// `experiments/entry.json`.
  public static let entry = """
    {
      "status": "running",
      "audience": { "$segment": "night" },
      "layer": { "name": "home", "range": [0, 0.5] },
      "variations": [
        { "key": "control" },
        { "key": "continue", "navigation": { "entry": "continue-last" } }
      ]
    }
    """

  /// `experiments/layout.json`.
  public static let layout = """
    {
      "status": "running",
      "requires": { "entry": ["control"] },
      "variations": [
        { "key": "control", "weight": 0.9 },
        { "key": "cards", "weight": 0.1, "navigation": { "home.layout": "dashboard" } }
      ]
    }
    """

  /// `experiments/cards.json`.
  public static let cards = """
    {
      "status": "running",
      "coverage": 0.5,
      "start": "2026-01-01", "end": "2026-12-31T23:59:59Z",
      "sticky": { "bucketVersion": 1 },
      "layer": { "name": "home", "ranges": [[0.5, 0.7], [0.8, 1]] },
      "variations": [
        { "key": "control" },
        { "key": "streak-first", "navigation": { "home.cards": ["streak", "saved"] } }
      ]
    }
    """
}
