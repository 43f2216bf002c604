import JSONTree
import TestSupport

extension JSONOutput {
  /// Some JSON, nested at most so deep, with the characters and numbers that are easily got wrong.
  static func random(depth: Int, using random: inout SplitMix64) -> JSONOutput {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &random) {
    case 0: return .null
    case 1: return .boolean(.random(using: &random))
    case 2: return .integer(Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random))
    case 3:
      let value = Double(bitPattern: random.next())
      return .number(value.isFinite ? value : -0.0)
    case 4: return .number(Double.random(in: -1000...1000, using: &random).rounded())
    case 5: return .string(randomText(using: &random))
    case 6, 7:
      return .array((0..<Int.random(in: 0...5, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
    default:
      return .object(
        (0..<Int.random(in: 0...5, using: &random)).map { index in
          (randomText(using: &random) + String(index), .random(depth: depth - 1, using: &random))
        })
    }
  }

  private static func randomText(using random: inout SplitMix64) -> String {
    let scalars = Array("ab\"\\/\n\r\t\u{1}\u{7F}é\u{301}日😀\u{2028} {}[]:,".unicodeScalars)
    var text = ""
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      text.unicodeScalars.append(scalars.randomElement(using: &random) ?? "a")
    }
    return text
  }
}
