package import Personalization

/// What a column of users feeds.
package enum ColumnKind: Sendable {
  case ignored, string, number, boolean, version, date, stringList, numberList, choice

  /// A column of an attribute of this type.
  package init(_ type: AttributeType) {
    self =
      switch type {
      case .string: .string
      case .number: .number
      case .boolean: .boolean
      case .version: .version
      case .date: .date
      case .list(of: .string): .stringList
      case .list(of: .number): .numberList
      }
  }
}
