public import Personalization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Holds the engine that decides, and swaps it whole when a newer workspace comes.
///
/// ```swift
/// let store = try EngineStore(.bundle(shipped), cache: caches.appending(path: "engine.bundle"))
/// let decision = store.engine.decide(for: user, at: .now)
/// try store.update(bundle: fetched)         // checked, then swapped, then kept for the next start
/// for await event in store.events { log(event) }
/// ```
///
/// Whoever asks for `engine` gets one whole engine and keeps it for as long as they like; a workspace that does not load
/// changes nothing. Any number of threads may use a store, and no reader ever waits for another thread.
public final class EngineStore: Sendable {
  /// What decides, and what was refused since.
  private final class State: Sendable {
    let engine: PersonalizationEngine
    let origin: EngineOrigin
    let refusal: EngineRefusal?

    init(_ engine: PersonalizationEngine, _ origin: EngineOrigin, refusal: EngineRefusal? = nil) {
      self.engine = engine
      self.origin = origin
      self.refusal = refusal
    }
  }

  private let source: EngineSource
  private let cache: String?
  private let accepts: @Sendable (PersonalizationEngine) throws -> Void
  private let state: SwappedReference<State>
  /// Held from loading to swapping, so that of two updates the later one stays; keeps what the source's files were like when
  /// they were last read.
  private let turn: Locked<Fingerprint>
  private let subscribers = Subscribers()
  private let watcher = Locked<Watcher?>(nil)

  /// Loads what was last cached, else the source.
  ///
  /// - Parameters:
  ///   - source: The bundle that the app ships, or a directory.
  ///   - cache: Where updates are kept for the next start. What is cached stands above the source, so an app that ships a
  ///     newer bundle names its cache anew, for instance after its own version.
  ///   - check: Throws if an engine is whole but not for this app: `{ try $0.check(AppNode.self) }`.
  /// - Throws: why the source was refused, if there is no sound cache either.
  public init(
    _ source: EngineSource, cache: URL? = nil,
    check: @escaping @Sendable (PersonalizationEngine) throws -> Void = { _ in }
  ) throws(EngineRefusal) {
    self.source = source
    self.cache = cache?.path
    accepts = check
    turn = Locked(Fingerprint(source.watched))
    var refusal: EngineRefusal?
    if let path = self.cache, StoredFile.exists(path) {
      let cached = Self.engine(.cache, path, check) { try Workspace(bundle: StoredFile.contents(of: path)) }
      switch cached {
      case .success(let engine):
        state = SwappedReference(State(engine, .cache))
        return
      case .failure(let reason): refusal = reason
      }
    }
    let engine = try Self.engine(.source, source.name, check, load: source.loadWhole).get()
    state = SwappedReference(State(engine, .source, refusal: refusal))
  }

  deinit {
    watcher.withLock { $0 }?.stop()
    subscribers.finish()
  }

  /// The engine that decides now.
  public var engine: PersonalizationEngine { state.object.engine }

  /// Where it came from.
  public var origin: EngineOrigin { state.object.origin }

  /// Why the newest workspace is not the one that decides; nil if it is.
  public var refusal: EngineRefusal? { state.object.refusal }

  /// What happens from now on; every call gives a sequence of its own, which keeps the newest 64 events that were not read
  /// yet, and ends with the store.
  public var events: AsyncStream<EngineEvent> { subscribers.stream() }

  /// Loads the source again.
  ///
  /// - Returns: Whether another workspace decides now.
  /// - Throws: why it was refused; the engine before goes on.
  @discardableResult
  public func reload() throws(EngineRefusal) -> Bool {
    let source = source
    return try swap(.source, source.name) { fingerprint in
      fingerprint = Fingerprint(source.watched)
      return (try source.loadWhole(), nil)
    }
  }

  /// Takes a bundle that was fetched, and keeps it in the cache once it decides.
  ///
  /// - Returns: Whether another workspace decides now.
  /// - Throws: why it was refused; the engine before goes on, and the cache is as it was.
  @discardableResult
  public func update(bundle bytes: some Sequence<UInt8>) throws(EngineRefusal) -> Bool {
    let bytes = Array(bytes)
    return try swap(.update, "update") { _ in (try Workspace(bundle: bytes), bytes) }
  }

  /// Loads the source again whenever its files change, once they have been quiet for a while.
  ///
  /// On Linux the kernel tells of changes; elsewhere, and where it does not, the files are looked at every two seconds.
  /// Results come as events, and so does why nothing can be looked at for a while: a process without free descriptors
  /// begins to watch as soon as it has some. Ends with `stopWatching`, or with the store.
  public func watch(debounce: Duration = .milliseconds(200)) {
    let seen = turn.withLock { $0 }
    let subscribers = subscribers
    let fresh = Watcher(source.watched, since: seen, debounce: debounce) { [weak self] in
      _ = try? self?.reload()
    } hindered: {
      subscribers.send(.notWatching($0))
    }
    let old = watcher.withLock { watcher in
      defer { watcher = fresh }
      return watcher
    }
    old?.stop()
    fresh.start()
  }

  /// No longer looks at the files.
  public func stopWatching() {
    let old = watcher.withLock { watcher in
      defer { watcher = nil }
      return watcher
    }
    old?.stop()
  }

  /// Loads, checks, compiles, and only then swaps.
  private func swap(
    _ origin: EngineOrigin, _ name: String, load: (inout Fingerprint) throws -> (Workspace, cached: [UInt8]?)
  ) throws(EngineRefusal) -> Bool {
    try turn.withLock { fingerprint throws(EngineRefusal) in
      var bytes: [UInt8]?
      let current = engine
      let result = Self.engine(origin, name, accepts, instead: current) {
        let (workspace, cached) = try load(&fingerprint)
        bytes = cached
        return workspace
      }
      let engine: PersonalizationEngine
      switch result {
      case .success(let loaded): engine = loaded
      case .failure(let refusal):
        state.replace { State($0.engine, $0.origin, refusal: refusal) }
        subscribers.send(.refused(refusal))
        throw refusal
      }
      let isNew = engine !== current
      state.replace { _ in State(engine, origin) }
      subscribers.send(isNew ? .loaded(origin) : .unchanged(origin))
      if let bytes, let cache { keep(bytes, in: cache) }
      return isNew
    }
  }

  private func keep(_ bytes: [UInt8], in cache: String) {
    do throws(StoredFile.Problem) {
      try StoredFile.replace(cache, with: bytes)
    } catch {
      subscribers.send(.notCached(error.description))
    }
  }

  /// The engine of a workspace that loads and is accepted; `current` itself, if that is compiled from the same workspace.
  private static func engine(
    _ origin: EngineOrigin, _ name: String, _ accepts: (PersonalizationEngine) throws -> Void,
    instead current: PersonalizationEngine? = nil, load: () throws -> Workspace
  ) -> Result<PersonalizationEngine, EngineRefusal> {
    do {
      let workspace = try load()
      if let current, current.workspace == workspace { return .success(current) }
      let engine = PersonalizationEngine(workspace)
      try accepts(engine)
      return .success(engine)
    } catch {
      return .failure(EngineRefusal(origin: origin, name: name, error: error))
    }
  }
}
