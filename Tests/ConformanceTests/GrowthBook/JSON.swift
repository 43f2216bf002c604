import JSONTree
import Personalization

/// A JSON value of a row; attributes of a user are such values already.
typealias JSON = AttributeValue

extension AttributeValue {
  /// The value that a node of a document holds.
  init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .number(let number): self = .number(number.value)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .list(elements.map { JSON($0) })
    case .object(let members): self = .object(Dictionary(members.map { ($0.key, JSON($0.value)) }) { $1 })
    }
  }

  /// The value as a file of a workspace writes it.
  var output: JSONOutput {
    switch self {
    case .null, .unusable: .null
    case .boolean(let flag): .boolean(flag)
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    case .list(let elements): .array(elements.map(\.output))
    case .object(let members): .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.output) })
    }
  }

  var fileText: String { output.text(pretty: true) }

  var text: String? { if case .string(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var integer: Int? { number.flatMap { Int(exactly: $0) } }
  var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
  var elements: [JSON]? { if case .list(let elements) = self { elements } else { nil } }
  var members: [String: JSON]? { if case .object(let members) = self { members } else { nil } }

  /// The member of this key; nil if there is none or it is null.
  subscript(key: String) -> JSON? {
    let value = members?[key]
    return value == .null ? nil : value
  }
}
