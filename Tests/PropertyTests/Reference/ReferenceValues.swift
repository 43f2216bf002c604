import Foundation
import Personalization

/// A usable value of a user, of its attribute's type.
indirect enum ReferenceValue {
  case text(String)
  case number(Double)
  case boolean(Bool)
  case version(ReferenceVersion)
  /// Microseconds since 1970.
  case date(Int)
  case list([ReferenceValue])
}

/// Texts are equal byte by byte.
func isSame(_ first: String, _ second: String) -> Bool { Array(first.utf8) == Array(second.utf8) }

/// SemVer 2, by the letter: numbers as text, compared by length and then digit by digit.
struct ReferenceVersion {
  let numbers: [String]
  let prerelease: [String]

  init?(_ text: String) {
    var rest = text
    if rest.hasPrefix("v") { rest.removeFirst() }
    if let plus = rest.firstIndex(of: "+") {
      guard Self.areWords(String(rest[rest.index(after: plus)...])) else { return nil }
      rest = String(rest[..<plus])
    }
    var prerelease: [String] = []
    if let dash = rest.firstIndex(of: "-") {
      let words = String(rest[rest.index(after: dash)...])
      guard Self.areWords(words) else { return nil }
      prerelease = words.components(separatedBy: ".")
      guard prerelease.allSatisfy({ !Self.isNumber($0) || $0 == "0" || !$0.hasPrefix("0") }) else { return nil }
      rest = String(rest[..<dash])
    }
    var numbers = rest.components(separatedBy: ".")
    guard (1...3).contains(numbers.count),
      numbers.allSatisfy({ Self.isNumber($0) && ($0 == "0" || !$0.hasPrefix("0")) })
    else { return nil }
    while numbers.count < 3 { numbers.append("0") }
    self.numbers = numbers
    self.prerelease = prerelease
  }

  private static func isNumber(_ word: String) -> Bool {
    !word.isEmpty && word.unicodeScalars.allSatisfy { ("0"..."9").contains($0) }
  }

  private static func areWords(_ text: String) -> Bool {
    text.components(separatedBy: ".").allSatisfy { word in
      !word.isEmpty
        && word.unicodeScalars.allSatisfy {
          ("0"..."9").contains($0) || ("a"..."z").contains($0) || ("A"..."Z").contains($0) || $0 == "-"
        }
    }
  }

  /// Negative, zero or positive, as this version comes before, with or after the other one.
  func compared(to other: ReferenceVersion) -> Int {
    for (mine, its) in zip(numbers, other.numbers) {
      let order = Self.compareNumbers(mine, its)
      if order != 0 { return order }
    }
    if prerelease.isEmpty || other.prerelease.isEmpty {
      return (prerelease.isEmpty ? 1 : 0) - (other.prerelease.isEmpty ? 1 : 0)
    }
    for (mine, its) in zip(prerelease, other.prerelease) {
      let order =
        switch (Self.isNumber(mine), Self.isNumber(its)) {
        case (true, true): Self.compareNumbers(mine, its)
        case (true, false): -1
        case (false, true): 1
        case (false, false): compareBytes(mine, its)
        }
      if order != 0 { return order }
    }
    return prerelease.count - other.prerelease.count
  }

  private static func compareNumbers(_ first: String, _ second: String) -> Int {
    first.utf8.count != second.utf8.count ? first.utf8.count - second.utf8.count : compareBytes(first, second)
  }
}

/// Negative, zero or positive, by the first byte that differs, else by length.
func compareBytes(_ first: String, _ second: String) -> Int {
  let (one, other) = (Array(first.utf8), Array(second.utf8))
  for index in 0..<min(one.count, other.count) where one[index] != other[index] {
    return Int(one[index]) - Int(other[index])
  }
  return one.count - other.count
}

/// Dates on the calendar, counted year by year and month by month.
enum ReferenceDate {
  static let day = 86_400_000_000

