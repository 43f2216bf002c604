import Foundation
import Personalization

/// A version after SemVer 2 with SEMANTICS' leniency, written apart from the library's.
struct ReferenceVersion: Comparable {
  private let numbers: [String]
  private let prerelease: [String]

  init?(_ text: String) {
    let number = "(?:0|[1-9][0-9]*)"
    let word = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
    let pattern =
      "^v?\(number)(?:\\.\(number)){0,2}(?:-\(word)(?:\\.\(word))*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$"
    guard text.range(of: pattern, options: [.regularExpression, .caseInsensitive]) != nil else { return nil }
    let release = text.drop { $0 == "v" || $0 == "V" }.prefix { $0 != "+" }
    let core = release.prefix { $0 != "-" }.split(separator: ".").map(String.init)
    numbers = core + Array(repeating: "0", count: 3 - core.count)
    let rest = release.drop { $0 != "-" }.dropFirst()
    prerelease = rest.split(separator: ".").map(String.init)
  }

  static func < (first: Self, second: Self) -> Bool {
    for (one, other) in zip(first.numbers, second.numbers) where one != other { return isLess(one, other) }
    if first.prerelease.isEmpty || second.prerelease.isEmpty {
      return !first.prerelease.isEmpty && second.prerelease.isEmpty
    }
    for (one, other) in zip(first.prerelease, second.prerelease) where one != other { return isLess(one, other) }
    return first.prerelease.count < second.prerelease.count
  }

  /// Numbers by size and before words; words in ASCII order.
  private static func isLess(_ one: String, _ other: String) -> Bool {
    func isNumber(_ text: String) -> Bool { text.allSatisfy { $0 >= "0" && $0 <= "9" } }
    switch (isNumber(one), isNumber(other)) {
    case (true, true): return one.count != other.count ? one.count < other.count : one < other
    case (true, false): return true
    case (false, true): return false
    case (false, false): return one.utf8.lexicographicallyPrecedes(other.utf8)
    }
  }

  /// GrowthBook's key: parts padded to five digits and compared as text.
  static func paddedKey(_ value: JSON) -> String {
    var text = value.text ?? value.number.map { JSON.number($0).description } ?? "0"
    if text.isEmpty { text = "0" }
    if text.hasPrefix("v") { text.removeFirst() }
    var parts = text.prefix { $0 != "+" }.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "." }
      .map(String.init)
    if parts.count == 3 { parts.append("~") }
    let padded = parts.map { part in
      let isNumber = !part.isEmpty && part.allSatisfy { $0 >= "0" && $0 <= "9" }
      return isNumber ? String(repeating: " ", count: max(0, 5 - part.count)) + part : part
    }
    return padded.joined(separator: "-")
  }
}
