/// Text compared byte for byte.
///
/// `String` calls composed and decomposed é equal, but they hash to different buckets and are different users; every
/// value that a condition compares is therefore kept as its UTF-8 bytes.
public struct ExactText: Hashable, Sendable {
  /// The UTF-8 bytes.
  public let bytes: [UInt8]

  /// The bytes of this text.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// These bytes; the caller vouches that they are UTF-8.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// The text as a `String`.
  public var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension ExactText: Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// Order of the UTF-8 bytes.
  public static func < (first: ExactText, second: ExactText) -> Bool {
    first.bytes.lexicographicallyPrecedes(second.bytes)
  }
  /// The bytes of this text.
  public init(stringLiteral value: String) { self.init(value) }
  /// The text.
  public var description: String { string }
}