  private static func isLeap(_ year: Int) -> Bool { (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 }

  static func length(ofMonth month: Int, _ year: Int) -> Int {
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Days from 1970-01-01 to the first of January.
  private static func days(toYear year: Int) -> Int {
    var days = 0
    if year >= 1970 {
      for other in 1970..<year { days += isLeap(other) ? 366 : 365 }
    } else {
      for other in year..<1970 { days -= isLeap(other) ? 366 : 365 }
    }
    return days
  }

  static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    days(toYear: year) + (1..<month).reduce(0) { $0 + length(ofMonth: $1, year) } + day - 1
  }

  /// RFC 3339; a date alone is midnight, no offset is UTC; microseconds, cut.
  static func microseconds(_ text: String) -> Int? {
    let form =
      #"^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?([Zz]|[+-][0-9]{2}:[0-9]{2})?)?$"#
    guard let parts = ReferencePattern.groups(form, in: text), let year = parts[1].flatMap(Int.init),
      let month = parts[2].flatMap(Int.init), let day = parts[3].flatMap(Int.init), (1...12).contains(month),
      day >= 1, day <= length(ofMonth: month, year)
    else { return nil }
    var seconds = days(year, month, day) * 86_400
    var fraction = 0
    if let hour = parts[4].flatMap(Int.init), let minute = parts[5].flatMap(Int.init),
      let second = parts[6].flatMap(Int.init)
    {
      guard hour <= 23, minute <= 59, second <= 60 else { return nil }
      seconds += hour * 3600 + minute * 60 + second
      if let digits = parts[7] { fraction = Int((digits + "000000").prefix(6)) ?? 0 }
      if let offset = parts[8], offset.lowercased() != "z" {
        let numbers = offset.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard numbers[0] <= 23, numbers[1] <= 59 else { return nil }
        seconds -= (offset.hasPrefix("-") ? -1 : 1) * (numbers[0] * 3600 + numbers[1] * 60)
      }
    }
    return seconds * 1_000_000 + fraction
  }

  /// Unix seconds within the years 0 to 9999, cut to microseconds.
  static func microseconds(seconds: Double) -> Int? {
    guard seconds >= Double(days(toYear: 0)) * 86_400, seconds < Double(days(toYear: 10_000)) * 86_400 else {
      return nil
    }
    return Int((seconds * 1_000_000).rounded(.down))
  }

  /// The moment a period before another: calendar months first, then everything shorter.
  static func moment(_ period: String, before moment: Int) -> Int? {
    guard let (months, seconds) = parts(of: period) else { return nil }
    var days = moment / day - (moment % day < 0 ? 1 : 0)
    let time = moment - days * day
    var year = 1970
    while days < self.days(toYear: year) { year -= 1 }
    while days >= self.days(toYear: year + 1) { year += 1 }
    var month = 1
    var rest = days - self.days(toYear: year)
    while rest >= length(ofMonth: month, year) {
      rest -= length(ofMonth: month, year)
      month += 1
    }
    for _ in 0..<months {
      month -= 1
      if month == 0 { (year, month) = (year - 1, 12) }
    }
    days = self.days(year, month, min(rest + 1, length(ofMonth: month, year)))
    return days * day + time - seconds * 1_000_000
  }

  /// The months and seconds of an ISO 8601 period.
  static func parts(of period: String) -> (months: Int, seconds: Int)? {
    let form =
      "^P(?:([0-9]+)Y)?(?:([0-9]+)M)?(?:([0-9]+)W)?(?:([0-9]+)D)?(?:T(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+)S)?)?$"
    guard let parts = ReferencePattern.groups(form, in: period), period.last != "T",
      parts.dropFirst().contains(where: { $0 != nil })
    else { return nil }
    func amount(_ index: Int) -> Int { parts[index].flatMap(Int.init) ?? 0 }
    return (
      amount(1) * 12 + amount(2),
      amount(3) * 604_800 + amount(4) * 86_400 + amount(5) * 3600 + amount(6) * 60 + amount(7)
    )
  }
}

/// Foundation's regular expressions, compiled once for each thread.
enum ReferencePattern {
  private static func expression(_ pattern: String, ignoresCase: Bool) -> NSRegularExpression? {
    // The length keeps apart what Unicode calls equal.
    let key = "PropertyTests \(ignoresCase) \(pattern.utf8.count) \(pattern)"
    if let known = Thread.current.threadDictionary[key] as? NSRegularExpression { return known }
    let made = try? NSRegularExpression(pattern: pattern, options: ignoresCase ? [.caseInsensitive] : [])
    Thread.current.threadDictionary[key] = made
    return made
  }

  static func isFound(_ pattern: String, ignoresCase: Bool, in text: String) -> Bool {
    let range = NSRange(text.startIndex..., in: text)
    return expression(pattern, ignoresCase: ignoresCase)?.firstMatch(in: text, range: range) != nil
  }

  /// What the groups matched, the whole first; nil if the pattern is not found.
  static func groups(_ pattern: String, in text: String) -> [String?]? {
    let range = NSRange(text.startIndex..., in: text)
    guard let match = expression(pattern, ignoresCase: false)?.firstMatch(in: text, range: range) else { return nil }
    return (0..<match.numberOfRanges).map { Range(match.range(at: $0), in: text).map { String(text[$0]) } }
  }
}
