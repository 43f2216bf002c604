internal import CJansson

/// The tree that jansson makes of a text, freed with this value.
struct JanssonTree: ~Copyable {
  enum Outcome: ~Copyable {
    case tree(JanssonTree)
    case failure(Failure)

    /// Whether the text was refused for a value that jansson cannot hold, though it is JSON.
    var isMatterOfValues: Bool {
      switch self {
      case .tree: false
      case .failure(let failure):
        switch failure.reason {
        case .numberOutOfRange, .depth, .nulInKey: true
        case .duplicateKey, .endOfText, .syntax: false
        }
      }
    }
  }

  /// Why jansson refused a text, in so far as its error tells reliably.
  struct Failure: Equatable {
    enum Reason: Equatable {
      case duplicateKey, numberOutOfRange, depth, nulInKey, endOfText, syntax
    }

    let reason: Reason
    /// The offset of the byte behind what jansson read last: the end of the offending token, or a place inside it.
    let offset: Int
  }

  /// The number of levels at which jansson still reads values, fixed when it is built.
  static let maximumDepth = 2048

  let root: UnsafeMutablePointer<json_t>

  private init(owning root: UnsafeMutablePointer<json_t>) {
    self.root = root
  }

  deinit {
    json_decref(root)
  }

  /// Parses text without NUL bytes.
  static func parse(_ bytes: [UInt8], _ tolerance: JSONDocument.Tolerance = .none) -> Outcome {
    _ = seeded
    var error = json_error_t()
    var flags = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES
    if case .values = tolerance { flags |= JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL }
    let root = bytes.withUnsafeBytes { buffer in
      json_loadb(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count,
        Int(flags), &error)
    }
    guard let root else {
      return .failure(Failure(reason: reason(of: error), offset: Int(error.position)))
    }
    return .tree(JanssonTree(owning: root))
  }

  /// Runs once: jansson would seed its hash tables at the first object, and two threads could both be first.
  ///
  /// The order of the members does not depend on the seed.
  private static let seeded: Void = json_object_seed(1)

  private static func reason(of error: json_error_t) -> Failure.Reason {
    switch withUnsafePointer(to: error, { json_error_code($0) }) {
    case json_error_duplicate_key: .duplicateKey
    case json_error_numeric_overflow: .numberOutOfRange
    case json_error_stack_overflow: .depth
    case json_error_null_byte_in_key: .nulInKey
    case json_error_premature_end_of_input: .endOfText
    default: .syntax
    }
  }
}

extension JanssonTree {
  /// The text of the root, if it is a string.
  var stringValue: String? {
    root.pointee.type == JSON_STRING ? JSONTree.string(root) : nil
  }

  /// All values of the tree with their places in the text that it was parsed from.
  ///
  /// jansson keeps no positions but keeps the order of the text, so one walk over the tree and one over the bytes
  /// meet at each value. What nests waits in an array, not on the stack.
  /// `original` is the text before it was tamed, of the same length.
  borrowing func entries(locatedIn bytes: [UInt8], writtenAs original: [UInt8]) -> [JSONEntry] {
    var walk = Walk(bytes, writtenAs: original)
    walk.visit(root, key: nil)
    while walk.visitNext() {}
    return walk.entries
  }
}

/// A walk over tree and text at once; it must not outlive the tree.
private struct Walk {
  /// An array or object whose children are being visited.
  struct Open {
    let value: UnsafeMutablePointer<json_t>
    let entry: Int
    var next: Child
  }

  enum Child {
    case element(Int)
    case member(UnsafeMutableRawPointer?)
  }

  private(set) var entries: [JSONEntry] = []
  private var open: [Open] = []
  private var cursor: Cursor
  private let original: [UInt8]

  init(_ bytes: [UInt8], writtenAs original: [UInt8]) {
    cursor = Cursor(bytes)
    self.original = original
  }

  /// Visits the next child of the innermost open value, or closes it; `false` when all is visited.
  mutating func visitNext() -> Bool {
    guard var innermost = open.popLast() else { return false }

    switch innermost.next {
    case .element(let index):
      if let element = json_array_get(innermost.value, index) {
        innermost.next = .element(index + 1)
        open.append(innermost)
        visit(element, key: nil)
        return true
      }
    case .member(let iterator):
      if let iterator, let member = json_object_iter_value(iterator) {
        innermost.next = .member(json_object_iter_next(innermost.value, iterator))
        open.append(innermost)
        let name = string(json_object_iter_key(iterator), length: json_object_iter_key_len(iterator))
        visit(member, key: JSONEntry.Key(name: name, position: nextToken().start))
        return true
      }
    }
    entries[innermost.entry].end = entries.count
    return true
  }

  mutating func visit(_ value: UnsafeMutablePointer<json_t>, key: JSONEntry.Key?) {
    let token = nextToken()
    let index = entries.count
    let content: JSONEntry.Content
    switch value.pointee.type {
    case JSON_OBJECT:
      content = .object
      open.append(Open(value: value, entry: index, next: .member(json_object_iter(value))))
    case JSON_ARRAY:
      content = .array
      open.append(Open(value: value, entry: index, next: .element(0)))
    case JSON_STRING:
      content = .string(string(value))
    case JSON_INTEGER, JSON_REAL:
      let text = String(decoding: original[token.range], as: UTF8.self)
      let number = json_number_value(value)
      // As an integer, -0 has lost its sign.
      content = .number(
        JSONNumber(value: number == 0 && text.utf8.first == UInt8(ascii: "-") ? -0.0 : number, text: text))
    case JSON_TRUE:
      content = .boolean(true)
    case JSON_FALSE:
      content = .boolean(false)
    default:
      content = .null
    }
    entries.append(JSONEntry(content: content, position: token.start, key: key, end: index + 1))
  }

  /// The next token that begins a value or key; in accepted text, what lies between says nothing new.
  private mutating func nextToken() -> Token {
    while true {
      let token = cursor.nextToken()
      switch token.kind {
      case .close, .colon, .comma: continue
      case .open, .string, .word, .other, .end: return token
      }
    }
  }
}

private func string(_ value: UnsafeMutablePointer<json_t>) -> String {
  string(json_string_value(value), length: json_string_length(value))
}

/// Copies a string of jansson, which has checked that it is UTF-8.
private func string(_ start: UnsafePointer<CChar>?, length: Int) -> String {
  String(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length), as: UTF8.self)
}
