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
/// object has a key twice, if a string holds a NUL, if a number fits neither a double nor (written as an integer)
/// 64 bits, or if values nest more than 2,048 levels deep.
public struct JSONDocument: Sendable {
  /// The outermost value.
  public let root: JSONNode

  /// Reads the bytes of a file.
  ///
  /// - Complexity: O(*n*) in the bytes. Stack use is bounded; a thread of 512 KiB is enough for every text.
  /// - Throws: the first fault of the text.
  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    try checkEncoding(of: bytes)
    switch JanssonTree.parse(bytes) {
    case .tree(let tree):
      root = JSONNode(entries: tree.entries(locatedIn: bytes), index: 0)
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
