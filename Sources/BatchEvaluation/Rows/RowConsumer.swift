package import Personalization

/// Looks at evaluated users instead of having rows written; each worker has its own.
///
/// What a chunk holds counts only once it is committed: a chunk that was cut in a wrong place begins again.
package protocol RowConsumer: AnyObject {
  /// A chunk begins; whatever was accepted and not committed is forgotten.
  func beginChunk()
  /// The next user, by the place in the evaluator's block.
  ///
  /// - Parameter missing: The attributes without a usable value, 64 to a word, by their places in the catalog.
  func accept(_ user: Int, missing: [UInt64], _ evaluator: inout Evaluator)
  /// A row that gets the catalog's defaults, because of whom nothing may be used.
  func reject()
  /// What was accepted since `beginChunk` counts.
  func commitChunk()
  /// Whether it has seen enough: the rest of the file is then not read.
  var isDone: Bool { get }
}

extension RowConsumer {
  package var isDone: Bool { false }
}

/// Looks at the cells themselves.
package protocol CellConsumer: RowConsumer {
  /// A cell with a usable value of an attribute, of the present chunk.
  ///
  /// Booleans are `true` or `false`, dates RFC 3339, lists joined by the attribute's separator, numbers without spaces.
  func accept(cell text: String, of attribute: Int)
}

/// Looks at some users as values, to decide for them one by one.
package protocol UserConsumer: RowConsumer {
  /// Whether the next record is looked at; asked for each once, in order.
  ///
  /// - Parameter unit: The user's id; nil: none that can be used.
  func wants(unit: [UInt8]?) -> Bool
  /// The user of a record that was asked for, and what could not be read of it.
  func accept(_ user: User, _ issues: [UserIssue])
  /// A record that was asked for gets the catalog's defaults.
  func reject(because reason: String)
}
