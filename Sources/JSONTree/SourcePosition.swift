/// A place in a text, as an editor counts it.
///
/// Only a line feed ends a line, so a carriage return before it is the last column of its line.
public struct SourcePosition: Hashable, Comparable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in Unicode code points: `é` written as one code point is one column, written as two is two.
  public let column: Int
  /// The number of bytes before this place.
  public let offset: Int

  /// A place whose three coordinates are already known.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// Whether one place stands before another in the same text.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    left.offset < right.offset
  }
}

extension SourcePosition: CustomStringConvertible {
  /// The place as editors read it: `7:18`.
  public var description: String { "\(line):\(column)" }

  /// The place as a sentence names it.
  var words: String { "line \(line), column \(column)" }
}
