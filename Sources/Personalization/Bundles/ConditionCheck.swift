/// Checks that the conditions of one segment or experiment name what exists and ask what fits.
struct ConditionCheck {
  private let workspace: WorkspaceCheck
  private let segments: Set<String>
  private let place: String

  init(_ workspace: WorkspaceCheck, segments: Set<String>, _ place: String) {
    self.workspace = workspace
    self.segments = segments
    self.place = place
  }

  func check(_ condition: Condition) throws(BundleError) {
    for claim in condition.leaves {
      switch claim {
      case .segment(let key):
        guard segments.contains(key) else { throw .unsound("\(place): there is no segment \(key)") }
      case .attribute(let name, let test):
        guard let type = workspace.attributes[name] else {
          throw .unsound("\(place): there is no attribute \(name)")
        }
        try check(test, of: type, name)
      }
    }
  }

  private func check(_ test: Test, of type: AttributeType, _ name: String) throws(BundleError) {
    switch (test, type) {
    case (.size(let formula), .list):
      for test in formula.leaves { try checkPlain(test, of: .number, name) }
    case (.anyElement(let formula), .list(let element)):
      for test in formula.leaves { try checkPlain(test, of: element.type, name) }
    // A list is one of some values, ignoring case or not, if some element is.
    case (.isOne, .list(let element)), (.isOneIgnoringCase, .list(let element)):
      try checkPlain(test, of: element.type, name)
    default: try checkPlain(test, of: type, name)
    }
  }

  private func checkPlain(_ test: Test, of type: AttributeType, _ name: String) throws(BundleError) {
    let fits =
      switch test {
      case .exists: true
      case .isOne(let literals): literals.allSatisfy { $0.isLegal(for: type) }
      case .isOneIgnoringCase: type == .string
      case .compares(_, let literal): type != .boolean && literal.isLegal(for: type)
      case .comparesToPast: type == .date
      case .matches: type == .string
      case .inGroup: type == .string || type == .number
      case .size, .anyElement: false
      }
    guard fits else { throw .unsound("\(place): a test does not fit \(name), \(type.phrase)") }
    switch test {
    case .matches(let pattern):
      do throws(PatternError) {
        try pattern.check()
      } catch {
        throw .unsound("\(place): the regular expression \(pattern.expression) is wrong: \(error.message)")
      }
    case .inGroup(let key):
      guard let values = workspace.workspace.groups[key] else { throw .unsound("\(place): there is no group \(key)") }
      guard type == .string || values.allSatisfy({ Double($0.string)?.isFinite == true }) else {
        throw .unsound("\(place): group \(key) holds what is no number")
      }
    default: break
    }
  }
}

extension AttributeType.Element {
  fileprivate var type: AttributeType { self == .string ? .string : .number }
}

extension Literal {
  fileprivate func isLegal(for type: AttributeType) -> Bool {
    switch (self, type) {
    case (.string, .string), (.boolean, .boolean), (.version, .version), (.date, .date): true
    case (.number(let number), .number): number.isFinite
    default: false
    }
  }
}
