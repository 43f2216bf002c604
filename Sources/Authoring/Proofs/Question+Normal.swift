internal import Personalization

extension Formula {
  /// The same formula, or its negation, with `not` before leaves only and nothing nested that need not be.
  func normal(negated: Bool = false) -> Formula {
    switch self {
    case .leaf: return negated ? .not(self) : self
    case .not(let part): return part.normal(negated: !negated)
    case .all(let parts): return Self.combined(parts.map { $0.normal(negated: negated) }, isConjunction: !negated)
    case .any(let parts): return Self.combined(parts.map { $0.normal(negated: negated) }, isConjunction: negated)
    }
  }

  private static func combined(_ parts: [Formula], isConjunction: Bool) -> Formula {
    let flat = parts.flatMap { isConjunction ? $0.conjuncts : $0.disjuncts }
    if flat.count == 1 { return flat[0] }
    return isConjunction ? .all(flat) : .any(flat)
  }

  /// What must hold together.
  var conjuncts: [Formula] {
    if case .all(let parts) = self { parts } else { [self] }
  }

  /// What can hold in place of each other.
  var disjuncts: [Formula] {
    if case .any(let parts) = self { parts } else { [self] }
  }
}

extension Question {
  /// Whether it is plain, without a search, that some person meets it: no attribute occurs twice, and each test can be
  /// passed, and failed by a person without a value.
  ///
  /// False where it is not plain.
  var isPlainlyPossible: Bool {
    var seen: Set<Int> = []
    return reach(&seen)?.canHold == true
  }

  private func reach(_ seen: inout Set<Int>) -> (canHold: Bool, canFail: Bool)? {
    switch self {
    case .leaf(let atom):
      guard atom.test.isPlainlyPassable, seen.insert(atom.attribute).inserted else { return nil }
      return (true, true)
    case .not(let part): return part.reach(&seen).map { ($0.canFail, $0.canHold) }
    case .all(let parts):
      var (canHold, canFail) = (true, false)
      for part in parts {
        guard let reach = part.reach(&seen) else { return nil }
        canHold = canHold && reach.canHold
        canFail = canFail || reach.canFail
      }
      return (canHold, canFail)
    case .any(let parts):
      var (canHold, canFail) = (false, true)
      for part in parts {
        guard let reach = part.reach(&seen) else { return nil }
        canHold = canHold || reach.canHold
        canFail = canFail && reach.canFail
      }
      return (canHold, canFail)
    }
  }
}

extension Test {
  /// Whether some value passes, for certain and without looking closely.
  fileprivate var isPlainlyPassable: Bool {
    switch self {
    case .exists: true
    case .isOne(let literals): !literals.isEmpty
    case .compares(_, .number(let number)): number.magnitude < 1e15
    case .isOneIgnoringCase, .compares, .comparesToPast, .matches, .inGroup, .size, .anyElement: false
    }
  }
}
