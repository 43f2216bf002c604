package import Personalization

/// A column of the output.
package enum OutputColumn: Hashable, Sendable {
  case unit, segments, entry, homeLayout, homeTabs, fallback
  /// By its place in the workspace.
  case experiment(Int)
  case issues
  /// The value of a slot, and who set it; only if they are named.
  case slot(Slot), source(Slot)

  /// All columns, as they are named, in their usual order.
  package static func all(_ engine: PersonalizationEngine) -> [(name: String, column: OutputColumn)] {
    [
      (engine.workspace.catalog.unit, .unit), ("segments", .segments), ("entry", .entry), ("home_layout", .homeLayout),
      ("home_tabs", .homeTabs), ("fallback", .fallback),
    ] + engine.workspace.experiments.enumerated().map { ("experiment." + $1.key, .experiment($0)) }
      + [("issues", .issues)]
  }

  /// The columns of the slots.
  package static var slots: [(name: String, column: OutputColumn)] {
    Slot.allCases.flatMap { [("slot." + $0.key, .slot($0)), ("source." + $0.key, .source($0))] }
  }

  /// The columns of these names, in this order; nil: all.
  ///
  /// - Throws: Where a column does not exist, or is named twice.
  package static func chosen(
    _ names: [String]?, among all: [(name: String, column: OutputColumn)],
    or others: [(name: String, column: OutputColumn)] = []
  ) throws(BatchError) -> [(name: String, column: OutputColumn)] {
    guard let names else { return all }
    var chosen: [(name: String, column: OutputColumn)] = []
    for name in names {
      guard let column = (all + others).first(where: { $0.name == name }) else {
        throw .column(name, "is no column of the output; there are \(all.map(\.name).joined(separator: ", "))")
      }
      guard !chosen.contains(where: { $0.name == name }) else { throw .column(name, "is named twice") }
      chosen.append(column)
    }
    return chosen
  }
}
