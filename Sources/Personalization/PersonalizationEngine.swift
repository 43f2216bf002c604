internal import Navigation

/// Decides, for one user at a time, where the app starts, how home is laid out and where a lost user lands.
///
/// ```swift
/// let engine = PersonalizationEngine(workspace)
/// let decision = engine.decide(for: ["user_id": "u-17", "age": 71], at: .now)
/// let controller = FlowController(try decision.flow.typed(as: AppNode.self))
/// ```
///
/// Compiled once, from then on immutable; any number of threads may share it. The same workspace, user and time give the
/// same decision on every machine.
public final class PersonalizationEngine: Sendable {
  let rules: Rules
  /// Evaluators at rest; a decision borrows one.
  private let evaluators = Locked<[EvaluatorBox]>([])

  /// Compiles a workspace.
  public init(_ workspace: Workspace) {
    var compiler = RuleCompiler(workspace)
    rules = compiler.rules()
  }

  /// The version of the engine and its tools.
  public static let version = "0.1.0"

  /// What it was compiled from.
  public var workspace: Workspace { rules.workspace }

  /// The decision for a user at a time.
  ///
  /// Never fails: values that cannot be used count as missing and are named in the decision's `issues`.
  ///
  /// - Parameters:
  ///   - user: The user's attributes and choices.
  ///   - time: When schedules and relative dates are measured.
  ///   - overrides: Variations by experiment that the user gets whatever the rules say, for tests by hand. A locked slot
  ///     stays locked.
  ///   - store: Where the assignments of sticky experiments are read and remembered; nil: nowhere.
  public func decide(
    for user: User, at time: Timestamp, forcing overrides: [String: String] = [:],
    sticky store: (any StickyStore)? = nil
  ) -> Decision {
    let box = evaluators.withLock { $0.popLast() } ?? EvaluatorBox(Evaluator(rules, at: time))
    defer { evaluators.withLock { $0.append(box) } }
    return box.run { evaluator in
      var session = DecisionSession(engine: self, user: user, time: time, store: store)
      return session.decide(forcing: overrides, with: &evaluator)
    }
  }

  /// The attributes whose values arguments are left open for, by the number of `FlowArgument.captured`.
  package var capturedAttributes: [String] { rules.capturedAttributes }

  /// An evaluator of its own, for a thread that evaluates many users.
  package func makeEvaluator(at time: Timestamp) -> Evaluator { Evaluator(rules, at: time) }
}

/// Keeps an evaluator in one place while it waits.
///
/// `@unchecked`: whoever takes it from the list of those at rest is the only one who has it.
private final class EvaluatorBox: @unchecked Sendable {
  private var evaluator: Evaluator

  init(_ evaluator: Evaluator) { self.evaluator = evaluator }

  func run<Result>(_ body: (inout Evaluator) -> Result) -> Result { body(&evaluator) }
}
