internal import Navigation
internal import JSONTree
internal import Personalization

/// Reads nodes where they are used: `"home"`, or `{"speaking": {"mode": "review"}}`.
struct TemplateReader {
  let nodes: NodeTable
  let attributes: AttributeTable

  /// The node, or a report.
  ///
  /// `code` is for a value that is no node at all.
  func template(_ value: Value, code: Diagnostic.Code = .wrongType) -> NodeTemplate? {
    if let name = value.text {
      guard nodes.names.contains(name, at: value) else { return nil }
      return template(name, arguments: [], value, part: .value)
    }
    guard let members = value.members, members.count == 1, let member = members.first else {
      let expected = "a node: its name, or an object of its name and its arguments"
      guard let members = value.members else {
        value.reportType(expected, code: code)
        return nil
      }
      value.report(code, "expected \(expected), found an object of \(members.count) members")
      return nil
    }
    guard nodes.names.contains(member.key, at: member, part: .key),
      let arguments = member.object("an object of arguments by name", code: code)
    else { return nil }
    return template(member.key, arguments: arguments, member, part: .key)
  }

  private func template(
    _ name: String, arguments: [Value], _ value: Value, part: Value.Part
  ) -> NodeTemplate? {
    guard let node = nodes.nodes[name] else { return nil }
    var given: [String: NodeTemplate.Argument] = [:]
    var isSound = true
    var unreachable: Value?
    for argument in arguments {
      guard let definition = node.arguments[argument.key] else {
        if node.isComplete {
          let remedy = Remedy(for: argument.key, among: node.arguments.keys)
          argument.report(
            .unknownArgument, "node \(quoted(name)) has no argument \(quoted(argument.key))\(remedy.ending)",
            suggestion: remedy.suggestion, at: .key)
        }
        isSound = false
        continue
      }
      guard let definition, let read = read(argument, as: definition) else {
        isSound = false
        continue
      }
      if case .attribute(_, nil) = read, !definition.isOptional { unreachable = argument }
      given[argument.key] = read
    }
    let missing = node.arguments.filter { key, definition in
      definition?.isOptional == false && !arguments.contains { $0.key == key }
    }
    if !missing.isEmpty {
      value.report(
        .missingArgument,
        "node \(quoted(name)) needs \(missing.count == 1 ? "the argument" : "the arguments") "
          + missing.keys.sorted().map { "\"\($0)\"" }.joined(separator: " and "), at: part)
      isSound = false
    }
    if let unreachable, node.fallbackValue == nil {
      unreachable.report(
        .openFallback,
        "a user without a legal value cannot reach node \(quoted(name)); give a \"default\" here, or node "
          + "\(quoted(name)) a \"fallback\"")
    }
    return isSound ? NodeTemplate(name, given) : nil
  }

  private func read(_ value: Value, as definition: ArgumentDefinition) -> NodeTemplate.Argument? {
    guard value.members != nil else { return constant(value, as: definition).map { .value($0) } }
    guard
      let object = ObjectReader(value, "an object with \"attribute\"", knows: ["attribute", "default"])
    else { return nil }
    var isSound = true
    var fallback: NodeArgument?
    if let value = object["default"] {
      fallback = constant(value, as: definition)
      isSound = fallback != nil
    }
    guard let attribute = object.required("attribute", "the name of an attribute"),
      let name = attribute.string("the name of an attribute"), let type = attributes.type(of: name, at: attribute)
    else { return nil }
    let fits =
      switch (type, definition.type) {
      case (.string, .string), (.number, .number), (.boolean, .boolean): true
      default: false
      }
    guard fits else {
      attribute.report(
        .bindingType,
        "the argument is a \(definition.type.rawValue), attribute \(quoted(name)) is \(type.phrase)")
      return nil
    }
    return isSound ? .attribute(name, default: fallback) : nil
  }

  private func constant(_ value: Value, as definition: ArgumentDefinition) -> NodeArgument? {
    let argument: NodeArgument? =
      switch value.node.value {
      case .string(let text): .string(text)
      case .number(let number): .number(number.value)
      case .boolean(let flag): .boolean(flag)
      case .null, .array, .object: nil
      }
    if let argument, definition.accepts(argument) { return argument }
    let expected =
      definition.values.isEmpty
      ? (definition.type == .string ? "a text that is not empty" : "a \(definition.type.rawValue)")
      : alternatives(definition.values)
    value.report(
      .argumentValue, "expected \(expected), found \(value.text.map(quoted) ?? value.found)",
      suggestion: value.text.flatMap { nearestName(to: $0, among: definition.values) })
    return nil
  }
}
