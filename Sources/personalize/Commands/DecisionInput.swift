internal import Authoring
internal import JSONTree
internal import Personalization

/// Compiles the workspace that `--config` names; every command that decides begins here.
func loadEngine(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> PersonalizationEngine {
  PersonalizationEngine(try loadWorkspace(arguments, terminal))
}

/// Loads the workspace that `--config` names, or shows what is wrong with it.
func loadWorkspace(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> Workspace {
  try loadConfiguration(arguments.configuration, terminal).workspace
}

/// Loads the workspace in a folder or a bundle, or shows what is wrong with it.
///
/// - Parameter name: What to call it in the message, if not by its folder.
func loadConfiguration(
  _ directory: String, _ terminal: Terminal, calledAs name: String? = nil
) throws -> Configuration {
  if SystemCalls.size(ofFile: directory) != nil { return try bundledConfiguration(directory, terminal) }
  try requireConfiguration(directory)
  let report = Workspace.check(directory: directory, proving: false)
  guard let workspace = report.workspace else {
    if !terminal.writesJSON { terminal.report(DiagnosticsText(report, directory: directory).text) }
    throw CannotRun("the configuration \(name ?? "in \(directory)") has errors; nothing was done", of: report)
  }
  terminal.detail("configuration \(name ?? "in \(directory)"): \(contents(of: workspace))\n")
  return Configuration(workspace: workspace, fingerprint: report.fingerprint, spelling: report.spelling)
}

/// A workspace, and a hash of what it was read from.
struct Configuration {
  let workspace: Workspace
  let fingerprint: String
  /// How it says that files of users are written; a bundle says nothing of it.
  var spelling = FileSpelling()
}

/// Refuses a folder that is not there, before each of its files is missed.
func requireConfiguration(_ directory: String) throws(CannotRun) {
  guard !SystemCalls.exists(directory) else { return }
  throw CannotRun("\(ForeignText.shown(directory)): there is no such folder or bundle")
}

/// What is in a workspace, for `--verbose`.
private func contents(of workspace: Workspace) -> String {
  "\(workspace.catalog.attributes.count) attributes, \(workspace.segments.count) segments, "
    + "\(workspace.experiments.count) experiments"
}

private func bundledConfiguration(_ path: String, _ terminal: Terminal) throws(CannotRun) -> Configuration {
  let bytes = try SystemCalls.contents(ofFile: path)
  var hash = SHA256()
  hash.update(bytes)
  do throws(BundleError) {
    let workspace = try Workspace(bundle: bytes)
    terminal.detail("configuration in \(path): \(contents(of: workspace))\n")
    return Configuration(workspace: workspace, fingerprint: hash.hex)
  } catch {
    throw CannotRun("\(path): \(error.description)")
  }
}

/// The time that `--at` names; now, if it is not given.
func decisionTime(_ arguments: ParsedArguments) throws -> Timestamp {
  guard let text = arguments[DecisionOptions.at], text != "now" else { return .thisSecond }
  guard let time = Timestamp(typed: text) else {
    throw arguments.unsuitable(
      DecisionOptions.at, text,
      expected: "now or a time such as 2026-03-29, \"2026-03-29 02:30\" or 2026-03-29T02:30:00Z")
  }
  return time
}

extension Timestamp {
  /// The present second: what is printed of it can be typed again.
  static var thisSecond: Timestamp {
    let now = Timestamp.now.microseconds
    return Timestamp(microseconds: now - now % 1_000_000)
  }

  /// A time as people type it: as in files, and without seconds.
  init?(typed text: String) {
    let bytes = Array(text.utf8)
    let colon = UInt8(ascii: ":")
    let lacksSeconds = bytes.count >= 16 && bytes[13] == colon && (bytes.count == 16 || bytes[16] != colon)
    self.init(lacksSeconds ? text.prefix(16) + ":00" + text.dropFirst(16) : text)
  }
}

/// Under which circumstances `evaluate` and `explain` decide: the configuration, the time, what is forced and chosen.
struct DecisionCircumstances {
  /// More names than these are counted, not noted one by one.
  private static let shownNames = 20

  let configuration: Configuration
  let engine: PersonalizationEngine
  let time: Timestamp
  private let overrides: [String: String]
  private let choices: [String: AttributeValue]

  init(_ arguments: ParsedArguments, _ terminal: Terminal) throws {
    time = try decisionTime(arguments)
    configuration = try loadConfiguration(arguments.configuration, terminal)
    engine = PersonalizationEngine(configuration.workspace)
    let catalog = engine.workspace.catalog

    var overrides: [String: String] = [:]
    for text in arguments.all(DecisionOptions.force) {
      guard let (key, variation) = text.split(once: "=") else {
        throw arguments.unsuitable(DecisionOptions.force, text, expected: "EXPERIMENT=VARIATION")
      }
      guard let experiment = engine.workspace.experiments.first(where: { $0.key == key }) else {
        throw arguments.unsuitable(
          DecisionOptions.force, text, expected: "an experiment", among: engine.workspace.experiments.map(\.key), key)
      }
      guard experiment.variations.contains(where: { $0.key == variation }) else {
        throw arguments.unsuitable(
          DecisionOptions.force, text, expected: "a variation of \(key)", among: experiment.variations.map(\.key),
          variation)
      }
      overrides[key] = variation
    }
    var choices: [String: AttributeValue] = [:]
    for text in arguments.all(DecisionOptions.choose) {
      guard let (key, value) = text.split(once: "=") else {
        throw arguments.unsuitable(DecisionOptions.choose, text, expected: "SLOT=VALUE")
      }
      guard let slot = Slot(rawValue: key) else {
        throw arguments.unsuitable(
          DecisionOptions.choose, text, expected: "a slot", among: Slot.allCases.map(\.key), key)
      }
      guard SlotValue(choice: .string(value), for: slot, in: catalog) != nil else {
        let keys = SlotValue.keys(for: slot, in: catalog)
        let parts = value.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        if let unknown = parts.first(where: { !keys.contains($0) }), !keys.isEmpty {
          throw arguments.unsuitable(
            DecisionOptions.choose, text, expected: "a value of \(key)", among: keys, unknown)
        }
        throw arguments.unsuitable(
          DecisionOptions.choose, text, expected: "for \(key) \(SlotValue.expectation(for: slot, in: catalog))")
      }
      choices[key] = .string(value)
    }
    self.overrides = overrides
    self.choices = choices
  }

  func decision(for user: User, sticky store: (any StickyStore)? = nil) -> Decision {
    var user = user
    user.choices.merge(choices) { $1 }
    return engine.decide(for: user, at: time, forcing: overrides, sticky: store)
  }

  /// Notes the names of attributes that nothing declares.
  func noteUnknown(_ names: Set<String>, _ terminal: Terminal) {
    let attributes = engine.workspace.catalog.attributes.map(\.name)
    let unknown = names.filter { !engine.workspace.catalog.hasAttribute(in: $0) }
    for name in unknown.sorted().prefix(Self.shownNames) {
      let hint = suggestion(for: name, among: attributes)
      terminal.note("\("note:", .bold) no attribute is named \(ForeignText.shown(name)); it is ignored\(hint)\n")
    }
    if unknown.count > Self.shownNames {
      terminal.note("\("note:", .bold) \(unknown.count - Self.shownNames) more names are ignored too\n")
    }
  }
}

/// One decision, as `evaluate` and `explain` ask for it.
struct DecisionInput {
  let circumstances: DecisionCircumstances
  let user: User
  var engine: PersonalizationEngine { circumstances.engine }

  init(_ arguments: ParsedArguments, _ terminal: Terminal) throws {
    circumstances = try DecisionCircumstances(arguments, terminal)
    user = try Self.user(arguments)
    circumstances.noteUnknown(Set(user.attributes.keys), terminal)
  }

  func decision(sticky store: (any StickyStore)? = nil) -> Decision {
    circumstances.decision(for: user, sticky: store)
  }

  private static func user(_ arguments: ParsedArguments) throws -> User {
    let bytes: [UInt8]
    let name: String
    if let text = arguments[DecisionOptions.user] {
      bytes = Array(text.utf8)
      name = "--user"
    } else {
      let path = arguments[DecisionOptions.userFile] ?? "-"
      name = path == "-" ? "standard input" : path
      bytes = try SystemCalls.contents(ofFile: path)
    }
    do throws(Diagnostic) {
      return try User(json: bytes, file: name)
    } catch {
      let place = error.position.map { "\(name):\($0.line):\($0.column)" } ?? name
      throw CannotRun("\(place): \(error.sentence)")
    }
  }
}

extension String {
  /// The parts before and after the first occurrence of a character.
  func split(once separator: Character) -> (String, String)? {
    guard let place = firstIndex(of: separator), place != startIndex else { return nil }
    return (String(self[..<place]), String(self[index(after: place)...]))
  }
}

/// The end of a sentence about a name that nothing has; empty where no other is near.
private func suggestion(for name: String, among names: [String]) -> String {
  nearestName(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
}

extension ParsedArguments {
  /// The workspace or bundle that `--config` names; without it, this folder or the nearest one above with a catalog.
  var configuration: String {
    if has(.config) { return self[.config] ?? "." }
    var folder = "."
    // Above the root of the file system is the root again.
    while !SystemCalls.exists(folder + "/catalog/attributes.json") {
      guard !SystemCalls.isRoot(folder) else { return "." }
      folder = folder == "." ? ".." : folder + "/.."
    }
    return folder
  }

  /// The share, 0 to 1, that an option such as `--max-changed 5%` names; nil if it is not given.
  func percentage(_ option: Option) throws -> Double? {
    guard let text = self[option] else { return nil }
    guard text.hasSuffix("%"), let percent = Double(text.dropLast()), percent >= 0, percent <= 100 else {
      throw unsuitable(option, text, expected: "a percentage from 0 to 100, such as 5%")
    }
    return percent / 100
  }

  /// A value that names nothing of ours, with the nearest name that would.
  func unsuitable(
    _ option: Option, _ text: String, expected: String, among names: [String], _ typed: String
  ) -> ArgumentProblem {
    .unknownName(
      place(of: option, text), value: text, name: typed, expected: expected, choices: names,
      nearest: nearestName(to: typed, among: names))
  }
}
