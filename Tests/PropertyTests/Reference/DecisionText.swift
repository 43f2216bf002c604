import Navigation
import Personalization

/// The engine's decisions in the words of the reference evaluator.
extension Decision {
  /// Lines that differ where anything about two decisions does, byte by byte.
  var lines: [String] { linesWithoutDetours + detours.map(\.description) }

  /// The lines but for those of detours, whose reasons depend on more than they should; see KnownDisagreements.
  var linesWithoutDetours: [String] {
    var lines = ["segments: \(segments.joined(separator: " "))"]
    for assignment in assignments {
      let unit = assignment.unit.map { "\($0.attribute)=\($0.value)" } ?? "-"
      lines.append(
        "\(assignment.experiment): \(assignment.reason.rawValue) \(assignment.variation ?? "-") "
          + "\(assignment.bucket.map { "\($0.number)" } ?? "-") \(unit)")
    }
    for slot in slots {
      lines.append("\(slot.slot.key): \(slot.value.referenceText) by \(slot.source) locked by \(slot.lockedBy ?? "-")")
    }
    return lines + flow.lines + issues.map(\.description)
  }
}

extension SlotValue {
  var referenceText: String {
    switch self {
    case .route(let key), .key(let key): return key
    case .layout(let layout): return layout.rawValue
    case .keys(let keys): return "[\(keys.joined(separator: ", "))]"
    case .scope(let scope): return scope.rawValue
    case .seconds(let seconds): return "\(seconds) s"
    case .modalStyle(let style): return style.rawValue
    case .boolean(let flag): return "\(flag)"
    case .node(nil): return "null"
    case .node(let node?):
      let list = node.arguments.sorted { $0.key < $1.key }.map { name, argument in
        switch argument {
        case .value(let value): "\(name): \(value.referenceText)"
        case .attribute(let attribute, let otherwise):
          "\(name): <\(attribute)> \(otherwise?.referenceText ?? "-")"
        }
      }
      return "\(node.name)(\(list.joined(separator: ", ")))"
    }
  }
}

extension NodeArgument {
  var referenceText: String {
    switch self {
    case .string(let text): NodeText(text: text).typed
    case .number(let number): NodeText(number: number).typed
    case .boolean(let flag): NodeText(flag: flag).typed
    }
  }
}

extension Node {
  var referenceText: String {
    guard !arguments.isEmpty else { return name }
    let list = arguments.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.referenceText)" }
    return "\(name)(\(list.joined(separator: ", ")))"
  }
}

extension FlowConfiguration where Node == Navigation.Node {
  /// The same lines as `ReferenceFlow.lines`.
  var lines: [String] {
    func places(_ places: [Place]) -> String {
      places.map { "\($0.key) \($0.node.referenceText)" }.joined(separator: "; ")
    }
    return [
      "entry \(entry.route): " + ([entry.start] + entry.path).map(\.referenceText).joined(separator: " > "),
      "home: \(home.layout.rawValue)", "tabs: " + places(home.tabs), "cards: " + places(home.cards),
      "initial: \(home.initialTab ?? "none")",
      "fallback.default: \(fallbacks.standard.referenceText)",
      "fallback.modalDismissed: \(fallbacks.modalDismissed?.referenceText ?? "null")",
      "fallback.invalidDeepLink: \(fallbacks.invalidDeepLink.referenceText)",
      "fallback.unavailableNode: \(fallbacks.unavailableNode.referenceText)",
      "fallback.signedOut: \(fallbacks.signedOut.referenceText)",
      "fallback.restoreFailed: \(fallbacks.restoreFailed.referenceText)",
      "session.scope: \(session.scope.rawValue)",
      "session.resumeWithin: \(session.resumeWithin.components.seconds) s",
      "modal.style: \(modal.style.rawValue)", "modal.confirmsDismissal: \(modal.confirmsDismissal)",
    ]
  }
}
