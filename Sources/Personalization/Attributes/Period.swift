/// A span of calendar time after ISO 8601, such as `P7D`, `PT30M` or `P1M`.
///
/// Months are calendar months in UTC (a month before 31 March is the last of February); a day is 24 hours.
public struct Period: Hashable, Sendable {
  /// Whole calendar months.
  public let months: Int
  /// Everything shorter than a month.
  public let seconds: Int64

  /// A period of so many months and seconds.
  public init(months: Int = 0, seconds: Int64 = 0) {
    self.months = months
    self.seconds = seconds
  }

  /// The period that this text spells; nil if it spells none, or one of more than 10,000 years.
  public init?(_ text: String) {
    var months = 0
    var seconds: Int64 = 0
    var units: [(letter: Character, months: Int, seconds: Int64)] = [
      ("Y", 12, 0), ("M", 1, 0), ("W", 0, 604_800), ("D", 0, 86_400),
    ]
    var rest = text[...]
    var parts = 0
    var isTime = false
    guard rest.popFirst() == "P" else { return nil }
    while let next = rest.first {
      if next == "T" {
        guard !isTime else { return nil }
        isTime = true
        units = [("H", 0, 3600), ("M", 0, 60), ("S", 0, 1)]
        rest.removeFirst()
        guard !rest.isEmpty else { return nil }
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest[digits.endIndex...]
      guard let amount = Int(digits), amount <= 315_576_000_000, let letter = rest.popFirst(),
        let unit = units.firstIndex(where: { $0.letter == letter })
      else { return nil }
      guard amount * units[unit].months <= 120_000 else { return nil }
      months += amount * units[unit].months
      let (part, overflow) = Int64(amount).multipliedReportingOverflow(by: units[unit].seconds)
      guard !overflow else { return nil }
      seconds += part
      units.removeSubrange(...unit)
      parts += 1
    }
    guard parts > 0, months <= 120_000, seconds <= 315_576_000_000 else { return nil }
    self.init(months: months, seconds: seconds)
  }
}

extension Timestamp {
  /// The time this long before.
  ///
  /// Months first, to the last day of the month where it has no such day; then the seconds. What lies before the earliest
  /// time that can be written is that time.
  public func before(by period: Period) -> Timestamp {
    let shifted = period.months == 0 ? microseconds : before(byMonths: period.months)
    return Timestamp(microseconds: shifted.saturatingSubtracting(period.seconds.saturatingMultiplying(by: 1_000_000)))
  }

  /// The time this long after, likewise.
  public func after(by period: Period) -> Timestamp {
    before(by: Period(months: -period.months, seconds: -period.seconds))
  }

  /// The time so many periods after; nil beyond what a period can hold.
  package func after(_ period: Period, times count: Int) -> Timestamp? {
    let (months, tooManyMonths) = period.months.multipliedReportingOverflow(by: count)
    let (seconds, tooManySeconds) = period.seconds.multipliedReportingOverflow(by: Int64(count))
    guard !tooManyMonths, !tooManySeconds else { return nil }
    return after(by: Period(months: months, seconds: seconds))
  }

  private func before(byMonths months: Int) -> Int64 {
    let (days, time) = microseconds.floorDivided(by: 86_400_000_000)
    let date = CivilDate(daysSince1970: days)
    let (year, month) = Int64(date.year * 12 + date.month - 1 - months).floorDivided(by: 12)
    let lastDay = CivilDate.days(inMonth: Int(month) + 1, of: Int(year))
    let target = CivilDate(year: Int(year), month: Int(month) + 1, day: min(date.day, lastDay))
    let day = (target?.daysSince1970 ?? days).saturatingMultiplying(by: 86_400_000_000)
    return day.saturatingSubtracting(-time)
  }
}

extension Int64 {
  /// The difference, or the nearest number that can be written.
  fileprivate func saturatingSubtracting(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other > 0 ? .min : .max) : difference
  }

  /// The product, or the nearest number that can be written.
  fileprivate func saturatingMultiplying(by other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}

extension Period: CustomStringConvertible {
  /// The period after ISO 8601: `P7D`, `P1M`, `PT90M` as `PT1H30M`.
  public var description: String {
    var date = ""
    if months / 12 > 0 { date += "\(months / 12)Y" }
    if months % 12 > 0 { date += "\(months % 12)M" }
    if seconds / 86_400 > 0 { date += "\(seconds / 86_400)D" }
    var time = ""
    let rest = seconds % 86_400
    if rest / 3600 > 0 { time += "\(rest / 3600)H" }
    if rest / 60 % 60 > 0 { time += "\(rest / 60 % 60)M" }
    if rest % 60 > 0 || (date.isEmpty && time.isEmpty) { time += "\(rest % 60)S" }
    return "P" + date + (time.isEmpty ? "" : "T" + time)
  }
}
