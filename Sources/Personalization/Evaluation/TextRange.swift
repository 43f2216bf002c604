/// A text among the bytes that come with it, or none.
package struct TextRange: Hashable, Sendable {
  package let start: UInt32
  package let end: UInt32

  /// From `start` up to and without `end`.
  @inlinable
  package init(start: UInt32, end: UInt32) {
    self.start = start
    self.end = end
  }

  /// No text, which is not the empty text.
  package static let missing = TextRange(start: 1, end: 0)

  @inlinable
  package var isMissing: Bool { start > end }

  /// The places of its bytes; nothing for a missing one.
  @inlinable
  package var places: Range<Int> { isMissing ? 0..<0 : Int(start)..<Int(end) }
}
