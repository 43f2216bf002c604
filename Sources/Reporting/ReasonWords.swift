package import Personalization

extension AssignmentReason {
  /// What ended the checks, in a few words.
  package var phrase: String {
    switch self {
    case .forced: "forced"
    case .inactive: "a draft, or stopped"
    case .rolledOut: "the winner, rolled out"
    case .notStarted: "not started"
    case .ended: "ended"
    case .noUnit: "no unit to hash"
    case .locked: "a segment locks its slots"
    case .chosen: "the user chose its slot"
    case .sticky: "kept from before"
    case .stickyBlocked: "kept out since before"
    case .layerMiss: "in another part of the layer"
    case .audienceMiss: "not its audience"
    case .prerequisiteMiss: "without a required variation"
    case .coverageMiss: "outside its coverage"
    case .assigned: "dealt"
    }
  }
}
