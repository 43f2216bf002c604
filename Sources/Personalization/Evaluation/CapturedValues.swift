/// Copies of the few values of a block that are needed after they were classed: units to hash, and arguments.
struct CapturedValues {
  private(set) var bytes: [UInt8] = []
  private var count = 0
  /// The values of each attribute, user after user.
  private var ranges: [TextRange]
  private let blockSize: Int

  init(count: Int, blockSize: Int) {
    self.blockSize = blockSize
    ranges = [TextRange](repeating: .missing, count: count * blockSize)
  }

  /// Forgets the values of the first `users` users.
  mutating func removeAll(users: Int) {
    count = 0
    var first = 0
    while first < ranges.count {
      for index in first..<first + users { ranges[index] = .missing }
      first += blockSize
    }
  }

  /// Copies the texts of one attribute, one for each of the first `users` users.
  mutating func set(_ index: Int, texts: [TextRange], count users: Int, of source: Span<UInt8>) {
    var length = 0
    for user in 0..<users { length &+= texts[user].places.count }
    reserve(length)
    let first = index * blockSize
    count = Self.copy(texts, users, of: source, to: &bytes, at: count, noting: &ranges, from: first)
  }

  /// Answers where the next text goes.
  private static func copy(
    _ texts: [TextRange], _ users: Int, of source: Span<UInt8>, to bytes: inout [UInt8], at place: Int,
    noting ranges: inout [TextRange], from first: Int
  ) -> Int {
    var target = bytes.mutableSpan
    var ranges = ranges.mutableSpan
    var place = place
    for user in 0..<users where !texts[user].isMissing {
      // A range outside the source is a mistake of the caller's, and ends here.
      let text = source.extracting(texts[user].places)
      for index in text.indices { target[place &+ index] = text[index] }
      let end = place &+ text.count
      ranges[first &+ user] = TextRange(
        start: UInt32(truncatingIfNeeded: place), end: UInt32(truncatingIfNeeded: end))
      place = end
    }
    return place
  }

  /// Copies one user's text.
  mutating func set(_ index: Int, user: Int, text: Span<UInt8>) {
    reserve(text.count)
    Self.copy(text, into: &bytes, at: count)
    ranges[index * blockSize + user] = TextRange(start: UInt32(count), end: UInt32(count + text.count))
    count += text.count
  }

  /// A number is kept as the bytes of its bit pattern.
  mutating func set(_ index: Int, user: Int, number: Double) {
    let pattern = number.bitPattern
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: pattern >> UInt64($0 * 8)) }
    set(index, user: user, text: bytes.span)
  }

  private mutating func reserve(_ length: Int) {
    guard bytes.count < count + length else { return }
    bytes += repeatElement(0, count: max(count + length - bytes.count, bytes.count, 4096))
  }

  @inline(__always)
  private static func copy(_ text: Span<UInt8>, into bytes: inout [UInt8], at place: Int) {
    var target = bytes.mutableSpan
    for index in text.indices { target[place &+ index] = text[index] }
  }

  /// Where a user's value stands in `bytes`; empty: missing, or an empty text.
  @inline(__always)
  func range(of index: Int, user: Int) -> Range<Int> { ranges[index &* blockSize &+ user].places }

  func exactText(of index: Int, user: Int) -> ExactText {
    ExactText(bytes: Array(bytes[range(of: index, user: user)]))
  }

  func number(of index: Int, user: Int) -> Double? {
    let range = range(of: index, user: user)
    guard range.count == 8 else { return nil }
    return Double(bitPattern: range.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) })
  }
}
