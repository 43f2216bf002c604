internal import JSONTree
internal import Reporting
internal import Simulation

/// What the users of an experiment make visible, for programs; null where nothing can be compared or an arm is hidden.
struct VisibilityJSON {
  let value: JSONOutput

  init(_ visibility: Visibility?, _ minimum: SmallCells) {
    guard let visibility, visibility.users.allSatisfy(minimum.shows) else {
      value = .null
      return
    }
    value = [
      "users": .array(visibility.users.map(JSONOutput.integer)), "baseline": .number(visibility.baseline),
      "increase": visibility.increase.map(JSONOutput.number) ?? .null, "alpha": .number(Visibility.alpha),
      "power": .number(Visibility.power),
    ]
  }
}
