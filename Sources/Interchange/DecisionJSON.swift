package import JSONTree
package import Navigation
package import Personalization

/// A decision as JSON for programs.
///
/// `schemaVersion` grows when a member changes its meaning or goes away; new members may come at any time.
package struct DecisionJSON {
  package static let schemaVersion = 1

  private let decision: Decision

  /// What becomes JSON.
  package init(_ decision: Decision) { self.decision = decision }

  /// The decision.
  package var value: JSONOutput { .object(members) }

  private var members: [(String, JSONOutput)] {
    [
      ("schemaVersion", .integer(Self.schemaVersion)),
      ("at", .string(decision.time.description)),
      ("segments", .array(decision.segments.map(JSONOutput.string))),
      ("assignments", .array(decision.assignments.map(json))),
      ("slots", .object(decision.slots.map { ($0.slot.key, json($0)) })),
      ("flow", decision.flow.json),
      ("detours", .array(decision.detours.map { .string($0.description) })),
      ("issues", .array(decision.issues.map { .string($0.description) })),
    ]
  }

  /// The same with the whole explanation.
  package var explained: JSONOutput {
    let explanation = decision.explanation
    let detail: JSONOutput = [
      "segments": .array(
        explanation.segments.map { segment in
          [
            "key": .string(segment.key), "priority": .integer(segment.priority),
            "matched": .boolean(segment.condition.holds), "condition": json(segment.condition),
            "missing": .array(segment.condition.allMissing.map(JSONOutput.string)),
          ]
        }),
      "experiments": .array(explanation.experiments.map(json)),
      "slots": .object(
        explanation.slots.map { slot in
          (
            slot.slot.key,
            .array(
              slot.settings.map { setting in
                [
                  "source": json(setting.source), "value": setting.value.json,
                  "ignored": .boolean(setting.isIgnored),
                ]
              })
          )
        }),
    ]
    return .object(members + [("explanation", detail)])
  }

  private func json(_ assignment: Assignment) -> JSONOutput {
    [
      "experiment": .string(assignment.experiment),
      "variation": assignment.variation.map(JSONOutput.string) ?? .null,
      "reason": .string(assignment.reason.rawValue),
      "openFeatureReason": .string(assignment.reason.openFeature),
      "bucket": (assignment.bucket?.number).map(JSONOutput.integer) ?? .null,
      "unit": assignment.unit.map { ["attribute": .string($0.attribute), "value": .string($0.value.string)] } ?? .null,
      "exposure": .boolean(assignment.exposure != nil),
    ]
  }

  private func json(_ slot: SlotDecision) -> JSONOutput {
    [
      "value": slot.value.json, "source": json(slot.source),
      "lockedBy": slot.lockedBy.map(JSONOutput.string) ?? .null,
    ]
  }

  private func json(_ source: SlotDecision.Source) -> JSONOutput {
    switch source {
    case .default: ["kind": "default"]
    case .segment(let key): ["kind": "segment", "segment": .string(key)]
    case .experiment(let key, let variation):
      ["kind": "experiment", "experiment": .string(key), "variation": .string(variation)]
    case .choice: ["kind": "choice"]
    }
  }

  private func json(_ trace: ConditionTrace) -> JSONOutput {
    var members: [(String, JSONOutput)] = [("text", .string(trace.text)), ("holds", .boolean(trace.holds))]
    if let missing = trace.missing { members.append(("missing", .string(missing))) }
    if !trace.parts.isEmpty { members.append(("parts", .array(trace.parts.map(json)))) }
    return .object(members)
  }

  private func json(_ trace: ExperimentTrace) -> JSONOutput {
    func range(_ buckets: Range<Int>) -> JSONOutput { [.integer(buckets.lowerBound), .integer(buckets.upperBound)] }
    return [
      "experiment": .string(trace.assignment.experiment), "reason": .string(trace.assignment.reason.rawValue),
      "bucket": (trace.bucket?.number).map(JSONOutput.integer) ?? .null,
      "shares": .object(trace.shares.map { ($0.variation, range($0.buckets)) }),
      "layerBucket": (trace.layerBucket?.number).map(JSONOutput.integer) ?? .null,
      "layerRanges": .array(trace.layerRanges.map(range)),
      "audience": json(trace.audience),
    ]
  }
}

extension FlowConfiguration<Node> {
  /// The configuration as JSON; nodes as Swift codes enum cases.
  package var json: JSONOutput {
    func places(_ places: [Place]) -> JSONOutput {
      .array(places.map { ["key": .string($0.key), "node": $0.node.json] })
    }
    return [
      "entry": [
        "route": .string(entry.route), "start": entry.start.json, "path": .array(entry.path.map(\.json)),
      ],
      "home": [
        "layout": .string(home.layout.rawValue), "tabs": places(home.tabs), "cards": places(home.cards),
        "initialTab": home.initialTab.map(JSONOutput.string) ?? .null,
      ],
      "fallbacks": [
        "default": fallbacks.standard.json, "modalDismissed": fallbacks.modalDismissed?.json ?? .null,
        "invalidDeepLink": fallbacks.invalidDeepLink.json, "unavailableNode": fallbacks.unavailableNode.json,
        "signedOut": fallbacks.signedOut.json, "restoreFailed": fallbacks.restoreFailed.json,
      ],
      "session": [
        "scope": .string(session.scope.rawValue),
        "resumeWithinSeconds": .integer(Int(session.resumeWithin.components.seconds)),
      ],
      "modal": ["style": .string(modal.style.rawValue), "confirmsDismissal": .boolean(modal.confirmsDismissal)],
    ]
  }
}

extension Node {
  /// The node as Swift codes an enum case.
  package var json: JSONOutput {
    .object([(name, .object(arguments.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))])
  }
}

extension NodeArgument {
  /// The argument's value.
  package var json: JSONOutput {
    switch self {
    case .string(let text): .string(text)
    case .number(let number): .number(number)
    case .boolean(let flag): .boolean(flag)
    }
  }
}

extension SlotValue {
  /// The value as the files write it.
  package var json: JSONOutput {
    switch self {
    case .route(let key), .key(let key): .string(key)
    case .layout(let layout): .string(layout.rawValue)
    case .keys(let keys): .array(keys.map(JSONOutput.string))
    case .node(let node): node?.json ?? .null
    case .scope(let scope): .string(scope.rawValue)
    case .seconds(let seconds): .string(Period(seconds: seconds).description)
    case .modalStyle(let style): .string(style.rawValue)
    case .boolean(let flag): .boolean(flag)
    }
  }
}

extension NodeTemplate {
  /// The node as the files write it, with the attributes that its arguments are bound to.
  package var json: JSONOutput {
    let members = arguments.sorted { $0.key < $1.key }.map { name, argument -> (String, JSONOutput) in
      switch argument {
      case .value(let value): (name, value.json)
      case .attribute(let attribute, nil): (name, ["attribute": .string(attribute)])
      case .attribute(let attribute, let value?):
        (name, ["attribute": .string(attribute), "default": value.json])
      }
    }
    return .object([(name, .object(members))])
  }
}
