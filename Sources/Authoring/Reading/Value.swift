internal import JSONTree

/// A value of a file that is being read: it knows its place, and reports what is wrong with it.
///
/// The readers of this module return nil for what they cannot use, and have then reported why.
struct Value {
  let node: JSONNode
  let path: ValuePath
  let file: SourceFile
  /// Where the key of the value stands; nil for elements and the root.
  let keyPosition: SourcePosition?
  /// The key of the value; empty for elements and the root.
  let key: String

  /// The root of a file.
  init(root: JSONNode, of file: SourceFile) {
    self.init(node: root, path: .root, file: file, keyPosition: nil, key: "")
  }

  private init(node: JSONNode, path: ValuePath, file: SourceFile, keyPosition: SourcePosition?, key: String) {
    self.node = node
    self.path = path
    self.file = file
    self.keyPosition = keyPosition
    self.key = key
  }

  /// The members in the order of the text; nil if this is no object.
  var members: [Value]? {
    guard case .object(let members) = node.value else { return nil }
    return members.map {
      Value(
        node: $0.value, path: .member(path, $0.key), file: file, keyPosition: $0.keyPosition, key: $0.key)
    }
  }

  /// The elements; nil if this is no array.
  var elements: [Value]? {
    guard case .array(let elements) = node.value else { return nil }
    return elements.enumerated().map { index, element in
      Value(node: element, path: .element(path, index), file: file, keyPosition: nil, key: "")
    }
  }

  /// The text; nil if this is no string.
  var text: String? {
    if case .string(let text) = node.value { text } else { nil }
  }

  /// The number; nil if this is none.
  var number: JSONNumber? {
    if case .number(let number) = node.value { number } else { nil }
  }

  var isNull: Bool {
    if case .null = node.value { true } else { false }
  }
}

extension Value {
  /// What a problem is about.
  enum Part {
    case value
    case key
    /// So many bytes into the text of a string, its escapes replaced.
    case textOffset(Int)
  }

  /// Reports a problem of this value.
  func report(_ code: Diagnostic.Code, _ message: String, suggestion: String? = nil, at part: Part = .value) {
    var position = node.position
    switch part {
    case .value: break
    case .key: position = keyPosition ?? position
    case .textOffset(let offset): position = position.advanced(intoString: offset, of: file.bytes)
    }
    file.log.add(
      Diagnostic(
        code: code, file: file.name, position: position, pointer: path.pointer, message: message,
        suggestion: suggestion))
  }

  /// Reports that the value is of another type than expected.
  func reportType(_ expected: String, code: Diagnostic.Code = .wrongType) {
    report(code, "expected \(expected), found \(found)")
  }

  /// The value as a message shows it.
  var found: String {
    switch node.value {
    case .null: "null"
    case .boolean(let flag): String(flag)
    case .number(let number): "the number \(number.text)"
    case .string(let text): "the string \(quoted(text))"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The text in quotes, in one line and not too long.
func quoted(_ text: String) -> String {
  var shown = ""
  var count = 0
  for scalar in text.unicodeScalars {
    guard count < 60 else { return "\"\(shown)…\"" }
    shown.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
    count += 1
  }
  return "\"\(shown)\""
}
