internal import Interchange

/// `personalize explain`: one decision with the reasons for every part of it.
enum Explain {
  static let command = Command.deciding(
    name: "explain",
    summary: "Decide for one user and say why.",
    examples: [
      Example(#"personalize explain --user '{"user_id": "u1", "age": 71}'"#, "which segments and experiments decided"),
      Example("personalize explain --user-file user.json --at 2025-03-01T08:00:00Z", "the decision of that morning"),
    ],
    text: { ExplanationText(decision: $0).text },
    json: { DecisionJSON($0).explained })
}
