/// How the dates of a column are written, as a pattern in the manner of `strptime`: `%d.%m.%Y %H:%M`.
///
/// Nothing is guessed: what the pattern does not say is no date, the order of day and month above all.
package struct DatePattern: Hashable, Sendable {
  /// The pattern as it was written.
  package let text: String
  private let parts: [Part]

  private enum Part: Hashable, Sendable {
    case literal(UInt8)
    case directive(Directive)
  }

  private enum Directive: String, CaseIterable {
    case year = "Y"
    case month = "m"
    case monthName = "b"
    case day = "d"
    case hour = "H"
    case hourOfHalf = "I"
    case half = "p"
    case minute = "M"
    case second = "S"
    case fraction = "f"
    case zone = "z"
  }

  /// What is wrong with a pattern, and where: so many bytes into it.
  package struct Flaw: Error {
    package let message: String
    package let offset: Int
  }

  /// What the directives are, for help and messages.
  package static let directives =
    "%Y (year), %m or %b (month as a number or in English), %d (day), %H or %I and %p (hour), %M (minute), %S (second), "
    + "%f (fraction), %z (zone, at the end) and %% (a percent sign)"

  /// Reads a pattern.
  package init(_ text: String) throws(Flaw) {
    var parts: [Part] = []
    var found: Set<Directive> = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let offset = index
      index += 1
      guard bytes[offset] == UInt8(ascii: "%") else {
        parts.append(.literal(bytes[offset]))
        continue
      }
      guard index < bytes.count else { throw Flaw(message: "a single % at the end of the format", offset: offset) }
      let letter = String(UnicodeScalar(bytes[index]))
      index += 1
      if letter == "%" {
        parts.append(.literal(UInt8(ascii: "%")))
        continue
      }
      if letter == "y" {
        throw Flaw(message: "%y has two digits and says no century; expected %Y", offset: offset)
      }
      guard let directive = Directive(rawValue: letter) else {
        throw Flaw(message: "there is no %\(letter) in a format of dates; there are \(Self.directives)", offset: offset)
      }
      guard found.insert(directive).inserted else { throw Flaw(message: "%\(letter) stands twice", offset: offset) }
      if found.contains(.zone), directive != .zone { throw Flaw(message: "%z stands at the end only", offset: offset) }
      parts.append(.directive(directive))
    }
    if case .directive(.zone)? = parts.last {
    } else if found.contains(.zone) {
      throw Flaw(message: "%z stands at the end only", offset: 0)
    }
    func needs(_ isThere: Bool, _ message: String) throws(Flaw) {
      if !isThere { throw Flaw(message: message, offset: 0) }
    }
    try needs(found.contains(.year), "the format has no %Y (year)")
    try needs(found.contains(.month) != found.contains(.monthName), "expected one of %m and %b (month) in the format")
    try needs(found.contains(.day), "the format has no %d (day)")
    try needs(found.contains(.hourOfHalf) == found.contains(.half), "expected %I (hour of half a day) and %p together")
    try needs(!found.contains(.hour) || !found.contains(.hourOfHalf), "expected one of %H and %I (hour) in the format")
    let hasHour = found.contains(.hour) || found.contains(.hourOfHalf)
    try needs(hasHour || found.isDisjoint(with: [.minute, .second, .fraction, .zone]), "the format has no %H (hour)")
    try needs(found.contains(.minute) || !found.contains(.second), "the format has %S (second) and no %M (minute)")
    try needs(found.contains(.second) || !found.contains(.fraction), "the format has %f (fraction) and no %S (second)")
    self.text = text
    self.parts = parts
  }

  /// The time that the bytes spell; without a zone it is UTC.
  ///
  /// Spaces around the whole are skipped.
  package func date(_ bytes: Span<UInt8>) -> Timestamp? {
    let bytes = bytes.extracting(bytes.trimmed)
    var reader = Timestamp.Digits()
    var (year, month, day) = (0, 0, 0)
    var (hour, minute, second) = (0, 0, 0)
    var (fraction, offset): (Int64, Int64) = (0, 0)
    var isAfternoon: Bool?
    for part in parts {
      switch part {
      case .literal(let byte):
        guard reader.position < bytes.count, bytes[reader.position] == byte else { return nil }
        reader.position += 1
      case .directive(let directive):
        var value: Int?
        switch directive {
        case .year:
          value = reader.number(4, of: bytes)
          year = value ?? 0
        case .month:
          value = reader.shortNumber(of: bytes)
          month = value ?? 0
        case .monthName:
          value = reader.month(of: bytes)
          month = value ?? 0
        case .day:
          value = reader.shortNumber(of: bytes)
          day = value ?? 0
        case .hour:
          value = reader.shortNumber(of: bytes).flatMap { $0 < 24 ? $0 : nil }
          hour = value ?? 0
        case .hourOfHalf:
          value = reader.shortNumber(of: bytes).flatMap { (1...12).contains($0) ? $0 : nil }
          hour = (value ?? 0) % 12
        case .half:
          value = reader.half(of: bytes)
          isAfternoon = value == 12
        case .minute:
          value = reader.shortNumber(of: bytes).flatMap { $0 < 60 ? $0 : nil }
          minute = value ?? 0
        case .second:
          value = reader.shortNumber(of: bytes).flatMap { $0 <= 60 ? $0 : nil }
          second = value ?? 0
        case .fraction:
          let microseconds = reader.fraction(of: bytes)
          value = microseconds.map { Int($0) }
          fraction = microseconds ?? 0
        case .zone:
          guard reader.position < bytes.count, let seconds = Timestamp.offset(&reader, of: bytes) else { return nil }
          value = 0
          offset = seconds
        }
        guard value != nil else { return nil }
      }
    }
    guard reader.position == bytes.count || offset != 0 || endsWithZone,
      let days = CivilDate(year: year, month: month, day: day)?.daysSince1970
    else { return nil }
    if isAfternoon == true { hour += 12 }
    let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second) - offset
    return Timestamp(microseconds: seconds * 1_000_000 + fraction)
  }

  private var endsWithZone: Bool { parts.last == .directive(.zone) }
}

extension Timestamp.Digits {
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// One digit or two.
  fileprivate mutating func shortNumber(of bytes: Span<UInt8>) -> Int? {
    let start = position
    if let number = number(2, of: bytes) { return number }
    position = start
    return number(1, of: bytes)
  }

  /// The first three letters of an English month, in any case.
  fileprivate mutating func month(of bytes: Span<UInt8>) -> Int? {
    guard let letters = letters(3, of: bytes), let index = Self.months.firstIndex(of: letters) else { return nil }
    return index + 1
  }

  /// 0 for `AM`, 12 for `PM`, in any case.
  fileprivate mutating func half(of bytes: Span<UInt8>) -> Int? {
    switch letters(2, of: bytes) {
    case "am": 0
    case "pm": 12
    default: nil
    }
  }

  private mutating func letters(_ count: Int, of bytes: Span<UInt8>) -> String? {
    guard position + count <= bytes.count else { return nil }
    var text = ""
    for place in position..<position + count {
      let letter = bytes[place] | 0x20
      guard letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z") else { return nil }
      text.unicodeScalars.append(UnicodeScalar(letter))
    }
    position += count
    return text
  }
}
