/// A day of the proleptic Gregorian calendar.
///
/// The conversions follow Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
struct CivilDate {
  let year: Int
  let month: Int
  let day: Int

  /// This day; nil if the calendar does not have it.
  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day this many days after 1970-01-01.
  init(daysSince1970 days: Int64) {
    let (era, dayOfEra) = (days + 719_468).floorDivided(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * shifted + 2) / 5 + 1)
    month = Int(shifted < 10 ? shifted + 3 : shifted - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
  }

  var daysSince1970: Int64 {
    let shifted = Int64(year) - (month <= 2 ? 1 : 0)
    let (era, yearOfEra) = shifted.floorDivided(by: 400)
    let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
