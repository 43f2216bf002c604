/// Why a text is not JSON that we read, and where.
///
/// ```swift
/// do {
///   _ = try JSONDocument(parsing: #"{"age": 65,}"#)
/// } catch {
///   print(error)  // 1:11: the comma before "}" is one too many; remove it
/// }
/// ```
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// What kind of fault it is, for programs.
  public enum Kind: Hashable, Sendable {
    /// Nothing, or nothing but white space.
    case empty
    /// A byte 0x00, which JSON has no place for.
    case nullByte
    /// A UTF-8 byte order mark at the beginning.
    case byteOrderMark
    /// Another encoding than UTF-8, with its name: `UTF-16LE`.
    case encoding(String)
    /// A byte that begins no UTF-8 sequence, or an incomplete one.
    case invalidUTF8
    /// The text ends inside a value.
    case unexpectedEnd
    /// Something stands where the grammar wants something else.
    case unexpectedToken
    /// A line break, tab or other control character inside a string.
    case controlCharacter
    /// An escape that JSON does not know, or half of a surrogate pair.
    case invalidEscape
    /// The escape `\u0000`: valid JSON, but no key or text of ours may hold a NUL.
    case nullEscape
    /// A number that no double, or an integer that no 64-bit integer can hold.
    case numberOutOfRange
    /// A key that its object already has.
    case duplicateKey(String)
    /// Values nested more than 2,048 levels deep.
    case depth
    /// Something after the end of the value.
    case trailingText
  }

  /// What kind of fault it is.
  public let kind: Kind
  /// What is wrong and what was expected, for a person; no full stop at its end.
  public let message: String
  /// Where the fault begins.
  ///
  /// A text that ends too early is at fault directly after its last token, not after the white space that follows.
  public let position: SourcePosition
}

extension JSONSyntaxError: CustomStringConvertible {
  /// Line, column and message: `7:18: expected a value, found "]"`.
  public var description: String { "\(position): \(message)" }
}
