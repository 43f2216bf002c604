internal import Personalization
internal import SQLiteStickyStore

/// The file of assignments that `--sticky` names.
enum StickyFile {
  static let option = Option(
    "sticky", .file("FILE.db"), help: "Read and remember the assignments of sticky experiments there; made if missing.")

  /// Another batch takes as long as it takes; whoever does not want to wait for it interrupts.
  private static let patience = Duration.seconds(3600)

  /// The store of a batch.
  static func store(
    _ arguments: ParsedArguments, _ engine: PersonalizationEngine, _ terminal: Terminal, _ progress: TerminalProgress
  ) throws(CannotRun) -> SQLiteStickyStore? {
    guard let path = arguments[option] else { return nil }
    noteIfNothingIsSticky(engine, terminal)
    let store: SQLiteStickyStore
    do throws(StickyStoreError) {
      store = try SQLiteStickyStore(
        path, timeout: patience, onWait: { progress.note("waiting for another process that writes to \(path)\n") })
    } catch {
      throw CannotRun(error.description)
    }
    return store
  }

  /// A store that decides one by one, and what went wrong with it.
  final class Session: Sendable {
    let store: SQLiteStickyStore
    private let failures: Locked<[StickyStoreError]>

    init(_ path: String) throws(StickyStoreError) {
      let failures = Locked<[StickyStoreError]>([])
      self.failures = failures
      store = try SQLiteStickyStore(path, onFailure: { failure in failures.withLock { $0.append(failure) } })
    }

    /// What was decided in spite of it must not be taken for what is on record.
    var failure: StickyStoreError? { failures.withLock { $0.first } }
  }

  /// The store of decisions that are made one by one; nil: none is asked for.
  static func session(
    _ engine: PersonalizationEngine, _ arguments: ParsedArguments, _ terminal: Terminal
  ) throws(CannotRun) -> Session? {
    guard let path = arguments[option] else { return nil }
    noteIfNothingIsSticky(engine, terminal)
    do throws(StickyStoreError) {
      return try Session(path)
    } catch {
      throw CannotRun(error.description)
    }
  }

  /// One decision with the store.
  static func decision(
    _ input: DecisionInput, _ arguments: ParsedArguments, _ terminal: Terminal
  ) throws(CannotRun) -> Decision {
    guard let session = try session(input.engine, arguments, terminal) else { return input.decision() }
    let decision = input.decision(sticky: session.store)
    // Printed, it would be taken for what is on record.
    if let failure = session.failure { throw CannotRun(failure.description) }
    return decision
  }

  /// The file does nothing then, which nobody would guess.
  private static func noteIfNothingIsSticky(_ engine: PersonalizationEngine, _ terminal: Terminal) {
    guard engine.workspace.experiments.allSatisfy({ $0.stickiness == nil }) else { return }
    terminal.note("\("note:", .bold) no experiment is sticky; nothing is read or remembered\n")
  }
}
