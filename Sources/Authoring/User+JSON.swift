internal import JSONTree
public import Personalization

extension User {
  /// Reads a user from a JSON object of attributes: `{"user_id": "u-17", "age": 71, "choice.home.layout": "tab"}`.
  ///
  /// - Parameters:
  ///   - json: the text.
  ///   - file: what a problem calls the text.
  /// - Throws: why it is not a user: the text is not JSON, not an object, or has a key twice. What a value is, is no error
  ///   here: a value that cannot be used counts as missing in a decision, whose issues name it.
  public init(json: String, file: String = "user") throws(Diagnostic) {
    try self.init(json: Array(json.utf8), file: file)
  }

  /// Reads a user from the bytes of a JSON object.
  ///
  /// - Parameters:
  ///   - json: the bytes of the text.
  ///   - file: what a problem calls the text.
  /// - Throws: why it is not a user: the text is not JSON, not an object, or has a key twice. What a value is, is no error
  ///   here: a value that cannot be used counts as missing in a decision, whose issues name it.
  public init(json: [UInt8], file: String = "user") throws(Diagnostic) {
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: json, tolerating: .values)
    } catch {
      throw Diagnostic(error, file: file)
    }
    let root = document.root
    guard case .object(let members) = AttributeValue(root) else {
      throw Diagnostic(
        code: .wrongType, file: file, position: root.position, pointer: "",
        message: "expected a user, an object of attributes and their values, found \(root.typeName)")
    }
    self.init(members)
  }
}

extension AttributeValue {
  /// Values nest no deeper, so that nothing that walks them runs out of stack.
  private static let deepest = 100

  /// The value that a text brings; what no value can hold is unusable.
  init(_ node: JSONNode) { self.init(node, depth: 0) }

  private init(_ node: JSONNode, depth: Int) {
    switch node.value {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .number(let number):
      switch NumberText(number.text) {
      case .number(let value)?: self = .number(value)
      case let flawed?: self = .unusable(number.text, because: flawed.flaw ?? "")
      case nil: self = .number(number.value)
      }
    case .string(let text): self = .string(text)
    case .array where depth >= Self.deepest, .object where depth >= Self.deepest:
      self = .unusable("…", because: "is nested more than \(Self.deepest) levels deep")
    case .array(let elements): self = .list(elements.map { AttributeValue($0, depth: depth + 1) })
    case .object(let members):
      var object: [String: AttributeValue] = [:]
      for member in members {
        let value = AttributeValue(member.value, depth: depth + 1)
        if let other = object.updateValue(value, forKey: member.key) {
          // JSON takes them for two keys; a text with one key twice is not read at all.
          object[member.key] = .unusable(
            "\(other), \(value)", because: "is given in two Unicode spellings of the name")
        }
      }
      self = .object(object)
    }
  }
}
