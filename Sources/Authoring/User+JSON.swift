internal import JSONTree
public import Personalization

extension User {
  /// Reads a user from a JSON object of attributes: `{"user_id": "u-17", "age": 71, "choice.home.layout": "tab"}`.
  ///
  /// - Parameters:
  ///   - json: the text.
  ///   - file: what a problem calls the text.
  /// - Throws: why it is not a user; values of wrong types are no error here, they count as missing in a decision.
  public init(json: String, file: String = "user") throws(Diagnostic) {
    try self.init(json: Array(json.utf8), file: file)
  }

  /// Reads a user from the bytes of a JSON object.
  ///
  /// - Parameters:
  ///   - json: the bytes of the text.
  ///   - file: what a problem calls the text.
  /// - Throws: why it is not a user; values of wrong types are no error here, they count as missing in a decision.
  public init(json: [UInt8], file: String = "user") throws(Diagnostic) {
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: json)
    } catch {
      throw Diagnostic(error, file: file)
    }
    let root = document.root
    guard case .object(let members) = try AttributeValue(root, file: file, depth: 0) else {
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

  init(_ node: JSONNode, file: String, depth: Int) throws(Diagnostic) {
    guard depth <= Self.deepest else {
      throw Diagnostic(
        code: .tooDeep, file: file, position: node.position,
        message: "values are nested more than \(Self.deepest) levels deep here; expected fewer")
    }
    switch node.value {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .number(let number): self = .number(number.value)
    case .string(let text): self = .string(text)
    case .array(let elements):
      var list: [AttributeValue] = []
      for element in elements { list.append(try AttributeValue(element, file: file, depth: depth + 1)) }
      self = .list(list)
    case .object(let members):
      var object: [String: AttributeValue] = [:]
      for member in members { object[member.key] = try AttributeValue(member.value, file: file, depth: depth + 1) }
      self = .object(object)
    }
  }
}
