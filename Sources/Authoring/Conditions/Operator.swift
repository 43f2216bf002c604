internal import Personalization

/// The operators that stand under an attribute.
enum Operator: String, CaseIterable {
  case equal = "$eq"
  case notEqual = "$ne"
  case `in` = "$in"
  case notIn = "$nin"
  case inIgnoringCase = "$ini"
  case notInIgnoringCase = "$nini"
  case less = "$lt"
  case lessOrEqual = "$lte"
  case greater = "$gt"
  case greaterOrEqual = "$gte"
  case versionEqual = "$veq"
  case versionNotEqual = "$vne"
  case versionLess = "$vlt"
  case versionLessOrEqual = "$vlte"
  case versionGreater = "$vgt"
  case versionGreaterOrEqual = "$vgte"
  case matches = "$regex"
  case matchesIgnoringCase = "$regexi"
  case notMatches = "$notRegex"
  case notMatchesIgnoringCase = "$notRegexi"
  case exists = "$exists"
  case all = "$all"
  case allIgnoringCase = "$alli"
  case anyElement = "$elemMatch"
  case size = "$size"
  case inGroup = "$inGroup"
  case notInGroup = "$notInGroup"
  case not = "$not"

  /// Whether the operator makes sense of values of a type.
  func fits(_ type: OperandType) -> Bool {
    switch self {
    case .exists, .not: true
    // Any type can be compared with `null`; which other operands fit is a matter of the operand.
    case .equal, .notEqual: true
    case .in, .notIn:
      switch type {
      case .attribute(.string), .attribute(.number), .attribute(.version), .attribute(.list), .size: true
      case .attribute(.boolean), .attribute(.date): false
      }
    case .inIgnoringCase, .notInIgnoringCase: type == .attribute(.string) || type == .attribute(.list(of: .string))
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      switch type {
      case .attribute(.string), .attribute(.number), .attribute(.version), .attribute(.date), .size: true
      case .attribute(.boolean), .attribute(.list): false
      }
    case .versionEqual, .versionNotEqual, .versionLess, .versionLessOrEqual, .versionGreater, .versionGreaterOrEqual:
      type == .attribute(.version)
    case .matches, .matchesIgnoringCase, .notMatches, .notMatchesIgnoringCase: type == .attribute(.string)
    case .all, .anyElement, .size:
      if case .attribute(.list) = type { true } else { false }
    case .allIgnoringCase: type == .attribute(.list(of: .string))
    case .inGroup, .notInGroup: type == .attribute(.string) || type == .attribute(.number)
    }
  }
}

/// What an operator is asked about.
enum OperandType: Hashable {
  /// A value of an attribute, or an element of a list as if it were one.
  case attribute(AttributeType)
  /// The number of elements of a list.
  case size

  /// The type of a literal.
  var literal: AttributeType {
    switch self {
    case .attribute(let type): type
    case .size: .number
    }
  }
}
