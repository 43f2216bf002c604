internal import JSONTree
internal import Navigation
internal import Personalization

/// Reads expectation files against the names that their workspace declares.
struct ExpectationReader {
  private let workspace: Workspace
  private let slots: SlotReader
  private let segments: NameTable
  private let experiments: NameTable

  init(_ workspace: Workspace, _ store: FileStore) {
    self.workspace = workspace
    // The catalog is sound, or there would be no workspace: nothing is logged here that was not known before.
    let catalog = SourceTexts(store, log: DiagnosticLog())
    slots = NavigationReader.read(catalog.navigation, attributes: AttributesReader.read(catalog.attributes)).slots
    segments = NameTable(
      "segment", "the key of a segment", code: .unknownSegment, names: Set(workspace.segments.map(\.key)))
    experiments = NameTable(
      "experiment", "the key of an experiment", code: .unknownExperiment,
      names: Set(workspace.experiments.map(\.key)))
  }

  /// The cases of a file; those with a problem are left out.
  func cases(_ root: Value) -> [Expectation] {
    guard
      let object = ObjectReader(
        root, "an object with \"cases\"", knows: ["$schema", "description", "at", "cases"])
    else { return [] }
    object.checkTexts("description")
    let time = object["at"]?.date()
    guard let list = object.required("cases", "an array of cases"), let elements = list.array("an array of cases")
    else { return [] }
    if elements.isEmpty { list.report(.emptyArray, "expected at least one case") }
    var names: Set<ExactText> = []
    return elements.compactMap { expectation($0, fileTime: time, names: &names) }
  }

  private func expectation(_ value: Value, fileTime: Timestamp?, names: inout Set<ExactText>) -> Expectation? {
    guard
      let object = ObjectReader(
        value, "a case: an object with \"name\", \"user\" and \"expect\"",
        knows: ["name", "description", "user", "at", "force", "expect"])
    else { return nil }
    object.checkTexts("description")
    let name = object.required("name", "what the case says")
    let title = name?.string("what the case says")
    if let name, let title {
      if title.isEmpty {
        name.report(.unknownValue, "a case without a name cannot be told from others; expected what it says")
      } else if !names.insert(ExactText(title)).inserted {
        name.report(.duplicateKey, "a case of this file is named \(quoted(title)) already; expected different names")
      }
    }
    let user = object.required("user", "an object of attributes and their values").flatMap(user)
    let time = object["at"]?.date()
    let forced = object["force"].map(forced) ?? [:]
    let claims = object.required("expect", "what is compared").flatMap(claims)
    guard let title, let user, let claims else { return nil }
    return Expectation(
      name: title, file: value.file.name, position: value.node.position, user: user, time: time,
      fileTime: fileTime, forced: forced, claims: claims)
  }
}

// MARK: What is given

extension ExpectationReader {
  /// The user; its values may be of any type, since what becomes of wrong ones can be a promise too.
  private func user(_ value: Value) -> User? {
    guard let members = value.object("an object of attributes and their values") else { return nil }
    let names = workspace.catalog.attributes.map(\.name)
    for member in members {
      if member.key.hasPrefix(User.choicePrefix) {
        _ = slots.slot(named: String(member.key.dropFirst(User.choicePrefix.count)), at: member, part: .key)
      } else if !workspace.catalog.hasAttribute(in: member.key) {
        let remedy = Remedy(for: member.key, among: names, in: AttributeTable.place, called: "attributes")
        member.report(
          .unknownAttribute, "there is no attribute \(quoted(member.key))\(remedy.ending)",
          suggestion: remedy.suggestion, at: .key)
      }
    }
    guard case .object(let attributes) = AttributeValue(value.node) else { return nil }
    return User(attributes)
  }

  private func forced(_ value: Value) -> [String: String] {
    var forced: [String: String] = [:]
    for member in value.object("an object of experiments and their variations") ?? [] {
      if let key = variation(member, expected: "the key of a variation") { forced[member.key] = key }
    }
    return forced
  }

  /// The variation that a member names of the experiment that is its key, or a report.
  private func variation(_ member: Value, expected: String) -> String? {
    guard experiments.contains(member.key, at: member, part: .key),
      let experiment = workspace.experiments.first(where: { $0.key == member.key }),
      let key = member.string(expected)
    else { return nil }
    let keys = experiment.variations.map(\.key)
    guard keys.contains(key) else {
      let remedy = Remedy(for: key, among: keys)
      member.report(
        .unknownVariation, "experiment \(quoted(experiment.key)) has no variation \(quoted(key))\(remedy.ending)",
        suggestion: remedy.suggestion)
      return nil
    }
    return key
  }
}

