import Authoring
import Personalization

/// A row as the files of a workspace, and the user that it speaks of.
///
/// What a file of ours cannot say (a URL, filters, feature flags) is left out here and named by a rule there.
struct GrowthBookWorkspace {
  /// The unit of rows that name none.
  static let unit = "conformance_unit"

  var user: User
  private(set) var types: [String: DeclaredType] = [:]
  private(set) var groups: [String: [JSON]] = [:]
  private var texts: [String: String] = ["catalog/navigation.json": Self.navigation.fileText]

  /// A workspace for a user of these attributes, who is identified by `units`.
  ///
  /// - Parameter types: types that are not to be inferred.
  init(
    attributes: JSON, conditions: [JSON] = [], groups: JSON = .null, units: [String] = [],
    types: [String: DeclaredType] = [:]
  ) {
    self.types = types
    user = User(attributes.members ?? [:])
    user.attributes[Self.unit] = "anybody"
    for name in units + [Self.unit] { self.types[name] = .string }
    for condition in conditions {
      for (name, uses) in uses(in: condition) where self.types[name] == nil {
        self.types[name] = DeclaredType(uses: uses, value: user[name])
      }
    }
    texts["catalog/attributes.json"] =
      JSON.object(["unit": .string(Self.unit), "attributes": .object(self.types.mapValues(\.declaration))]).fileText
    for (name, values) in groups.members ?? [:] {
      self.groups[name] = values.elements ?? []
      texts["catalog/groups/\(name).txt"] = (values.elements ?? []).map { $0.text ?? $0.description }
        .joined(separator: "\n")
    }
  }

  /// Adds a segment of the row's condition.
  mutating func addSegment(_ key: String, when condition: JSON) {
    texts["segments/\(key).json"] = JSON.object(["when": condition, "priority": 1]).fileText
  }

  /// Adds an experiment.
  mutating func add(_ experiment: GrowthBookExperiment) {
    texts["experiments/\(experiment.key).json"] = experiment.file.fileText
  }

  /// The compiled workspace, or the codes of its errors.
  func load() -> Result<PersonalizationEngine, Refused> {
    let report = Workspace.check(files: texts)
    if let workspace = report.workspace { return .success(PersonalizationEngine(workspace)) }
    return .failure(Refused(diagnostics: report.diagnostics.filter { $0.severity == .error }))
  }

  struct Refused: Error {
    let diagnostics: [Diagnostic]

    /// Refused by rule, if every error has a rule that predicts it of the row, in its place, and the reference without our
    /// rules gives the published answer.
    func verdict<Answer: Equatable>(_ predicted: [Refusal], published: Answer, reference: Answer) -> Verdict {
      guard reference == published else {
        return .unexplained("published is \(published), and the reference says \(reference)")
      }
      var rules: Set<Rule> = []
      for diagnostic in diagnostics {
        let fitting = predicted.filter { $0.predicts(diagnostic) }
        if fitting.isEmpty {
          return .unexplained("no rule predicts \(diagnostic) at \(diagnostic.pointer ?? "")")
        }
        rules.formUnion(fitting.map(\.rule))
      }
      return .refused(rules.sorted { $0.rawValue < $1.rawValue })
    }
  }

  /// The least that an app can have.
  static let navigation: JSON = [
    "nodes": ["home": [:]], "routes": ["start": ["nodes": ["home"]]], "tabs": ["main": "home"], "cards": [:],
    "defaults": [
      "entry": "start", "home.layout": "tab", "home.tabs": ["main"], "home.cards": [], "home.initialTab": "main",
      "fallback.default": "home", "fallback.invalidDeepLink": "home", "fallback.unavailableNode": "home",
      "fallback.signedOut": "home", "fallback.restoreFailed": "home", "fallback.modalDismissed": "home",
      "session.scope": "user", "session.resumeWithin": "PT30M", "modal.style": "sheet",
      "modal.confirmsDismissal": true,
    ],
  ]
}

/// GrowthBook's experiment, or the rule of a feature that is one, as a file of ours.
struct GrowthBookExperiment {
  let source: JSON
  /// What is hashed if there is no `seed`.
  let name: String
  let isSticky: Bool

  init(_ source: JSON, name: String? = nil, isSticky: Bool = false) {
    self.source = source
    self.name = source["key"]?.text ?? name ?? "experiment"
    self.isSticky = isSticky && source["disableStickyBucketing"]?.flag != true
  }

  /// A legal key: the name, where it is one.
  var key: String { name.isLegalKey ? name : "experiment" }
  var values: [JSON] { source["variations"]?.elements ?? [] }
  var unit: String { source["hashAttribute"]?.text ?? "id" }
  var fallbackUnit: String? { isSticky ? source["fallbackAttribute"]?.text : nil }
  var seed: String { source["seed"]?.text ?? name }
  var hashVersion: JSON { source["hashVersion"] ?? 1 }
  var condition: JSON? { source["condition"] }
  var coverage: JSON? { source["coverage"] }
  var bucketVersion: JSON { source["bucketVersion"] ?? 0 }
  var minBucketVersion: JSON { source["minBucketVersion"] ?? 0 }

  /// `meta` names the variations; by default they are numbered.
  var keys: [String] {
    let meta = source["meta"]?.elements ?? []
    return values.indices.map { index in (index < meta.count ? meta[index]["key"]?.text : nil) ?? String(index) }
  }

  /// The weights as written; nil where all are equal, which GrowthBook writes as rounded fractions.
  var weights: [JSON]? {
    guard let weights = source["weights"]?.elements else { return nil }
    let isEqual = weights.count == values.count && Set(weights).count <= 1 && (weights.first?.number ?? 0) > 0
    let sum = weights.reduce(0) { $0 + ($1.number ?? 0) }
    return isEqual && abs(sum - 1) < 1e-6 ? nil : weights
  }

  var file: JSON {
    var file: [String: JSON] = ["status": "running", "unit": .string(unit), "seed": .string(seed)]
    file["hashVersion"] = hashVersion
    file["fallbackUnit"] = fallbackUnit.map { .string($0) }
    file["audience"] = condition
    file["coverage"] = coverage
    if let force = source["force"] {
      file["status"] = "stopped"
      file["winner"] = .string(force.integer.flatMap { keys.indices.contains($0) ? keys[$0] : nil } ?? "none-\(force)")
    }
    if source["active"]?.flag == false {
      file["status"] = "draft"
      file["winner"] = nil
    }
    if let namespace = source["namespace"]?.elements, namespace.count == 3 {
      file["layer"] = ["name": namespace[0], "range": [namespace[1], namespace[2]], "hashVersion": 1]
    }
    if isSticky { file["sticky"] = ["bucketVersion": bucketVersion, "minBucketVersion": minBucketVersion] }
    file["variations"] = .list(variations)
    return .object(file)
  }

  /// A weight that is missing is written as null, and a surplus one stands alone: neither loads.
  private var variations: [JSON] {
    var variations = keys.map { JSON.object(["key": .string($0)]) }
    guard let weights else { return variations }
    for index in 0..<max(weights.count, variations.count) {
      let weight = index < weights.count ? weights[index] : .null
      if index < keys.count {
        variations[index] = ["key": .string(keys[index]), "weight": weight]
      } else {
        variations.append(["weight": weight])
      }
    }
    return variations
  }
}

extension String {
  /// Whether it can name a thing in a file of ours.
  var isLegalKey: Bool {
    wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._\-]*/) != nil
  }
}
