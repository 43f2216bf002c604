import CPersonalization
import Testing

@testable import ArrowEvaluation

@Suite("Decimals of a column")
struct DecimalTests {
  @Test("are the nearest double, whatever their size and scale", arguments: [4, 8, 16, 32])
  func nearest(bytes: Int) throws {
    var generator = SystemRandomNumberGenerator()
    for scale in [0, 1, 2, 9, 18, 20, 22, 23, 38, 60, 76, -1, -5, -30] {
      let words = (0..<200).map { _ in
        // Integers of all lengths, which random bits alone would not be.
        let shift = Int.random(in: 0..<bytes * 8, using: &generator)
        return Self.shifted((0..<8).map { _ in UInt32.random(in: 0 ... .max, using: &generator) }, by: shift, bytes)
      }
      let column = try Column(words, bytes: bytes, scale: scale)
      for (row, words) in words.enumerated() {
        let number = try #require(column.number(row))
        #expect(
          Self.isNearest(number, to: words, scale: scale),
          "\(number) for \(words) with scale \(scale) in \(bytes) bytes")
      }
    }
  }

  @Test(
    "that are written in decimal digits are what these digits are",
    arguments: [
      ([1_816_758_565_177_393_152, 128], 20, 23.63), ([0, 0], 20, 0), ([UInt64.max, UInt64.max], 0, -1),
      ([0, 1 << 63], 0, -0x1p127), ([UInt64.max, UInt64.max >> 1], 38, 1.7014118346046923),
    ] as [([UInt64], Int, Double)])
  func known(words: [UInt64], scale: Int, number: Double) throws {
    let halves = words.flatMap { [UInt32(truncatingIfNeeded: $0), UInt32(truncatingIfNeeded: $0 >> 32)] }
    #expect(try Column([halves], bytes: 16, scale: scale).number(0) == number)
  }

  /// A column in memory of its own.
  private final class Column {
    private let values: UnsafeMutablePointer<UInt32>
    private let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
    private let format: UnsafeMutablePointer<CChar>
    private let column: ArrowColumn

    init(_ rows: [[UInt32]], bytes: Int, scale: Int) throws {
      let all = rows.flatMap { $0.prefix(bytes / 4) }
      values = .allocate(capacity: all.count)
      values.initialize(from: all, count: all.count)
      buffers = .allocate(capacity: 2)
      buffers.initialize(to: nil)
      (buffers + 1).initialize(to: UnsafeRawPointer(values))
      let text = Array("d:76,\(scale),\(bytes * 8)".utf8CString)
      format = .allocate(capacity: text.count)
      format.initialize(from: text, count: text.count)
      var schema = ArrowSchema()
      schema.format = UnsafePointer(format)
      schema.release = { _ in }
      var array = ArrowArray()
      array.length = Int64(rows.count)
      array.n_buffers = 2
      array.buffers = buffers
      array.release = { _ in }
      column = try ArrowColumn(schema, array, name: "price")
    }

    deinit {
      values.deallocate()
      buffers.deallocate()
      format.deallocate()
    }

    func number(_ row: Int) -> Double? { column.number(row) }
  }

  // MARK: An exact computation of its own, with integers of any length, the lowest 32 bits first

  /// Moves a random integer down, with its sign.
  private static func shifted(_ words: [UInt32], by shift: Int, _ bytes: Int) -> [UInt32] {
    var words = Array(words.prefix(bytes / 4))
    for _ in 0..<shift {
      for index in words.indices {
        let next = index + 1 < words.count ? words[index + 1] & 1 : words[index] >> 31
        words[index] = words[index] >> 1 | next << 31
      }
    }
    return words
  }

  private static func isNearest(_ number: Double, to words: [UInt32], scale: Int) -> Bool {
    let isNegative = words.last.map { $0 >> 31 == 1 } ?? false
    var exact = words
    if isNegative {
      exact = words.map { ~$0 }
      exact = sum(exact, [1])
      exact = Array(exact.prefix(words.count))
    }
    if exact.allSatisfy({ $0 == 0 }) { return number == 0 }
    guard number != 0, (number < 0) == isNegative else { return false }
    // number = significand × 2^exponent, and the bounds of what rounds to it, times 4.
    let magnitude = number.magnitude
    let significand = UInt64(magnitude.significandBitPattern | 1 << 52)
    let exponent = Int(magnitude.exponent) - 52 - 2
    let below: UInt64 = significand == 1 << 52 ? 1 : 2
    var (low, high) = (wide(4 * significand - below), wide(4 * significand + 2))
    // All three as integers: times a power of two, and of ten.
    for _ in 0..<max(0, exponent) { (low, high) = (times(low, 2), times(high, 2)) }
    for _ in 0..<max(0, -exponent) { exact = times(exact, 2) }
    for _ in 0..<max(0, scale) { (low, high) = (times(low, 10), times(high, 10)) }
    for _ in 0..<max(0, -scale) { exact = times(exact, 10) }
    let isEven = significand.isMultiple(of: 2)
    let (fromLow, fromHigh) = (compare(low, exact), compare(exact, high))
    return (fromLow < 0 || fromLow == 0 && isEven) && (fromHigh < 0 || fromHigh == 0 && isEven)
  }

  private static func wide(_ number: UInt64) -> [UInt32] {
    [UInt32(truncatingIfNeeded: number), UInt32(truncatingIfNeeded: number >> 32)]
  }

  private static func times(_ number: [UInt32], _ factor: UInt64) -> [UInt32] {
    var carry: UInt64 = 0
    var product = number.map { word in
      carry += UInt64(word) * factor
      defer { carry >>= 32 }
      return UInt32(truncatingIfNeeded: carry)
    }
    if carry > 0 { product.append(UInt32(carry)) }
    return product
  }

  private static func sum(_ one: [UInt32], _ other: [UInt32]) -> [UInt32] {
    var carry: UInt64 = 0
    var sum = one.indices.map { index in
      carry += UInt64(one[index]) + (index < other.count ? UInt64(other[index]) : 0)
      defer { carry >>= 32 }
      return UInt32(truncatingIfNeeded: carry)
    }
    sum.append(UInt32(carry))
    return sum
  }

  private static func compare(_ one: [UInt32], _ other: [UInt32]) -> Int {
    for index in (0..<max(one.count, other.count)).reversed() {
      let (left, right) = (index < one.count ? one[index] : 0, index < other.count ? other[index] : 0)
      if left != right { return left < right ? -1 : 1 }
    }
    return 0
  }
}
