/// How conditions that ignore case see a text.
enum CaseFolding {
  /// The text in lower case, by Unicode's rules for any language.
  static func lowercased(_ text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for index in text.indices {
      let byte = text[index]
      guard byte < 0x80 else {
        let string = text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        return Array(string.lowercased().utf8)
      }
      bytes.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
    }
    return bytes
  }
}
