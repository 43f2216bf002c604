internal import Navigation

struct NodeRecord: Codable {
  let arguments: [String: Argument]
  let since: String?
  let until: String?
  let fallback: TemplateRecord?
  let parent: TemplateRecord?

  struct Argument: Codable {
    let type: String
    let values: [String]
    let isOptional: Bool
  }

  init(_ node: NodeDefinition) {
    arguments = node.arguments.mapValues {
      .init(type: $0.type.rawValue, values: $0.values, isOptional: $0.isOptional)
    }
    since = node.since?.description
    until = node.until?.description
    fallback = node.fallback.map(TemplateRecord.init)
    parent = node.parent.map(TemplateRecord.init)
  }

  func node(_ name: String) throws(BundleError) -> NodeDefinition {
    let place = "node \(name)"
    var definitions: [String: ArgumentDefinition] = [:]
    for (name, argument) in arguments {
      guard let type = ArgumentDefinition.Kind(rawValue: argument.type) else {
        throw .unsound("\(place): argument \(name) has no known type")
      }
      definitions[name] = .init(type: type, values: argument.values, isOptional: argument.isOptional)
    }
    return NodeDefinition(
      arguments: definitions, since: try version(since, place), until: try version(until, place),
      fallback: try template(fallback, place), parent: try template(parent, place))
  }

  private func version(_ text: String?, _ place: String) throws(BundleError) -> SemanticVersion? {
    guard let text else { return nil }
    return try SemanticVersion(bundled: text, place)
  }

  private func template(_ record: TemplateRecord?, _ place: String) throws(BundleError) -> NodeTemplate? {
    guard let record else { return nil }
    return try record.template(place)
  }
}

struct TemplateRecord: Codable {
  let node: String
  let arguments: [String: Argument]?

  struct Argument: Codable {
    let value: NodeArgument?
    let attribute: String?
  }

  init(_ template: NodeTemplate) {
    node = template.name
    arguments =
      template.arguments.isEmpty
      ? nil
      : template.arguments.mapValues {
        switch $0 {
        case .value(let value): .init(value: value, attribute: nil)
        case .attribute(let name, let standard): .init(value: standard, attribute: name)
        }
      }
  }

  func template(_ place: String) throws(BundleError) -> NodeTemplate {
    var given: [String: NodeTemplate.Argument] = [:]
    for (name, argument) in arguments ?? [:] {
      switch (argument.attribute, argument.value) {
      case (let attribute?, let standard): given[name] = .attribute(attribute, default: standard)
      case (nil, let value?): given[name] = .value(value)
      case (nil, nil): throw .unsound("\(place): argument \(name) of \(node) has no value")
      }
    }
    return NodeTemplate(node, given)
  }
}
