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

  /// One decision with the store.
  static func decision(
    _ input: DecisionInput, _ arguments: ParsedArguments, _ terminal: Terminal
  ) throws(CannotRun) -> Decision {
    guard let path = arguments[option] else { return input.decision() }
    noteIfNothingIsSticky(input.engine, terminal)
    let failures = Locked<[StickyStoreError]>([])
    let decision: Decision
    do throws(StickyStoreError) {
      let store = try SQLiteStickyStore(path, onFailure: { failure in failures.withLock { $0.append(failure) } })
      decision = input.decision(sticky: store)
    } catch {
      throw CannotRun(error.description)
    }
    // Printed, it would be taken for what is on record.
    if let failure = failures.withLock({ $0.first }) { throw CannotRun(failure.description) }
    return decision
  }

  /// The file does nothing then, which nobody would guess.
  private static func noteIfNothingIsSticky(_ engine: PersonalizationEngine, _ terminal: Terminal) {
    guard engine.workspace.experiments.allSatisfy({ $0.stickiness == nil }) else { return }
    terminal.note("\("note:", .bold) no experiment is sticky; nothing is read or remembered\n")
  }
}
