import JSONTree
import TestSupport

/// The files of a random workspace that loads: as JSON values, whose members can still be shuffled.
struct RandomWorkspace {
  /// An attribute as the catalog declares it.
  struct Attribute {
    enum Kind: String, CaseIterable { case string, number, boolean, version, date, list }
    let name: String
    let kind: Kind
    /// Of a list: whether it holds numbers.
    var ofNumbers = false
    var separator = "|"
  }

  var attributes: [Attribute] = []
  var groups: [String: String] = [:]
  /// JSON files by path.
  var json: [(path: String, value: JSONOutput)] = []
  /// The strings that arguments of nodes may take.
  static let legalTexts = ["a", "night", "\u{E9}", "u-1"]

  /// The texts by path.
  var files: [String: String] {
    var files: [String: String] = [:]
    for (path, value) in json { files[path] = value.text(pretty: false) }
    for (name, text) in groups { files["catalog/groups/\(name).txt"] = text }
    return files
  }

  /// The same files with the members of all objects in another order, added in another order to a larger dictionary.
  func shuffledFiles(_ random: inout SplitMix64) -> [String: String] {
    var files = [String: String](minimumCapacity: random.int(1...2000))
    for (path, value) in random.shuffled(json) { files[path] = value.shuffled(&random).text(pretty: random.chance(50)) }
    for name in random.shuffled(groups.keys.sorted()) { files["catalog/groups/\(name).txt"] = groups[name] }
    return files
  }

  /// Changes the file at this path.
  mutating func change(_ path: String, _ body: (JSONOutput) -> JSONOutput) {
    json = json.map { $0.path == path ? ($0.path, body($0.value)) : $0 }
  }

  init(_ random: inout SplitMix64) {
    var builder = WorkspaceBuilder()
    builder.build(&random)
    self = builder.world
  }

  /// Another workspace with the same attributes.
  init(sharingAttributesOf other: RandomWorkspace, _ random: inout SplitMix64) {
    var builder = WorkspaceBuilder()
    builder.world.attributes = other.attributes
    builder.build(&random)
    self = builder.world
  }

  init() {}
}

extension JSONOutput {
  /// The members; none if this is no object.
  var members: [(String, JSONOutput)] {
    if case .object(let members) = self { members } else { [] }
  }

  var elements: [JSONOutput] {
    if case .array(let elements) = self { elements } else { [] }
  }

  subscript(key: String) -> JSONOutput? { members.first { $0.0 == key }?.1 }

  /// The same object with another value for a key; nil removes it.
  func with(_ key: String, _ value: JSONOutput?) -> JSONOutput {
    let rest = members.filter { $0.0 != key }
    return .object(value.map { rest + [(key, $0)] } ?? rest)
  }

  /// The same value with the members of all its objects in another order.
  func shuffled(_ random: inout SplitMix64) -> JSONOutput {
    switch self {
    case .object(let members):
      var shuffled: [(String, JSONOutput)] = []
      for (key, value) in random.shuffled(members) { shuffled.append((key, value.shuffled(&random))) }
      return .object(shuffled)
    case .array(let elements):
      var changed: [JSONOutput] = []
      for element in elements { changed.append(element.shuffled(&random)) }
      return .array(changed)
    case .null, .boolean, .number, .integer, .string: return self
    }
  }
}

/// Builds a random workspace part by part; each part keeps to what loading asks of it.
struct WorkspaceBuilder {
  var world = RandomWorkspace()
  var segmentKeys: [String] = []
  var usesGroups: Set<String> = []
  var nodes: [NodeDraft] = []
  var routes: [String] = []
  var tabs: [String] = []
  var cards: [String] = []

  mutating func build(_ random: inout SplitMix64) {
    addAttributes(&random)
    addNavigation(&random)
    let segments = random.int(0...12)
    var keys = random.sample(segments, of: (0..<12).map { "s\($0 * 7 % 12)" + ($0 % 3 == 0 ? ".x" : "") })
    if segments > 0, random.chance(20) { keys[0] = "S-upper" }
    for key in keys {
      world.json.append(("segments/\(key).json", segment(&random)))
      segmentKeys.append(key)
    }
    addExperiments(&random)
    for name in usesGroups.sorted() {
      let lines =
        name == "numbers"
        ? random.sample(4, of: Pools.numberGroupLines) : random.sample(5, of: Pools.texts.filter { !$0.isEmpty })
      world.groups[name] = random.chance(30) ? lines.joined(separator: "\r\n") : lines.map { $0 + "\n" }.joined()
    }
  }

  private mutating func addAttributes(_ random: inout SplitMix64) {
    typealias Attribute = RandomWorkspace.Attribute
    var attributes = [Attribute(name: "user_id", kind: .string)]
    if random.chance(60) { attributes.append(Attribute(name: "device_id", kind: .string)) }
    if random.chance(80) { attributes.append(Attribute(name: "app_version", kind: .version)) }
    let names = [
      "age", "score.total", "device.shared", "device.kind.name", "tags", "seen_at", "shift", "pa\u{ED}s", "a b", "x,y",
      "quo\"te", "last.mode", "cost$",
    ]
    for name in random.sample(random.int(2...12), of: names) {
      var attribute = Attribute(name: name, kind: random.pick(Attribute.Kind.allCases))
      if attribute.kind == .list {
        attribute.ofNumbers = random.chance(50)
        attribute.separator = random.pick(["|", ";", " "])
      }
      attributes.append(attribute)
    }
    let drawn = random.shuffled(attributes)
    if world.attributes.isEmpty { world.attributes = drawn }
    let members = world.attributes.map { attribute -> (String, JSONOutput) in
      var declaration: [(String, JSONOutput)] = [("type", .string(attribute.kind.rawValue))]
      if attribute.kind == .list {
        declaration += [
          ("of", .string(attribute.ofNumbers ? "number" : "string")), ("separator", .string(attribute.separator)),
        ]
      }
      return (attribute.name, .object(declaration))
    }
    world.json.append(("catalog/attributes.json", ["unit": "user_id", "attributes": .object(members)]))
  }

  private mutating func segment(_ random: inout SplitMix64) -> JSONOutput {
    let settings = settings(random.sample(random.int(0...4), of: SlotName.all), &random)
    var members: [(String, JSONOutput)] = [
      ("when", condition(&random, depth: random.int(1...3))), ("priority", .integer(random.int(-1...3))),
      ("navigation", .object(settings)),
    ]
    switch random.int(1...5) {
    case 1: members.append(("lock", true))
    case 2: members.append(("lock", .array(settings.filter { _ in random.chance(50) }.map { .string($0.0) })))
    case 3: members.append(("name", "Some people"))
    default: break
    }
    return .object(members)
  }
}
