/// How conditions that ignore case see a text: Unicode's simple case folding, as regular expressions have it.
///
/// Code point by code point, so that Σ, σ and ς are one letter wherever they stand; ß and SS, or İ and i, are not.
package enum CaseFolding {
  /// The folded text.
  package static func folded(_ text: String) -> ExactText { text.withBytes { ExactText(bytes: folded($0)) } }

  /// The folded text.
  static func folded(_ text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for index in text.indices {
      let byte = text[index]
      guard byte < 0x80 else {
        let string = text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        var folded = String.UnicodeScalarView()
        for scalar in string.unicodeScalars { folded.append(Self.folded(scalar)) }
        return Array(String(folded).utf8)
      }
      bytes.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
    }
    return bytes
  }

  /// The lower case of the upper case, where each is one code point.
  ///
  /// Letters with several lower or upper cases fall together so. Turkic letters stay apart from i.
  static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard scalar != "\u{130}", scalar != "\u{131}" else { return scalar }
    let upper = single(scalar.properties.uppercaseMapping) ?? scalar
    return single(upper.properties.lowercaseMapping) ?? upper
  }

  private static func single(_ text: String) -> Unicode.Scalar? {
    text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
  }
}
