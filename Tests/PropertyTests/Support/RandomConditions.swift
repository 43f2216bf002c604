import JSONTree
import TestSupport

extension WorkspaceBuilder {
  /// A random condition over the attributes and the segments so far.
  mutating func condition(_ random: inout SplitMix64, depth: Int) -> JSONOutput {
    var members: [(String, JSONOutput)] = []
    for _ in 0..<random.pick([0, 1, 1, 1, 1, 2, 2, 3]) {
      let member = self.member(&random, depth: depth)
      if !members.contains(where: { $0.0 == member.0 }) { members.append(member) }
    }
    return .object(members)
  }

  private mutating func member(_ random: inout SplitMix64, depth: Int) -> (String, JSONOutput) {
    if depth > 0, random.chance(45) {
      switch random.int(1...4) {
      case 1: return ("$and", parts(&random, depth))
      case 2: return ("$or", parts(&random, depth))
      case 3: return ("$nor", parts(&random, depth))
      default: return ("$not", condition(&random, depth: depth - 1))
      }
    }
    if !segmentKeys.isEmpty, random.chance(15) {
      if random.chance(50) { return ("$segment", .string(random.pick(segmentKeys))) }
      let keys = random.sample(random.int(0...3), of: segmentKeys).map(JSONOutput.string)
      var members: [(String, JSONOutput)] = [(random.pick(["$in", "$nin"]), .array(keys))]
      if random.chance(10) {
        members = [("$in", .array(keys)), ("$nin", .array([.string(random.pick(segmentKeys))]))]
      }
      return ("segments", .object(members))
    }
    let attribute = random.pick(world.attributes)
    return (attribute.name, operand(of: attribute, &random))
  }

  private mutating func parts(_ random: inout SplitMix64, _ depth: Int) -> JSONOutput {
    var parts: [JSONOutput] = []
    for _ in 0..<random.pick([0, 1, 2, 2, 3]) { parts.append(condition(&random, depth: depth - 1)) }
    return .array(parts)
  }

  /// What stands under an attribute.
  private mutating func operand(of attribute: RandomWorkspace.Attribute, _ random: inout SplitMix64) -> JSONOutput {
    if random.chance(5) { return nil }
    if attribute.kind != .list, random.chance(20) { return literal(attribute.kind, &random) }
    return operators(attribute, &random, depth: 2)
  }

  private mutating func operators(
    _ attribute: RandomWorkspace.Attribute, _ random: inout SplitMix64, depth: Int
  ) -> JSONOutput {
    var members: [(String, JSONOutput)] = []
    for _ in 0..<random.pick([1, 1, 1, 2, 2, 3]) {
      let member = random.chance(12) && depth > 0 ? nil : operation(attribute, &random, depth: depth)
      let next = member ?? ("$not", operators(attribute, &random, depth: depth - 1))
      if !members.contains(where: { $0.0 == next.0 }) { members.append(next) }
    }
    return .object(members)
  }

  private mutating func operation(
    _ attribute: RandomWorkspace.Attribute, _ random: inout SplitMix64, depth: Int
  ) -> (String, JSONOutput) {
    switch random.int(1...20) {
    case 1: return ("$exists", .boolean(random.chance(50)))
    case 2: return (random.pick(["$eq", "$ne"]), nil)
    default: break
    }
    let kind = attribute.kind
    switch kind {
    case .boolean: return (random.pick(["$eq", "$ne"]), literal(kind, &random))
    case .date:
      if random.chance(25) { return (random.pick(["$eq", "$ne"]), literal(kind, &random)) }
      let isRelative = random.chance(50)
      return (
        random.pick(["$lt", "$lte", "$gt", "$gte"]),
        isRelative ? ["ago": .string(random.pick(Pools.periods))] : literal(kind, &random)
      )
    case .version:
      if random.chance(25) { return (random.pick(["$in", "$nin"]), literals(kind, &random)) }
      return (
        random.pick([
          "$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$veq", "$vne", "$vlt", "$vlte", "$vgt", "$vgte",
        ]), literal(kind, &random)
      )
    case .number:
      switch random.int(1...4) {
      case 1: return (random.pick(["$in", "$nin"]), literals(kind, &random))
      case 2: return (random.pick(["$inGroup", "$notInGroup"]), group("numbers"))
      default: return (random.pick(["$eq", "$ne", "$lt", "$lte", "$gt", "$gte"]), literal(kind, &random))
      }
    case .string:
      switch random.int(1...6) {
      case 1: return (random.pick(["$in", "$nin"]), literals(kind, &random))
      case 2: return (random.pick(["$ini", "$nini"]), literals(kind, &random))
      case 3:
        return (
          random.pick(["$regex", "$regexi", "$notRegex", "$notRegexi"]), .string(random.pick(Pools.patterns))
        )
      case 4: return (random.pick(["$inGroup", "$notInGroup"]), group("texts"))
      default: return (random.pick(["$eq", "$ne", "$lt", "$lte", "$gt", "$gte"]), literal(kind, &random))
      }
    case .list: return listOperation(attribute, &random, depth: depth)
    }
  }

  private mutating func listOperation(
    _ attribute: RandomWorkspace.Attribute, _ random: inout SplitMix64, depth: Int
  ) -> (String, JSONOutput) {
    let kind: RandomWorkspace.Attribute.Kind = attribute.ofNumbers ? .number : .string
    let element = RandomWorkspace.Attribute(name: "", kind: kind)
    switch random.int(1...6) {
    case 1: return (random.pick(["$in", "$nin"]), literals(kind, &random))
    case 2: return ("$all", literals(kind, &random, least: 0))
    case 3 where kind == .string:
      let name = random.pick(["$ini", "$nini", "$alli"])
      return (name, literals(kind, &random, least: 0))
    case 4: return ("$elemMatch", operators(element, &random, depth: depth - 1))
    default:
      if random.chance(40) { return ("$size", .integer(random.int(0...3))) }
      let name = random.pick(["$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$in", "$nin"])
      let number = JSONOutput.integer(random.int(0...3))
      let test: JSONOutput = .object([(name, name.hasSuffix("in") ? .array([number, 1]) : number)])
      return ("$size", random.chance(20) ? .object([("$not", test)]) : test)
    }
  }

  private mutating func group(_ name: String) -> JSONOutput {
    usesGroups.insert(name)
    return .string(name)
  }

  private func literal(_ kind: RandomWorkspace.Attribute.Kind, _ random: inout SplitMix64) -> JSONOutput {
    switch kind {
    case .string, .list: .string(random.pick(Pools.texts))
    case .number: .number(random.pick(Pools.numbers))
    case .boolean: .boolean(random.chance(50))
    case .version: .string(random.pick(Pools.versions))
    case .date: random.chance(20) ? .number(random.pick(Pools.seconds)) : .string(random.pick(Pools.dates))
    }
  }

  private func literals(
    _ kind: RandomWorkspace.Attribute.Kind, _ random: inout SplitMix64, least: Int = 0
  ) -> JSONOutput {
    var literals: [JSONOutput] = []
    for _ in 0..<random.int(least...4) { literals.append(literal(kind, &random)) }
    return .array(literals)
  }
}
