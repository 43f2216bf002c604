import Foundation
import JSONTree
import Testing

@Suite("Values")
struct NodeTests {
  @Test(
    "a value knows its kind",
    arguments: [
      ("{}", "object"), ("[]", "array"), ("\"\"", "string"), ("-1.5e3", "number"), ("true", "boolean"),
      ("false", "boolean"), ("null", "null"),
    ])
  func typeName(text: String, name: String) throws {
    #expect(try JSONDocument(parsing: text).root.typeName == name)
  }

  @Test(
    "a number keeps its value and how it was written",
    arguments: [
      ("0", 0), ("-0", -0.0), ("1E2", 100), ("0.10", 0.1), ("9223372036854775807", 0x1p63),
      ("-9223372036854775808", -0x1p63), ("5e-324", Double.leastNonzeroMagnitude), ("1e-999", 0),
      ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
    ])
  func number(text: String, value: Double) throws {
    guard case .number(let number) = try JSONDocument(parsing: " \(text) ").root.value else {
      Issue.record("no number")
      return
    }
    #expect(number.text == text)
    #expect(number.value.bitPattern == value.bitPattern)
  }

  @Test(
    "escapes are replaced",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC\ud83d\ude00""#, "é€😀"), (#""é日😀""#, "é日😀"),
    ])
  func string(text: String, value: String) throws {
    guard case .string(let string) = try JSONDocument(parsing: text).root.value else {
      Issue.record("no string")
      return
    }
    #expect(Array(string.utf8) == Array(value.utf8))
  }

  @Test("a key is found by its bytes, not by what looks alike")
  func keysByBytes() throws {
    let root = try JSONDocument(parsing: "{\"\u{E9}\": 1, \"e\u{301}\": 2}").root
    #expect(root["\u{E9}"]?.position.column == 7)
    #expect(root["e\u{301}"]?.position.column == 16)
  }

  @Test("a missing key and a value without keys have no member")
  func noMember() throws {
    let root = try JSONDocument(parsing: #"{"a": ["b"], "c": "a"}"#).root
    #expect(root["b"]?.position == nil)
    #expect(root["a"]?["b"]?.position == nil)
    #expect(root["c"]?["a"]?.position == nil)
  }
}

@Suite("Threads")
struct ThreadTests {
  @Test("many threads may read at once, the first time too")
  func concurrent() async throws {
    try await withThrowingTaskGroup(of: String?.self) { group in
      for number in 0..<200 {
        group.addTask {
          try JSONDocument(parsing: "{\"a\": {\"b\": [\(number)]}}").position(of: "/a/b/0")?.description
        }
      }
      for try await place in group { #expect(place == "1:14") }
    }
  }
}

@Suite("Deep nesting")
struct DepthTests {
  enum Shape: CaseIterable {
    case arrays, objects

    func text(depth: Int) -> String {
      switch self {
      case .arrays: String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      case .objects:
        String(repeating: "{\"k\":", count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1)
      }
    }
  }

  @Test("2,048 levels are read, walked and released on a stack of 512 KiB", arguments: Shape.allCases)
  func deepest(shape: Shape) throws {
    let depth = try onSmallStack {
      var node = try JSONDocument(parsing: shape.text(depth: 2048)).root
      var depth = 1
      while true {
        switch node.value {
        case .array(let elements):
          guard let element = elements.first else { return depth }
          node = element
        case .object(let members):
          guard let member = members.first else { return depth }
          node = member.value
        case .null, .boolean, .number, .string:
          return depth
        }
        depth += 1
      }
    }
    #expect(depth == 2048)
  }

  @Test("level 2,049 is refused where it begins, on a stack of 512 KiB", arguments: [2049, 100_000])
  func tooDeep(depth: Int) {
    let error = #expect(throws: JSONSyntaxError.self) {
      try onSmallStack { _ = try JSONDocument(parsing: Shape.arrays.text(depth: depth)) }
    }
    #expect(error?.kind == .depth)
    #expect(error?.position == SourcePosition(line: 1, column: 2049, offset: 2048))
  }

  @Test("2,048 open brackets without an end are an early end, not a depth")
  func unclosed() {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: String(repeating: "[", count: 2048))
    }
    #expect(error?.kind == .unexpectedEnd)
  }

  /// Runs something on a thread with a stack of 512 KiB, as secondary threads on Apple systems have.
  private func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let box = Box<Value>()
    let thread = Thread { box.finish(Result(catching: body)) }
    thread.stackSize = 512 << 10
    thread.start()
    return try box.wait().get()
  }

  /// `@unchecked`: `result` is written before `done` is signalled and read after it is awaited.
  private final class Box<Value: Sendable>: @unchecked Sendable {
    private var result: Result<Value, any Error>?
    private let done = DispatchSemaphore(value: 0)

    func finish(_ result: Result<Value, any Error>) {
      self.result = result
      done.signal()
    }

    func wait() throws -> Result<Value, any Error> {
      done.wait()
      return try #require(result)
    }
  }
}
