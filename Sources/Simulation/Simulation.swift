package import Authoring
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

  /// Surveys made-up users.
  ///
  /// The same population, count and seed give the same survey on every machine and any number of threads; memory does not
  /// depend on the count.
  ///
  /// - Parameters:
  ///   - count: How many users.
  ///   - seed: Of all that is drawn; another seed, other users of the same kind.
  ///   - drawingTime: What their dates are counted from; nil: the time of the simulation.
  ///   - progress: Called now and then with the users so far, on some worker's thread, one call at a time.
  package func survey(
    of population: Population, count: Int, seed: UInt64, drawnAt drawingTime: Timestamp? = nil,
    progress: (@Sendable (Int) -> Void)? = nil
  ) -> Survey {
    let plan = TallyPlan(engine)
    let texts = FlowTexts(engine)
    let total = Locked(Tally(plan))
    let nextBlock = Locked(0)
    // Whoever is told is told by one thread at a time.
    let telling = Locked(())
    let (engine, time) = (engine, options.time)
    WorkerThreads.run(options.threads) {
      var evaluator = engine.makeEvaluator(at: time)
      var factory = UserFactory(population, engine, at: drawingTime ?? time, seed: seed)
      var counter = TallyCounter(plan, texts)
      counter.startOver()
      while true {
        let block = nextBlock.withLock { next in
          next += 1
          return next - 1
        }
        let first = block * Evaluator.blockSize
        guard first < count else { break }
        let users = min(Evaluator.blockSize, count - first)
        let missing = factory.load(block: block, users: users, into: &evaluator)
        evaluator.assign(users: users)
        for user in 0..<users { counter.count(user, missing: missing[user], &evaluator) }
        if block % 512 == 0 { telling.withLock { _ in progress?(first) } }
      }
      let counted = counter.finished()
      total.withLock { $0.add(counted) }
    }
    return Survey(total.withLock { $0 }, plan, engine, time: time)
  }
}
