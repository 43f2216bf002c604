#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Bytes that grow at the end and are reused: the one place where rows are copied together.
///
/// Appending is a bounds check and a `memcpy`. Unsafe, argued here: `base` points at `capacity` bytes that this value
/// alone owns, of which the first `count` are initialised; `reserve` is called before every write and makes
/// `count + extra <= capacity` true. The memory is the C library's, whose `realloc` moves a large block without ever
/// having it twice.
struct ByteBuffer: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    base = Self.resized(nil, to: self.capacity)
  }

  deinit { free(base) }

  /// Running out of memory ends the process, as it does everywhere else in Swift.
  private static func resized(_ base: UnsafeMutablePointer<UInt8>?, to capacity: Int) -> UnsafeMutablePointer<UInt8> {
    guard let new = realloc(base, capacity) else { preconditionFailure("no memory for \(capacity) bytes") }
    return new.assumingMemoryBound(to: UInt8.self)
  }

  @inline(__always)
  private mutating func reserve(_ extra: Int) {
    if count + extra > capacity { grow(extra) }
  }

  @inline(never)
  private mutating func grow(_ extra: Int) {
    capacity = max(capacity * 2, count + extra)
    base = Self.resized(base, to: capacity)
  }

  /// Forgets the bytes, and gives back what an unusually long record took.
  mutating func removeAll() {
    count = 0
    guard capacity > Self.usual else { return }
    capacity = Self.usual
    base = Self.resized(base, to: capacity)
  }

  private static let usual = 4 << 20

  /// Cuts everything after the first `newCount` bytes.
  mutating func truncate(to newCount: Int) { count = min(count, max(0, newCount)) }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ bytes: Span<UInt8>) {
    let length = bytes.count
    reserve(length)
    bytes.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { memcpy(base + count, start, length) }
    }
    count += length
  }

  mutating func append(_ text: StaticString) {
    reserve(text.utf8CodeUnitCount)
    memcpy(base + count, text.utf8Start, text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0.span) }
  }

  /// A part of another buffer.
  @inline(__always)
  mutating func append(_ other: borrowing ByteBuffer, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= other.count, "a range of the other buffer's bytes")
    reserve(range.count)
    memcpy(base + count, other.base + range.lowerBound, range.count)
    count += range.count
  }

  /// Lends all bytes for reading.
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: base, count: count).span)
  }

  /// Room for up to `length` more bytes, filled by `fill`, which answers how many it wrote (at most `length`).
  mutating func fill<Failure: Error>(
    _ length: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    reserve(length)
    let written = try fill(UnsafeMutableRawBufferPointer(start: base + count, count: length))
    count += min(max(0, written), length)
    return written
  }
}
