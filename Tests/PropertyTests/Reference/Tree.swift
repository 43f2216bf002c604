import JSONTree

/// A JSON value, read once.
indirect enum Tree {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([Tree])
  case object([Member])

  struct Member {
    let key: String
    let value: Tree
  }

  init(_ text: String) throws { self.init(try JSONDocument(parsing: text).root) }

  private init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .number(let number): self = .number(number.value)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map { Tree($0) })
    case .object(let members): self = .object(members.map { Member(key: $0.key, value: Tree($0.value)) })
    }
  }

  var members: [Member] { if case .object(let members) = self { members } else { [] } }
  var elements: [Tree] { if case .array(let elements) = self { elements } else { [] } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
  var isNull: Bool { if case .null = self { true } else { false } }
  var isObject: Bool { if case .object = self { true } else { false } }

  subscript(key: String) -> Tree? { members.first { $0.key == key }?.value }
}
