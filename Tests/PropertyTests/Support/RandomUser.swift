import Foundation
import Personalization
import TestSupport

/// A random user of a workspace: values on the edges of its conditions, missing ones, mistyped ones, now and then a choice.
struct RandomUser {
  /// The user as the engine takes it.
  var attributes: [String: AttributeValue] = [:]
  var choices: [String: AttributeValue] = [:]

  var user: User { User(attributes, choices: choices) }

  /// A user of whom nothing is known.
  init() {}

  /// With `isFlat`, only values that a CSV cell can carry.
  init(of world: RandomWorkspace, _ random: inout SplitMix64, isFlat: Bool = false) {
    for attribute in world.attributes {
      guard let value = Self.value(of: attribute, &random, isFlat: isFlat) else { continue }
      let parts = attribute.name.split(separator: ".").map(String.init)
      if !isFlat, parts.count > 1, random.chance(40) {
        nest(value, at: parts, &random)
      } else {
        attributes[attribute.name] = value
      }
    }
    if random.chance(10) { attributes["undeclared"] = "x" }
    guard random.chance(25) else { return }
    for slot in random.sample(random.int(1...3), of: SlotName.all) {
      choices[slot] = Self.choice(of: slot, &random, isFlat: isFlat)
    }
  }

  /// Puts the value into nested objects; at three parts, two of them may be one key.
  private mutating func nest(_ value: AttributeValue, at parts: [String], _ random: inout SplitMix64) {
    var members: [String: AttributeValue] = [:]
    if case .object(let others)? = attributes[parts[0]] { members = others }
    if parts.count == 3, random.chance(50) {
      members[parts[1]] = .object([parts[2]: value])
    } else {
      members[parts.dropFirst().joined(separator: ".")] = value
    }
    attributes[parts[0]] = .object(members)
  }

  private static func value(
    of attribute: RandomWorkspace.Attribute, _ random: inout SplitMix64, isFlat: Bool
  ) -> AttributeValue? {
    if attribute.name == "user_id" {
      switch random.int(1...25) {
      case 1: return nil
      case 2: return ""
      default: return .string(random.chance(90) ? "u-\(random.int(0...99_999))" : random.pick(Pools.texts))
      }
    }
    switch random.int(1...100) {
    case ...12: return nil
    case ...16: return isFlat ? .none : .some(.null)
    case ...23: return mistyped(attribute, &random, isFlat: isFlat)
    default: break
    }
    switch attribute.kind {
    case .string: return .string(text(&random))
    case .number: return .number(number(&random))
    case .boolean: return .boolean(random.chance(50))
    case .version: return .string(random.pick(Pools.versions))
    case .date:
      return !isFlat && random.chance(25) ? .number(random.pick(Pools.seconds)) : .string(random.pick(Pools.dates))
    case .list:
      var elements: [AttributeValue] = []
      for _ in 0..<random.int(isFlat ? 1...3 : 0...3) {
        if attribute.ofNumbers {
          elements.append(.number(number(&random)))
          continue
        }
        let text = text(&random)
        // A cell of nothing is no list, and a separator cannot stand in an element.
        let fits = !text.isEmpty && !text.contains(attribute.separator)
        elements.append(.string(!isFlat || fits ? text : "a"))
      }
      return .list(elements)
    }
  }

  private static func text(_ random: inout SplitMix64) -> String {
    let text = random.pick(Pools.texts)
    return switch random.int(1...20) {
    case 1: text + "a"
    case 2: text.uppercased()
    case 3: String(text.dropLast())
    default: text
    }
  }

  private static func number(_ random: inout SplitMix64) -> Double {
    let number = random.pick(Pools.numbers)
    return switch random.int(1...12) {
    case 1: number.nextUp
    case 2: number.nextDown
    default: number
    }
  }

  private static func mistyped(
    _ attribute: RandomWorkspace.Attribute, _ random: inout SplitMix64, isFlat: Bool
  ) -> AttributeValue? {
    let text: AttributeValue =
      switch attribute.kind {
      case .version: .string(random.pick(Pools.noVersions))
      case .date: .string(random.pick(Pools.noDates))
      default: "\u{A7}"
      }
    if isFlat {
      let isText = attribute.kind == .string || (attribute.kind == .list && !attribute.ofNumbers)
      return isText || text == "" ? .none : text
    }
    let other: [AttributeValue] =
      switch attribute.kind {
      case .string: [1, true, ["a"]]
      case .number: ["65", true, .number(.infinity), .number(.nan), [1]]
      case .boolean: [1, "true", 0]
      case .version: [2, text, text]
      case .date: [text, text, true, .number(253_402_300_800), .number(.nan)]
      case .list: ["a", 1, [["a"]], attribute.ofNumbers ? [1, "a"] : ["a", 1], [nil], [.number(.nan)]]
      }
    return random.pick(other)
  }

  private static func choice(of slot: String, _ random: inout SplitMix64, isFlat: Bool) -> AttributeValue {
    if random.chance(12) { return random.pick(isFlat ? ["nonsense"] : [nil, 1, "nonsense", ["x": 1], ["t0", 1]]) }
    switch slot {
    case "entry": return .string("r\(random.int(0...4))")
    case "home.layout": return random.pick(["tab", "dashboard"])
    case "home.tabs":
      let keys = random.sample(random.int(isFlat ? 1...2 : 0...2), of: ["t0", "t1", "t2", "t0"])
      return isFlat || random.chance(50) ? .string(keys.joined(separator: "|")) : .list(keys.map(AttributeValue.string))
    case "home.cards": return .string(random.pick(["c0", "c1|c0", "c0|c0"] + (isFlat ? [] : [""])))
    case "home.initialTab": return .string("t\(random.int(0...4))")
    case "session.scope": return random.pick(["user", "profile"])
    case "session.resumeWithin": return random.pick(["PT5M", "P1D", "P1M", "PT"])
    case "modal.style": return random.pick(["sheet", "push", "Sheet"])
    case "modal.confirmsDismissal": return random.pick(["true", "false", "TRUE"] + (isFlat ? [] : [true, false]))
    default:
      let nodes: [AttributeValue] = ["home", "list", "n0", "n1"]
      let objects: [AttributeValue] = [
        ["n0": [:]], ["n0": ["mode": "a"]], ["n1": ["profile": "p"]], ["n0": ["mode": "a", "profile": "night"]],
        ["n2": ["count": 1]], ["n0": ["count": true]], ["home": [:]], ["home": ["x": 1]],
      ]
      return random.pick(isFlat ? nodes : nodes + objects)
    }
  }
}
