#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A point in time, in whole microseconds since 1970-01-01 00:00 UTC.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since 1970, negative before.
  public let microseconds: Int64

  /// This many microseconds since 1970.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// This many seconds since 1970, cut to microseconds; nil outside the years 0 to 9999, or if not finite.
  public init?(secondsSince1970 seconds: Double) {
    guard seconds >= -62_167_219_200, seconds < 253_402_300_800 else { return nil }
    microseconds = Int64((seconds * 1_000_000).rounded(.down))
  }

  /// The time that a number spells; nil outside the years 0 to 9999, or if not finite.
  ///
  /// - Parameter format: nil: seconds since 1970.
  package init?(epoch number: Double, _ format: DateFormat?) {
    switch format {
    case nil, .epochSeconds: self.init(secondsSince1970: number)
    case .epochMilliseconds:
      guard number >= -62_167_219_200_000, number < 253_402_300_800_000 else { return nil }
      self.init(microseconds: Int64((number * 1000).rounded(.down)))
    }
  }

  /// The present moment.
  public static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// Order in time.
  public static func < (first: Timestamp, second: Timestamp) -> Bool { first.microseconds < second.microseconds }
}

extension Timestamp {
  /// The time that this text spells after RFC 3339 or as databases write it; a date alone is midnight, no offset is UTC.
  ///
  /// Nil for anything else.
  ///
  /// `T` or a space precedes the time. `Z`, `UTC`, `+05:30`, `+0530` or `+05` may follow it, after a space or none. Spaces
  /// around the whole are skipped. The host's time zone never matters. Digits beyond microseconds are cut off; a leap
  /// second is the next second.
  public init?(_ text: String) {
    self.init(bytes: Array(text.utf8).span)
  }

  /// The time that these bytes spell, as above.
  package init?(bytes: Span<UInt8>) {
    if let microseconds = Self.plainMicroseconds(bytes) {
      self.init(microseconds: microseconds)
      return
    }
    let bytes = bytes.extracting(bytes.trimmed)
    var reader = Digits()
    guard let year = reader.number(4, of: bytes), reader.take("-", of: bytes),
      let month = reader.number(2, of: bytes), reader.take("-", of: bytes),
      let day = reader.number(2, of: bytes),
      let days = CivilDate(year: year, month: month, day: day)?.daysSince1970
    else { return nil }
    var seconds = days * 86_400
    var fraction: Int64 = 0
    if reader.position < bytes.count {
      let separator = bytes[reader.position]
      guard separator == UInt8(ascii: " ") || separator | 0x20 == UInt8(ascii: "t") else { return nil }
      reader.position += 1
      guard let hour = reader.number(2, of: bytes), hour < 24, reader.take(":", of: bytes),
        let minute = reader.number(2, of: bytes), minute < 60, reader.take(":", of: bytes),
        let second = reader.number(2, of: bytes), second <= 60
      else { return nil }
      seconds += Int64(hour * 3600 + minute * 60 + second)
      if reader.take(".", of: bytes) {
        guard let microseconds = reader.fraction(of: bytes) else { return nil }
        fraction = microseconds
      }
      guard let offset = Self.offset(&reader, of: bytes) else { return nil }
      seconds -= offset
    }
    self.init(microseconds: seconds * 1_000_000 + fraction)
  }

  /// The time of a text of the most usual shape, `2026-11-30T07:45:22Z`; nil for every other.
  ///
  /// The common case on the hot path: nothing that decides is decided before all digits are known.
  @inline(__always)
  private static func plainMicroseconds(_ bytes: Span<UInt8>) -> Int64? {
    guard bytes.count == 20 else { return nil }
    var flaws: UInt8 = 0
    func pair(_ place: Int) -> Int {
      let (tens, ones) = (bytes[place] &- UInt8(ascii: "0"), bytes[place &+ 1] &- UInt8(ascii: "0"))
      flaws |= (tens > 9 ? 1 : 0) | (ones > 9 ? 1 : 0)
      return Int(tens) &* 10 &+ Int(ones)
    }
    let year = pair(0) &* 100 &+ pair(2)
    let (month, day) = (pair(5), pair(8))
    let (hour, minute, second) = (pair(11), pair(14), pair(17))
    flaws |= bytes[4] ^ UInt8(ascii: "-") | bytes[7] ^ UInt8(ascii: "-") | bytes[10] ^ UInt8(ascii: "T")
    flaws |= bytes[13] ^ UInt8(ascii: ":") | bytes[16] ^ UInt8(ascii: ":") | bytes[19] ^ UInt8(ascii: "Z")
    // The 29th and later days of a month, and leap seconds, are for the reader that knows them all.
    guard flaws == 0, month &- 1 < 12, month > 0, day > 0, day < 29, hour < 24, minute < 60, second < 60 else {
      return nil
    }
    // Days of years that begin in March, so that a leap day is the last of its year.
    let shifted = month > 2 ? month &- 3 : month &+ 9
    let marchYear = month > 2 ? year : year &- 1
    guard marchYear >= 0 else { return nil }
    let leapDays = marchYear / 4 &- marchYear / 100 &+ marchYear / 400
    let days = marchYear &* 365 &+ leapDays &+ (shifted &* 153 &+ 2) / 5 &+ day &- 1 &- 719_468
    return Int64(((days &* 24 &+ hour) &* 60 &+ minute) &* 60 &+ second) &* 1_000_000
  }