// MARK: What is expected

extension ExpectationReader {
  private func claims(_ value: Value) -> [Expectation.Claim]? {
    guard let members = value.object("an object of what is compared") else { return nil }
    let claims = members.flatMap { member -> [Expectation.Claim] in
      switch member.key {
      case "segments": return keys(member, "segments", of: segments).map { [claim(.segments, .keys($0), member)] } ?? []
      case "issues": return issues(member).map { [claim(.issues, .keys($0), member)] } ?? []
      case "experiments": return variations(member)
      default:
        guard let slot = slot(member), let expected = expected(in: slot, member) else { return [] }
        return [claim(.slot(slot), expected, member)]
      }
    }
    if members.isEmpty || (claims.isEmpty && members.allSatisfy { $0.members?.isEmpty == true }) {
      value.report(.missingMember, "a case that compares nothing always passes; expected a slot, \(Self.others)")
    }
    return claims
  }

  private static let others = "\"segments\", \"experiments\" or \"issues\""

  private func claim(
    _ subject: Expectation.Subject, _ expected: Expectation.Value, _ member: Value
  ) -> Expectation.Claim {
    Expectation.Claim(subject: subject, expected: expected, position: member.keyPosition ?? member.node.position)
  }

  private func slot(_ member: Value) -> Slot? {
    if let slot = Slot(rawValue: member.key) { return slot }
    member.report(
      .unknownSlot, "there is no slot \(quoted(member.key)); expected a slot, \(Self.others)",
      suggestion: nearestName(
        to: member.key, among: Slot.allCases.map(\.key) + ["segments", "experiments", "issues"]),
      at: .key)
    return nil
  }

  private func keys(_ value: Value, _ what: String, of names: NameTable) -> [String]? {
    guard let elements = value.array("an array of the keys of \(what)") else { return nil }
    let keys = elements.compactMap { $0.reference(to: names) }
    return keys.count == elements.count ? keys : nil
  }

  private func issues(_ value: Value) -> [String]? {
    guard let elements = value.array("an array of the names of what cannot be used; [] if there is nothing") else {
      return nil
    }
    let names = elements.compactMap { $0.string("an attribute, \"choice.SLOT\" or an experiment") }
    return names.count == elements.count ? names.sorted() : nil
  }

  private func variations(_ value: Value) -> [Expectation.Claim] {
    (value.object("an object of experiments and their variations") ?? []).compactMap { member in
      if member.isNull {
        guard experiments.contains(member.key, at: member, part: .key) else { return nil }
        return claim(.experiment(member.key), .nothing, member)
      }
      return variation(member, expected: "the key of a variation, or null for none").map {
        claim(.experiment(member.key), .variation($0), member)
      }
    }
  }

  private func expected(in slot: Slot, _ value: Value) -> Expectation.Value? {
    switch slot {
    case .fallbackModalDismissed where value.isNull: .nothing
    case .fallbackDefault, .fallbackModalDismissed, .fallbackInvalidDeepLink, .fallbackUnavailableNode,
      .fallbackSignedOut, .fallbackRestoreFailed:
      node(value)
    case .entry, .homeLayout, .homeTabs, .homeCards, .homeInitialTab, .sessionScope, .sessionResumeWithin,
      .modalStyle, .modalConfirmsDismissal:
      slots.value(of: slot, value).map { .slot($0) }
    }
  }

  /// A name, for the node whatever its arguments; or an object, for the node with exactly these.
  private func node(_ value: Value) -> Expectation.Value? {
    if let name = value.text {
      return slots.templates.nodes.names.contains(name, at: value) ? .nodeNamed(name) : nil
    }
    guard let template = slots.templates.template(value, code: .slotValue) else { return nil }
    var arguments: [String: NodeArgument] = [:]
    for (name, argument) in template.arguments {
      guard case .value(let given) = argument else {
        value.report(
          .argumentValue, "\(quoted(name)) is taken from an attribute; expected the value that this user gets")
        return nil
      }
      arguments[name] = given
    }
    return .node(Node(template.name, arguments))
  }
}
