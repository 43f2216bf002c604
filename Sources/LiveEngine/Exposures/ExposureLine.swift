internal import Personalization

/// An exposure as a line of JSON.
struct ExposureLine: Sendable {
  private let exposure: Exposure
  private let time: Timestamp

  init(_ exposure: Exposure, _ time: Timestamp) {
    self.exposure = exposure
    self.time = time
  }

  /// Appends the line with its end.
  func append(to bytes: inout [UInt8]) {
    let members = [
      ("time", Array(time.description.utf8)), ("experiment", Array(exposure.experiment.utf8)),
      ("variation", Array(exposure.variation.utf8)), ("attribute", Array(exposure.unit.attribute.utf8)),
      ("value", exposure.unit.value.bytes),
    ]
    for (index, (name, text)) in members.enumerated() {
      bytes += (index == 0 ? "{" : ",").utf8
      bytes += "\"\(name)\":".utf8
      Self.append(text, to: &bytes)
    }
    bytes += "}\n".utf8
  }

  private static func append(_ text: [UInt8], to bytes: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case ..<0x20, 0x7F: bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
