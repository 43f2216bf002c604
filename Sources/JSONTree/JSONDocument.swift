/// A JSON text, read whole, in which every value knows where it stands.
///
/// ```swift
/// let document = try JSONDocument(parsing: """
///   {
///     "minimum": 65
///   }
///   """)
/// document.position(of: "/minimum")  // line 2, column 14
/// ```
///
/// The text is UTF-8 without a byte order mark. Any value may be the root. On top of RFC 8259 it is refused if an
/// object has a key twice, and, unless `Tolerance` says otherwise, if a string holds a NUL, if a number fits neither a
/// double nor (written as an integer) 64 bits, or if values nest more than 2,048 levels deep.
public struct JSONDocument: Sendable {
  /// The outermost value.
  public let root: JSONNode

  /// What of a sound text is refused all the same.
  public enum Tolerance: Sendable {
    /// What a configuration cannot mean: numbers out of range, NULs in strings, deep nesting.
    case none
    /// Nothing that is a matter of values, for data from elsewhere: every JSON text is read. Numbers are the nearest
    /// double or infinite, and their text says what was written. A NUL in a key becomes U+FFFD. What nests more than
    /// 1,000 levels deep is replaced by a number.
    case values
  }

  /// Reads the bytes of a file.
  ///
  /// - Complexity: O(*n*) in the bytes. Stack use is bounded; a thread of 512 KiB is enough for every text.
  /// - Throws: the first fault of the text.
  public init(parsing bytes: [UInt8], tolerating tolerance: Tolerance = .none) throws(JSONSyntaxError) {
    try checkEncoding(of: bytes)
    var text = bytes
    var outcome = JanssonTree.parse(bytes, tolerance)
    if case .values = tolerance, outcome.isMatterOfValues {
      text = tamed(bytes)
      outcome = JanssonTree.parse(text, tolerance)
    }
    switch outcome {
    case .tree(let tree):
      root = JSONNode(entries: tree.entries(locatedIn: text, writtenAs: bytes), index: 0)
    case .failure(let failure):
      throw explanation(of: failure, in: bytes)
    }
  }

  /// Reads a text.
  ///
  /// - Throws: the first fault of the text; its offset counts UTF-8 bytes.
  public init(parsing text: String) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8))
  }
}
