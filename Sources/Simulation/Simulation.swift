public import BatchEvaluation
public import Personalization

/// Runs a workspace over many users before anybody sees it, and counts what it would do.
///
/// ```swift
/// let survey = try Simulation(engine, time: .now).survey(of: "users.csv")
/// ```
public struct Simulation: Sendable {
  private let engine: PersonalizationEngine
  private let options: BatchOptions

  /// A simulation at one time.
  ///
  /// - Parameter options: The time, the threads and how the input is separated; the survey depends on neither of the
  ///   latter two.
  public init(_ engine: PersonalizationEngine, _ options: BatchOptions) {
    self.engine = engine
    self.options = options
  }

  /// Surveys the users of a CSV file, read and checked exactly as by `Batch`.
  ///
  /// - Parameters:
  ///   - input: The path of the file; `-` is standard input.
  ///   - progress: Called after each chunk, on some worker's thread.
  /// - Returns: The survey, and what was wrong with the file.
  /// - Throws: Where the file cannot be read, or its records cannot be told apart.
  public func survey(
    of input: String, progress: (@Sendable (BatchProgress) -> Void)? = nil
  ) throws(BatchError) -> (survey: Survey, summary: BatchSummary) {
    let plan = TallyPlan(engine)
    let texts = FlowTexts(engine)
    let total = Locked(Tally(plan))
    let summary = try Batch(engine, options).survey(input: input, progress: progress) {
      TallyConsumer(plan, texts, addingTo: total)
    }
    return (Survey(total.withLock { $0 }, plan, engine, time: options.time), summary)
  }
}
