/// A JSON value, and where in the text it stands.
///
/// ```swift
/// let root = try JSONDocument(parsing: #"{"age": {"$gte": 65}}"#).root
/// root["age"]?["$gte"]?.position.column  // 18
/// root["age"]?.typeName                  // "object"
/// ```
///
/// A node is an index into its document, so copying and releasing one costs the same at any depth of nesting, and a
/// node keeps its whole document in memory.
public struct JSONNode: Sendable {
  let entries: [JSONEntry]
  let index: Int

  /// The first byte of the value: its quote, bracket or brace, or its first letter or digit.
  public var position: SourcePosition { entries[index].position }

  /// The value.
  ///
  /// - Complexity: O(*n*) in the direct children of an array or object, which are listed anew on each call.
  public var value: Value {
    switch entries[index].content {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .number(let value): .number(value)
    case .string(let value): .string(value)
    case .array: .array(children.map { JSONNode(entries: entries, index: $0) })
    case .object:
      .object(
        children.compactMap { child in
          // Every child of an object has a key.
          guard let key = entries[child].key else { return nil }
          return Member(
            key: key.name, keyPosition: key.position, value: JSONNode(entries: entries, index: child))
        })
    }
  }

  /// One of the six kinds of JSON value.
  public enum Value: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A number.
    case number(JSONNumber)
    /// A string, its escapes replaced.
    case string(String)
    /// The elements of an array.
    case array([JSONNode])
    /// The members of an object in the order of the text; no two keys have the same bytes.
    case object([Member])
  }

  /// A key of an object and its value.
  public struct Member: Sendable {
    /// The key, its escapes replaced.
    public let key: String
    /// The opening quote of the key.
    public let keyPosition: SourcePosition
    /// The value of the key.
    public let value: JSONNode
  }
}

extension JSONNode {
  /// The value of a key, or `nil` if there is no such key or this is no object.
  ///
  /// Keys are compared byte by byte: `é` as one code point and as two are different keys.
  ///
  /// - Complexity: O(*n*) in the members.
  public subscript(key: String) -> JSONNode? {
    child { $0?.name.utf8.elementsEqual(key.utf8) ?? false }
  }

  /// The kind of value as JSON names it: `object`, `array`, `string`, `number`, `boolean` or `null`.
  public var typeName: String {
    switch entries[index].content {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  func child(where isWanted: (JSONEntry.Key?) -> Bool) -> JSONNode? {
    children.first { isWanted(entries[$0].key) }.map { JSONNode(entries: entries, index: $0) }
  }

  /// The indices of the direct children.
  var children: some Sequence<Int> {
    let end = entries[index].end
    return sequence(first: index + 1) { [entries] in entries[$0].end }.prefix { $0 < end }
  }
}

/// A number, and how it was written.
public struct JSONNumber: Hashable, Sendable {
  /// The nearest double.
  public let value: Double
  /// The digits of the text, for integers above 2⁵³ that a double cannot hold, and for messages.
  public let text: String
}

/// One value of a document, in one flat array for all of them.
///
/// Values stand in the order of the text, so the subtree of the value at index `i` is `i..<entries[i].end`. A tree of
/// nested arrays would be released recursively, and 2,048 levels of that do not fit the stack of a small thread.
struct JSONEntry: Sendable {
  enum Content: Sendable {
    case null, boolean(Bool), number(JSONNumber), string(String), array, object
  }

  struct Key: Sendable {
    let name: String
    let position: SourcePosition
  }

  let content: Content
  let position: SourcePosition
  /// Present exactly for the direct children of an object.
  let key: Key?
  var end: Int
}
