/// What stands round the content of a bundle: a mark, the format's number, a checksum and the length.
///
/// | bytes | |
/// | --- | --- |
/// | 0…7 | the mark: `89 50 4E 42 0D 0A 1A 0A`, which no text has and a transfer as text destroys |
/// | 8…15 | the checksum of everything after it |
/// | 16…19 | the number of the format |
/// | 20…27 | the length of the content |
/// | 28… | the content |
///
/// Numbers have their lowest byte first. Every format has this frame.
struct BundleFrame {
  /// The format that is written, and the highest that is read.
  static let format = 1

  private static let mark: [UInt8] = [0x89, 0x50, 0x4E, 0x42, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let sealed = 16
  private static let header = 28

  /// The content in its frame.
  static func framed(_ content: some Collection<UInt8>, format: Int = format) -> [UInt8] {
    var rest: [UInt8] = []
    rest.append(littleEndian: UInt64(format), bytes: 4)
    rest.append(littleEndian: UInt64(content.count), bytes: 8)
    rest += content
    var bytes = mark
    bytes.append(littleEndian: checksum(rest[...]), bytes: 8)
    return bytes + rest
  }

  /// The content of a frame that is whole, unchanged and of a known format.
  static func content(of bytes: [UInt8]) throws(BundleError) -> ArraySlice<UInt8> {
    guard bytes.count >= mark.count, bytes.starts(with: mark) else { throw .foreign }
    guard bytes.count >= header else { throw .truncated(expected: header, found: bytes.count) }
    let length = bytes[20..<header].littleEndian
    guard let end = Int(exactly: length).map({ header.addingReportingOverflow($0) }), !end.overflow,
      end.partialValue <= bytes.count
    else { throw .truncated(expected: Int(clamping: length), found: bytes.count) }
    // The checksum comes first: of a damaged bundle, the format's number may be what is damaged.
    guard end.partialValue == bytes.count, bytes[mark.count..<sealed].littleEndian == checksum(bytes[sealed...])
    else { throw .damaged }
    let format = Int(bytes[sealed..<20].littleEndian)
    guard format <= Self.format else { throw .newerFormat(format) }
    return bytes[header...]
  }

  /// FNV-1a with 64 bits, by Fowler, Noll and Vo: finds damage, not forgery.
  ///
  /// No change of a single byte keeps it: every step maps different states to different states.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian number: UInt64, bytes count: Int) {
    for index in 0..<count { append(UInt8(truncatingIfNeeded: number >> UInt64(index * 8))) }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var littleEndian: UInt64 { reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}
