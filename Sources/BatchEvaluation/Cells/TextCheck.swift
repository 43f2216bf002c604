/// What is wrong with the bytes of a text, if anything.
package enum TextFlaw: Hashable, Sendable {
  /// A NUL, at this offset in the text.
  case nul(Int)
  /// A byte that is not UTF-8, at this offset in the text.
  case notUTF8(Int, byte: UInt8)

  /// The first flaw of the text; well-formed UTF-8 is that of the Unicode Standard, table 3-7.
  package static func first(in bytes: Span<UInt8>) -> TextFlaw? {
    var index = 0
    while true {
      index = ByteScan.plainEnd(of: bytes, from: index)
      // A stretch that is not plain is read byte by byte, up to the next chance of a plain one.
      let end = min(bytes.count, index + 32)
      guard index < end else { return nil }
      while index < end {
        let byte = bytes[index]
        if byte == 0 { return .nul(index) }
        if byte < 0x80 {
          index += 1
          continue
        }
        guard let length = sequenceLength(bytes, at: index) else { return .notUTF8(index, byte: byte) }
        index += length
      }
    }
  }

  /// What it is, as the end of a sentence about the cell.
  package var sentence: String {
    switch self {
    case .nul(let offset): "has a NUL byte at byte \(offset) of the cell"
    case .notUTF8(let offset, let byte): "has byte 0x\(hex(byte)) at byte \(offset) of the cell: not UTF-8"
    }
  }

  /// Whether all bytes are ASCII and none is NUL, so that they are text wherever they are cut.
  package static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    let start = ByteScan.plainEnd(of: bytes, from: 0)
    for index in start..<bytes.count where bytes[index] == 0 || bytes[index] >= 0x80 { return false }
    return true
  }

  /// Whether the bytes are UTF-8, NULs or not.
  static func isUTF8(_ bytes: Span<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      guard bytes[index] >= 0x80 else {
        index += 1
        continue
      }
      guard let length = sequenceLength(bytes, at: index) else { return false }
      index += length
    }
    return true
  }

  private static func sequenceLength(_ bytes: Span<UInt8>, at index: Int) -> Int? {
    let lead = bytes[index]
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard lead >= 0xC2, lead <= 0xF4, index + length <= bytes.count else { return nil }
    let second = bytes[index + 1]
    let legal: ClosedRange<UInt8> =
      switch lead {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    guard legal.contains(second) else { return nil }
    for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return nil }
    return length
  }
}

/// What is known of all texts of a chunk after one look.
struct TextSurvey {
  /// Whether all are ASCII.
  let isASCII: Bool
  /// Whether all are UTF-8 without NULs, so that no cell needs a look.
  ///
  /// What separates cells is ASCII: a chunk is UTF-8 exactly if all of its cells are.
  let isSound: Bool

  init(_ bytes: Span<UInt8>) {
    isASCII = ByteScan.isASCII(bytes)
    isSound = TextFlaw.first(in: bytes) == nil
  }
}
