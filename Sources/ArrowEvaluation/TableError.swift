/// Why a table cannot be evaluated; nothing of it was.
package struct TableError: Error, Hashable, Sendable {
  /// What is wrong and what was expected, as a sentence without a full stop.
  package let message: String

  init(_ message: String) { self.message = message }
}
