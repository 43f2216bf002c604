internal import Personalization

/// A node as the catalog declares it, before its fallback and its parent are read.
struct DeclaredNode {
  let value: Value
  let fallbackValue: Value?
  let parentValue: Value?
  /// The arguments; a definition is nil where it has an error of its own.
  var arguments: [String: ArgumentDefinition?] = [:]
  /// Whether an argument that is not here does not exist.
  var isComplete = true
  var since: SemanticVersion?
  var until: SemanticVersion?
  /// Whether some app versions lack it.
  var isVersioned = false
}

/// The nodes that the catalog declares.
struct NodeTable {
  var nodes: [String: DeclaredNode] = [:]
  var names = NameTable("node", "the name of a node", code: .unknownNode, isComplete: false)

  /// Reads the `nodes` of `catalog/navigation.json`.
  init(_ value: Value?) {
    guard let value, let members = value.object("an object of nodes by name") else { return }
    for member in members {
      // Under a name that is not legal, it is still the node that others mean.
      _ = member.declaredKey(of: "a node")
      names.insert(member.key)
      nodes[member.key] = Self.node(member)
    }
    names.isComplete = true
  }

  private static func node(_ value: Value) -> DeclaredNode? {
    guard
      let object = ObjectReader(
        value, "an object, {} if there is nothing to say",
        knows: ["title", "description", "arguments", "since", "until", "fallback", "parent"])
    else { return nil }
    object.checkTexts("title", "description")
    var node = DeclaredNode(
      value: value, fallbackValue: object["fallback"], parentValue: object["parent"])
    if let arguments = object["arguments"] {
      node.isComplete = false
      if let members = arguments.object("an object of arguments by name") {
        node.isComplete = true
        for member in members {
          _ = member.declaredKey(of: "an argument")
          node.arguments[member.key] = .some(argument(member))
        }
      }
    }
    node.since = object["since"]?.version()
    node.until = object["until"]?.version()
    node.isVersioned = object["since"] != nil || object["until"] != nil
    if let since = node.since, let until = node.until, since >= until {
      object["until"]?.report(
        .invalidRange, "no version has this node: it exists since \(since), but only until before \(until)")
    }
    return node
  }

  private static func argument(_ value: Value) -> ArgumentDefinition? {
    guard
      let object = ObjectReader(
        value, "an object with \"type\"", knows: ["type", "values", "optional", "description"])
    else { return nil }
    object.checkTexts("description")
    let isOptional = object["optional"]?.boolean() ?? false
    guard
      let type = object.required("type", "\"string\", \"number\" or \"boolean\"")?
        .choice(of: ArgumentDefinition.Kind.self)
    else { return nil }
    var values: [String] = []
    if let list = object["values"] {
      if type != .string {
        list.report(.misplacedMember, "\"values\" belongs to arguments of type \"string\" only", at: .key)
      } else if let elements = list.array("an array of the legal texts") {
        if elements.isEmpty {
          list.report(.emptyArray, "expected at least one legal text; leave \"values\" out to allow any")
        }
        for element in elements {
          guard let text = element.string() else { continue }
          if text.isEmpty { element.report(.argumentValue, "an empty text is never legal") }
          values.append(text)
        }
      }
    }
    return ArgumentDefinition(type: type, values: values, isOptional: isOptional)
  }
}
