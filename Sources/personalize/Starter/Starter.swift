/// The files that `personalize init` writes: a workspace small enough to be read in one sitting.
enum Starter {
  struct File: Sendable {
    /// Relative to the workspace.
    let path: String
    let text: String
  }

  static let files =
    [
      File(path: "catalog/attributes.json", text: attributes),
      File(path: "catalog/navigation.json", text: navigation),
      File(path: "segments/newcomer.json", text: segment),
      File(path: "experiments/search-first.json", text: experiment),
      File(path: "expectations/start.json", text: expectations),
      File(path: "users.csv", text: users),
      File(path: "README.md", text: readme),
    ] + schemas

  private static let attributes = """
    {
      "$schema": "../schemas/attributes.schema.json",
      "unit": "user_id",
      "attributes": {
        "user_id": { "type": "string", "description": "Stable id of the account; decides which variation a user gets." },
        "sessions": { "type": "number", "description": "How often the user has opened the app." }
      }
    }

    """

  private static let navigation = """
    {
      "$schema": "../schemas/navigation.schema.json",
      "nodes": {
        "home": { "title": "Home" },
        "login": { "title": "Sign in" },
        "tour": { "title": "What this app does" },
        "search": { "title": "Search" },
        "library": { "title": "Library" }
      },
      "routes": {
        "home": { "nodes": ["home"] },
        "tour": { "description": "The tour over home, so that going back leads there.", "nodes": ["home", "tour"] }
      },
      "tabs": { "home": "home", "search": "search", "library": "library" },
      "cards": { "continue": "library", "discover": "search" },
      "deepLinks": [
        { "pattern": "app://home", "route": "home" },
        { "pattern": "app://library", "node": "library" }
      ],
      "defaults": {
        "entry": "home",
        "home.layout": "tab",
        "home.tabs": ["home", "search", "library"],
        "home.cards": ["continue", "discover"],
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

  private static let segment = """
    {
      "$schema": "../schemas/segment.schema.json",
      "name": "Newcomer",
      "description": "People who have opened the app three times at most. They begin with the tour, and nothing that is being tried moves it.",
      "when": { "sessions": { "$lte": 3 } },
      "priority": 10,
      "navigation": { "entry": "tour", "home.tabs": ["home", "search", "library"] },
      "lock": true
    }

    """

  private static let experiment = """
    {
      "$schema": "../schemas/experiment.schema.json",
      "name": "Search first",
      "hypothesis": "People who know the app find things sooner when search is the first tab.",
      "status": "running",
      "hashVersion": 3,
      "audience": { "$not": { "$segment": "newcomer" } },
      "variations": [
        { "key": "control" },
        { "key": "search-first", "navigation": { "home.tabs": ["search", "home", "library"], "home.initialTab": "search" } }
      ]
    }

    """

  private static let expectations = """
    {
      "$schema": "../schemas/expectations.schema.json",
      "at": "2026-01-01",
      "cases": [
        {
          "name": "a newcomer begins with the tour and takes part in nothing",
          "user": { "user_id": "ada", "sessions": 1 },
          "expect": { "segments": ["newcomer"], "entry": "tour", "experiments": { "search-first": null } }
        },
        {
          "name": "three sessions still make a newcomer, four do not",
          "user": { "user_id": "ada", "sessions": 4 },
          "expect": { "segments": [], "entry": "home" }
        },
        {
          "name": "search comes first for those who get it",
          "user": { "user_id": "ada", "sessions": 40 },
          "force": { "search-first": "search-first" },
          "expect": { "home.tabs": ["search", "home", "library"], "home.initialTab": "search" }
        },
        {
          "name": "the others keep what they know",
          "user": { "user_id": "ada", "sessions": 40 },
          "force": { "search-first": "control" },
          "expect": { "home.tabs": ["home", "search", "library"], "home.initialTab": "home" }
        },
        {
          "name": "somebody of whom nothing is known lands on home, and nothing is wrong with that",
          "user": {},
          "expect": { "segments": [], "entry": "home", "fallback.signedOut": "login", "issues": [] }
        }
      ]
    }

    """

  private static let users = """
    user_id,sessions
    ada,1
    ben,3
    cleo,4
    dov,40
    eve,

    """

  private static let readme = """
    # Who lands where

    - `catalog/`: what is known of users, which screens the app has, and a default for every slot.
    - `segments/newcomer.json`: whom to treat how.
    - `experiments/search-first.json`: what is being tried.
    - `expectations/start.json`: what must stay true whatever is changed.
    - `users.csv`: a few users.
    - `schemas/`: what editors complete and check from while you type.

    Here, in this folder:

    ```sh
    personalize validate
    personalize test --coverage
    personalize explain --user '{"user_id": "ada", "sessions": 1}'
    personalize simulate --users users.csv
    personalize batch users.csv -o decisions.csv
    personalize graph --format mermaid
    ```

    Change `"$lte": 3` to `"$lte": 5` in `segments/newcomer.json`, and `personalize test` says whom that would move.

    """
}
