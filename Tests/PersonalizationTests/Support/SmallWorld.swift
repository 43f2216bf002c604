import Authoring
import Personalization

/// A workspace of one's own on a small catalog: what a test is about, and nothing else.
struct SmallWorld {
  static let noon = Timestamp(microseconds: 1_780_000_000_000_000)

  var attributes = """
    "user_id": { "type": "string" }, "device_id": { "type": "string" }, "text": { "type": "string" },
    "number": { "type": "number" }, "flag": { "type": "boolean" }, "version": { "type": "version" },
    "date": { "type": "date" }, "tags": { "type": "list" }, "scores": { "type": "list", "of": "number" },
    "app_version": { "type": "version" }, "mode": { "type": "string" }, "device.shared": { "type": "boolean" },
    "profile": { "type": "string" }
    """
  var segments: [String: String] = [:]
  var experiments: [String: String] = [:]
  var groups: [String: String] = [:]

  var files: [String: String] {
    var files = [
      "catalog/attributes.json": #"{ "unit": "user_id", "attributes": { \#(attributes) } }"#,
      "catalog/navigation.json": Self.navigation,
    ]
    for (key, text) in segments { files["segments/\(key).json"] = text }
    for (key, text) in experiments { files["experiments/\(key).json"] = text }
    for (name, text) in groups { files["catalog/groups/\(name).txt"] = text }
    return files
  }

  func engine() throws -> PersonalizationEngine { PersonalizationEngine(try Workspace(files: files)) }

  /// A world whose only segment `s` has this condition.
  static func condition(_ condition: String, groups: [String: String] = [:]) -> SmallWorld {
    SmallWorld(segments: ["s": #"{ "when": \#(condition), "priority": 1 }"#], groups: groups)
  }

  /// A world whose only experiment `e` has these members beside two variations that set `entry`.
  static func experiment(_ members: String) -> SmallWorld {
    SmallWorld(experiments: ["e": experimentText(members)])
  }

  static func experimentText(
    _ members: String, variations: String = #"{ "key": "a" }, { "key": "b", "navigation": { "entry": "talk" } }"#
  ) -> String {
    #"{ "status": "running", \#(members.isEmpty ? "" : members + ",") "variations": [\#(variations)] }"#
  }

  private static let navigation = """
    {
      "appVersion": "app_version",
      "nodes": {
        "home": {}, "list": {}, "login": {},
        "pick": { "arguments": { "profile": { "type": "string", "optional": true } } },
        "talk": {
          "arguments": { "mode": { "type": "string", "values": ["review", "topic"] } }, "since": "2.0.0",
          "fallback": "list"
        }
      },
      "routes": {
        "home": { "nodes": ["home"] },
        "talk": { "nodes": ["home", { "talk": { "mode": "topic" } }] },
        "last": { "nodes": ["home", { "talk": { "mode": { "attribute": "mode" } } }], "fallback": "pick" },
        "pick": { "nodes": [{ "pick": { "profile": { "attribute": "profile" } } }] },
        "plain-talk": { "nodes": ["home", { "talk": { "mode": { "attribute": "mode", "default": "review" } } }] }
      },
      "tabs": { "home": "home", "list": "list" }, "cards": { "home": "home", "list": "list" },
      "defaults": {
        "entry": "home", "home.layout": "tab", "home.tabs": ["home", "list"], "home.cards": ["home", "list"],
        "home.initialTab": "home", "fallback.default": "home", "fallback.modalDismissed": null,
        "fallback.invalidDeepLink": "home", "fallback.unavailableNode": "home", "fallback.signedOut": "login",
        "fallback.restoreFailed": "home", "session.scope": "user", "session.resumeWithin": "PT30M",
        "modal.style": "sheet", "modal.confirmsDismissal": false
      }
    }
    """
}

extension PersonalizationEngine {
  /// The decision at the usual time of the tests.
  func decide(_ user: User, forcing: [String: String] = [:], sticky: (any StickyStore)? = nil) -> Decision {
    decide(for: user, at: SmallWorld.noon, forcing: forcing, sticky: sticky)
  }
}