  /// The seconds by which local time is ahead of UTC, read up to the end; no offset is UTC.
  static func offset(_ reader: inout Digits, of bytes: Span<UInt8>) -> Int64? {
    guard reader.position < bytes.count else { return 0 }
    if reader.take(" ", of: bytes), reader.position == bytes.count { return nil }
    let mark = bytes[reader.position]
    reader.position += 1
    if mark | 0x20 == UInt8(ascii: "z") { return reader.position == bytes.count ? 0 : nil }
    if mark | 0x20 == UInt8(ascii: "u") {
      guard reader.position + 2 == bytes.count, bytes[reader.position] | 0x20 == UInt8(ascii: "t"),
        bytes[reader.position + 1] | 0x20 == UInt8(ascii: "c")
      else { return nil }
      return 0
    }
    guard mark == UInt8(ascii: "+") || mark == UInt8(ascii: "-"),
      let hours = reader.number(2, of: bytes), hours < 24
    else { return nil }
    var seconds = hours * 3600
    // PostgreSQL writes local mean time, before time zones, with seconds.
    let hasColons = reader.position < bytes.count && bytes[reader.position] == UInt8(ascii: ":")
    for unit in [60, 1] where reader.position < bytes.count {
      if hasColons, !reader.take(":", of: bytes) { return nil }
      guard let number = reader.number(2, of: bytes), number < 60 else { return nil }
      seconds += number * unit
    }
    guard reader.position == bytes.count else { return nil }
    return Int64(mark == UInt8(ascii: "+") ? seconds : -seconds)
  }

  /// Reads fixed-width digits.
  struct Digits {
    var position = 0

    mutating func take(_ character: Unicode.Scalar, of bytes: Span<UInt8>) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    mutating func number(_ width: Int, of bytes: Span<UInt8>) -> Int? {
      guard position + width <= bytes.count else { return nil }
      var number = 0
      for _ in 0..<width {
        let digit = bytes[position] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        number = number * 10 + Int(digit)
        position += 1
      }
      return number
    }

    /// One or more digits after the point, as microseconds.
    mutating func fraction(of bytes: Span<UInt8>) -> Int64? {
      let start = position
      var microseconds: Int64 = 0
      while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 {
        if position - start < 6 { microseconds = microseconds * 10 + Int64(bytes[position] &- UInt8(ascii: "0")) }
        position += 1
      }
      guard position > start else { return nil }
      for _ in 0..<max(0, 6 - (position - start)) { microseconds *= 10 }
      return microseconds
    }
  }
}

extension Timestamp: CustomStringConvertible {
  /// RFC 3339 in UTC: `2026-11-30T07:45:22Z`, with a fraction only where there is one.
  public var description: String {
    let (seconds, fraction) = microseconds.floorDivided(by: 1_000_000)
    let (days, time) = seconds.floorDivided(by: 86_400)
    let date = CivilDate(daysSince1970: days)
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    var text = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T"
    text += "\(padded(Int(time / 3600), 2)):\(padded(Int(time / 60 % 60), 2)):\(padded(Int(time % 60), 2))"
    if fraction > 0 {
      var digits = padded(Int(fraction), 6)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    return text + "Z"
  }
}

extension Int64 {
  /// Quotient and remainder of the division that rounds down; the remainder is never negative.
  func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension Timestamp {
  /// The time that a text of a user spells: a date as above or, where the attribute says so, a number.
  package init?(bytes: Span<UInt8>, _ format: DateFormat?) {
    if let date = Timestamp(bytes: bytes) {
      self = date
      return
    }
    guard format != nil, let number = NumberText(bytes.extracting(bytes.trimmed))?.value else { return nil }
    self.init(epoch: number, format)
  }
}

extension Span<UInt8> {
  /// The places of the bytes without the spaces and tabs at both ends.
  package var trimmed: Range<Int> {
    var (start, end) = (0, count)
    while start < end, self[start] == UInt8(ascii: " ") || self[start] == UInt8(ascii: "\t") { start += 1 }
    while end > start, self[end - 1] == UInt8(ascii: " ") || self[end - 1] == UInt8(ascii: "\t") { end -= 1 }
    return start..<end
  }
}
