internal import Interchange

/// `personalize evaluate`: one decision.
enum Evaluate {
  static let command = Command.deciding(
    name: "evaluate",
    summary: "Decide for one user.",
    examples: [
      Example(#"personalize evaluate --user '{"user_id": "u1", "age": 71}'"#, "where this user starts and lands"),
      Example("personalize evaluate --user-file user.json --format json", "the same for programs"),
      Example(
        #"personalize evaluate --user '{"user_id": "u1"}' --force quick-entry=continue-last"#,
        "what this user would get in that variation"),
      Example(
        #"personalize evaluate --user '{"user_id": "u1"}' --sticky assignments.db"#,
        "whoever was assigned before stays where they are"),
    ],
    options: [StickyFile.option],
    notes: ["With --sticky, what is on record in FILE.db counts too, and what is assigned anew is remembered there."],
    text: { DecisionText(decision: $0).text },
    json: { DecisionJSON($0).value })
}
