/// Copies of the few values of a user that are needed after they were classed: units to hash, and arguments.
struct CapturedValues {
  private var bytes: [UInt8] = []
  private var count = 0
  private var ranges: [Range<Int>]

  init(count: Int) {
    ranges = [Range<Int>](repeating: 0..<0, count: count)
  }

  @inline(__always)
  mutating func removeAll() {
    count = 0
    for index in ranges.indices { ranges[index] = 0..<0 }
  }

  @inline(__always)
  mutating func set(_ index: Int, text: Span<UInt8>) {
    let start = count
    let end = start + text.count
    if bytes.count < end { bytes += repeatElement(0, count: max(end - bytes.count, 256)) }
    // Both ranges were made sure of: the source's by the span, the target's by the line above.
    text.withUnsafeBufferPointer { source in
      bytes.withUnsafeMutableBufferPointer { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        (to + start).update(from: from, count: source.count)
      }
    }
    ranges[index] = start..<end
    count = end
  }

  /// A number is kept as the bytes of its bit pattern.
  mutating func set(_ index: Int, number: Double) {
    let pattern = number.bitPattern
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: pattern >> UInt64($0 * 8)) }
    set(index, text: bytes.span)
  }

  /// Empty: missing, or an empty text.
  @inline(__always)
  func range(of index: Int) -> Range<Int> { ranges[index] }

  @inline(__always)
  func bucket(of range: Range<Int>, _ hasher: BucketHasher, _ tables: ExperimentTables) -> Bucket {
    hasher.bucket(of: range, in: bytes.span, pool: tables.seeds)
  }

  func text(of index: Int) -> String { String(decoding: bytes[ranges[index]], as: UTF8.self) }

  func number(of index: Int) -> Double? {
    let range = ranges[index]
    guard range.count == 8 else { return nil }
    return Double(
      bitPattern: range.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) })
  }
}
