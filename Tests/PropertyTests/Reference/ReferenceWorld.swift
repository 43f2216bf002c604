import Foundation
import Personalization

/// A workspace as its files have it: nothing compiled, nothing precomputed.
///
/// With `ReferenceUser`, an evaluator to compare the engine with: slow, and written from the text of the rules alone.
struct ReferenceWorld {
  struct File {
    let key: String
    let tree: Tree
  }

  let attributes: [(name: String, declaration: Tree)]
  let navigation: Tree
  let groups: [String: [String]]
  /// In byte order of the keys.
  let segments: [File]
  let experiments: [File]

  init(_ files: [String: String]) throws {
    attributes =
      try Tree(files["catalog/attributes.json"] ?? "")["attributes"]?.members.map { ($0.key, $0.value) } ?? []
    navigation = try Tree(files["catalog/navigation.json"] ?? "")
    var groups: [String: [String]] = [:]
    var segments: [File] = []
    var experiments: [File] = []
    for (path, text) in files {
      let parts = path.components(separatedBy: "/")
      let name = parts.last ?? ""
      if parts[0] == "segments" { segments.append(File(key: String(name.dropLast(5)), tree: try Tree(text))) }
      if parts[0] == "experiments" { experiments.append(File(key: String(name.dropLast(5)), tree: try Tree(text))) }
      if path.hasPrefix("catalog/groups/") {
        let lines = text.replacingOccurrences(of: "\r\n", with: "\n").components(separatedBy: "\n")
        groups[String(name.dropLast(4))] = lines.filter { !$0.isEmpty }
      }
    }
    self.groups = groups
    self.segments = segments.sorted { compareBytes($0.key, $1.key) < 0 }
    self.experiments = experiments.sorted { compareBytes($0.key, $1.key) < 0 }
  }
}

/// One user in such a world, at one time.
struct ReferenceUser {
  let world: ReferenceWorld
  let attributes: [String: AttributeValue]
  let choices: [String: AttributeValue]
  /// Microseconds since 1970.
  let time: Int
  private let values: [String: ReferenceValue]

  init(_ user: RandomUser, in world: ReferenceWorld, at time: Int) {
    self.world = world
    attributes = user.attributes
    choices = user.choices
    self.time = time
    var values: [String: ReferenceValue] = [:]
    for (name, declaration) in world.attributes {
      guard let value = Self.find(name, in: user.attributes) else { continue }
      values[name] = Self.typed(value, declaration)
    }
    self.values = values
  }

  /// The usable value of an attribute; nil: missing.
  func value(_ name: String) -> ReferenceValue? { values[name] }

  /// The literal key first, then the path.
  private static func find(_ name: String, in members: [String: AttributeValue]) -> AttributeValue? {
    if let value = members[name] { return value }
    let parts = name.components(separatedBy: ".")
    for count in (1..<max(parts.count, 1)).reversed() {
      guard case .object(let inner)? = members[parts.prefix(count).joined(separator: ".")] else { continue }
      if let value = find(parts.dropFirst(count).joined(separator: "."), in: inner) { return value }
    }
    return nil
  }

  private static func typed(_ value: AttributeValue, _ declaration: Tree) -> ReferenceValue? {
    switch (declaration["type"]?.text, value) {
    case ("string", .string(let text)): return .text(text)
    case ("number", .number(let number)): return number.isFinite ? .number(number) : nil
    case ("boolean", .boolean(let flag)): return .boolean(flag)
    case ("version", .string(let text)): return ReferenceVersion(text).map(ReferenceValue.version)
    case ("date", .string(let text)): return ReferenceDate.microseconds(text).map(ReferenceValue.date)
    case ("date", .number(let seconds)):
      return ReferenceDate.microseconds(seconds: seconds).map(ReferenceValue.date)
    case ("list", .list(let elements)):
      let type: Tree = .object([.init(key: "type", value: declaration["of"] ?? .string("string"))])
      let typed = elements.compactMap { Self.typed($0, type) }
      return typed.count == elements.count ? .list(typed) : nil
    default: return nil
    }
  }

  /// The matched segments, from the lowest to the highest priority; of equal ones the later key counts more.
  func matchedSegments() -> [ReferenceWorld.File] {
    let matched = world.segments.filter { holds($0.tree["when"] ?? .object([])) }
    func priority(_ segment: ReferenceWorld.File) -> Double { segment.tree["priority"]?.number ?? 0 }
    return Set(matched.map(priority)).sorted().flatMap { value in matched.filter { priority($0) == value } }
  }
}
