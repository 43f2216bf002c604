package import JSONTree
package import Navigation
package import Personalization

/// One case of an expectation file: a user, and what is promised of the decision for it.
///
/// ```json
/// {
///   "name": "a grandmother",
///   "user": { "user_id": "u-17", "age": 71 },
///   "expect": { "segments": ["senior"], "home.layout": "tab" }
/// }
/// ```
///
/// Only what is named is compared, and always with what the user gets: the entry, the nodes and the tabs are those after
/// the fallbacks of app versions and missing values, as `personalize evaluate` prints them.
package struct Expectation: Sendable {
  /// What the case says, for people.
  package let name: String
  /// The file that it stands in.
  package let file: String
  /// Where it stands.
  package let position: SourcePosition
  /// Whom the decision is for.
  package let user: User
  /// The case's own time.
  package let time: Timestamp?
  /// The time of the file, for cases without one.
  package let fileTime: Timestamp?
  /// Variations by experiment that the user gets without hashing.
  package let forced: [String: String]
  /// What is promised, in the order of the file; never empty.
  package let claims: [Claim]

  /// One thing that is promised.
  package struct Claim: Sendable {
    /// What it is about.
    package let subject: Subject
    /// What is promised of it.
    package let expected: Value
    /// Where it stands.
    package let position: SourcePosition
  }

  /// What a claim is about.
  package enum Subject: Hashable, Sendable {
    /// The matched segments, from the lowest to the highest priority.
    case segments
    /// What the user gets in a slot.
    case slot(Slot)
    /// The variation of an experiment.
    case experiment(String)
    /// The names of what of the user could not be used.
    case issues
  }

  /// What is promised, or what the user got.
  package enum Value: Hashable, Sendable {
    /// Keys in order.
    case keys([String])
    /// A slot's value, of slots that hold no node.
    case slot(SlotValue)
    /// A node of this name, whatever its arguments.
    case nodeNamed(String)
    /// This node.
    case node(Node)
    /// A variation.
    case variation(String)
    /// No variation; no node, for `fallback.modalDismissed`; no tab.
    case nothing
  }
}

extension Expectation.Subject: CustomStringConvertible {
  /// The subject as the files write it; an experiment as `experiments.KEY`.
  package var description: String {
    switch self {
    case .segments: "segments"
    case .slot(let slot): slot.key
    case .experiment(let key): "experiments.\(key)"
    case .issues: "issues"
    }
  }
}

extension Expectation.Value: CustomStringConvertible {
  /// The value as people write it.
  package var description: String {
    switch self {
    case .keys(let keys): "[\(keys.joined(separator: ", "))]"
    case .slot(let value): value.description
    case .nodeNamed(let name): name
    case .node(let node): node.description
    case .variation(let key): key
    case .nothing: "none"
    }
  }
}
