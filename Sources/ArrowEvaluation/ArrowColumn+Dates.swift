internal import Personalization

extension ArrowColumn {
  /// The moment of a row of dates, times or numbers of this format; nil outside the years 0 to 9999.
  func date(_ row: Int, _ format: DateFormat?) -> Timestamp? {
    switch type {
    case .days: integer(row).flatMap { Timestamp(ticks: $0, perSecond: 1, of: 86_400) }
    case .ticks(let perSecond): integer(row).flatMap { Timestamp(ticks: $0, perSecond: Int(perSecond), of: 1) }
    default: number(row).flatMap { Timestamp(epoch: $0, format) }
    }
  }

  /// The value of a row of dates as a message shows it.
  func shown(_ row: Int) -> String {
    switch type {
    case .decimal: number(row).map { "\($0)" } ?? "?"
    default: integer(row).map(String.init) ?? number(row).map { "\($0)" } ?? "?"
    }
  }
}

extension Timestamp {
  /// So many ticks of `seconds ÷ perSecond` after 1970, cut to microseconds; nil outside the years 0 to 9999.
  fileprivate init?(ticks: Int, perSecond: Int, of seconds: Int) {
    let (whole, rest) = (ticks.flooredQuotient(by: perSecond), ticks.flooredRemainder(by: perSecond))
    let (start, overflow) = whole.multipliedReportingOverflow(by: seconds)
    guard !overflow, let second = Timestamp(secondsSince1970: Double(start)) else { return nil }
    self.init(microseconds: second.microseconds + Int64(rest * 1_000_000 / perSecond))
  }
}

extension Int {
  fileprivate func flooredRemainder(by divisor: Int) -> Int {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }

  fileprivate func flooredQuotient(by divisor: Int) -> Int { self / divisor - (self % divisor < 0 ? 1 : 0) }
}
