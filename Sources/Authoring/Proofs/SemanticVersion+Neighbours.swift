internal import Personalization

extension SemanticVersion {
  /// An earlier version; nil if there is none: `0.0.0-0` is the first of all.
  var someEarlier: SemanticVersion? {
    ["0.0.0", "0.0.0-0"].lazy.compactMap { SemanticVersion($0) }.first { $0 < self }
  }

  /// A later version before a limit; nil if none lies between them.
  ///
  /// The release `1.2.3` is followed immediately by `1.2.4-0`, a pre-release `1.2.3-rc` by `1.2.3-rc.0`.
  func someLater(before limit: SemanticVersion?) -> SemanticVersion? {
    let text = description
    let parts = text.split(separator: "-", maxSplits: 1)
    let numbers = (parts.first ?? "").split(separator: ".").map(String.init)
    guard numbers.count == 3 else { return nil }
    let patch = "\(numbers[0]).\(numbers[1]).\(incremented(numbers[2]))"
    let candidates = parts.count > 1 ? [String(parts[0]), text + ".0"] : [patch, patch + "-0"]
    return candidates.lazy.compactMap { SemanticVersion($0) }.first { later in limit.map { later < $0 } ?? true }
  }
}

/// The next whole number, of any size.
private func incremented(_ digits: String) -> String {
  var bytes = Array(digits.utf8)
  var place = bytes.count - 1
  while place >= 0, bytes[place] == UInt8(ascii: "9") {
    bytes[place] = UInt8(ascii: "0")
    place -= 1
  }
  if place < 0 { return "1" + String(decoding: bytes, as: UTF8.self) }
  bytes[place] += 1
  return String(decoding: bytes, as: UTF8.self)
}
