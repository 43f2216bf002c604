import Authoring
import Foundation
import LiveEngine
import Personalization
import TestSupport
import Testing

@Suite("A store")
struct EngineStoreTests {
  private struct NotForThisApp: Error, CustomStringConvertible {
    var description: String { "the app has no such node" }
  }

  /// A store with the tab variant in a bundle, and where its cache is.
  private func store(
    in folder: Folder, check: @escaping @Sendable (PersonalizationEngine) throws -> Void = { _ in }
  ) throws -> EngineStore {
    try Data(Variant.tab.bundle()).write(to: folder.file("app.bundle"))
    return try EngineStore(.bundle(folder.file("app.bundle")), cache: folder.file("cache.bundle"), check: check)
  }

  @Test("begins with the bundle that the app ships")
  func bundled() throws {
    let folder = try Folder()
    let store = try store(in: folder)
    #expect(store.engine.variant == .tab && store.origin == .source && store.refusal == nil)
    #expect(folder.names == ["app.bundle"])
  }

  @Test("takes what was fetched, keeps it, and begins with it the next time")
  func update() throws {
    let folder = try Folder()
    let first = try store(in: folder)
    #expect(try first.update(bundle: Variant.dashboard.bundle()))
    #expect(first.engine.variant == .dashboard && first.origin == .update)
    #expect(folder.names == ["app.bundle", "cache.bundle"])
    let second = try store(in: folder)
    #expect(second.engine.variant == .dashboard && second.origin == .cache)
  }

  @Test("does not compile anew what decides already, but keeps it")
  func unchanged() throws {
    let folder = try Folder()
    let store = try store(in: folder)
    let engine = store.engine
    #expect(try !store.update(bundle: Variant.tab.bundle()))
    #expect(store.engine === engine && folder.names == ["app.bundle", "cache.bundle"])
  }

  @Test("refuses what is damaged, says why, and changes neither the engine nor the cache")
  func refusal() throws {
    let folder = try Folder()
    let store = try store(in: folder)
    try store.update(bundle: Variant.dashboard.bundle())
    let cached = try Data(contentsOf: folder.file("cache.bundle"))
    let error = #expect(throws: EngineRefusal.self) { try store.update(bundle: Variant.tab.bundle().dropLast()) }
    guard case .truncated? = error?.error as? BundleError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(store.engine.variant == .dashboard && store.origin == .update)
    #expect(store.refusal?.reasons.first?.contains("the bundle is cut off") == true)
    #expect(try Data(contentsOf: folder.file("cache.bundle")) == cached)
    try store.update(bundle: Variant.tab.bundle())
    #expect(store.refusal == nil && store.engine.variant == .tab)
  }

  @Test("refuses what the app's own check refuses")
  func check() throws {
    let folder = try Folder()
    let store = try store(in: folder) { engine in
      if engine.variant == .dashboard { throw NotForThisApp() }
    }
    #expect(throws: EngineRefusal.self) { try store.update(bundle: Variant.dashboard.bundle()) }
    #expect(store.refusal?.reasons == ["the app has no such node"])
    #expect(store.engine.variant == .tab && folder.names == ["app.bundle"])
  }

  @Test("goes back to what the app ships where the cache is damaged, and says so")
  func damagedCache() throws {
    let folder = try Folder()
    try Data(Variant.dashboard.bundle().dropLast(9)).write(to: folder.file("cache.bundle"))
    let store = try store(in: folder)
    #expect(store.engine.variant == .tab && store.origin == .source)
    #expect(store.refusal?.origin == .cache)
  }

  @Test("is not made where neither the source nor the cache is sound, with all that is wrong with the source")
  func nothing() throws {
    let folder = try Folder()
    try folder.write(SampleFiles.changed(["segments/senior.json": #"{"when": {"agee": 1}}"#]).compactMapValues(\.self))
    let error = #expect(throws: EngineRefusal.self) { try EngineStore(.directory(folder.url)) }
    let diagnostics = (error?.error as? WorkspaceError)?.diagnostics ?? []
    #expect(diagnostics.contains { $0.code == .unknownAttribute })
    #expect(error?.reasons.count == diagnostics.count && diagnostics.count > 1)
  }

  @Test("refuses a pipe as its bundle or cache instead of waiting for it")
  func pipes() throws {
    let folder = try Folder()
    for name in ["app.bundle", "cache.bundle"] { try #require(mkfifo(folder.file(name).path, 0o600) == 0) }
    let error = #expect(throws: EngineRefusal.self) { try EngineStore(.bundle(folder.file("app.bundle"))) }
    #expect(error?.reasons.first?.hasSuffix("is not a regular file") == true)
    try FileManager.default.removeItem(at: folder.file("app.bundle"))
    let store = try store(in: folder)
    #expect(store.origin == .source && store.refusal?.origin == .cache)
    try FileManager.default.removeItem(at: folder.file("app.bundle"))
    try #require(mkfifo(folder.file("app.bundle").path, 0o600) == 0)
    #expect(throws: EngineRefusal.self) { try store.reload() }
    try store.update(bundle: Variant.dashboard.bundle())
    #expect(try Data(contentsOf: folder.file("cache.bundle")) == Data(Variant.dashboard.bundle()))
  }

  @Test("keeps a whole bundle in a cache that several stores write to at the same time")
  func sharedCache() async throws {
    let folder = try Folder()
    let stores = try (0..<4).map { _ in try store(in: folder) }
    let bundles = try [Variant.tab.bundle(), Variant.dashboard.bundle()]
    await withTaskGroup(of: Void.self) { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          for round in 0..<20 { _ = try? store.update(bundle: bundles[(number + round) % 2]) }
        }
      }
      group.addTask {
        for _ in 0..<200 {
          guard let bytes = try? Data(contentsOf: folder.file("cache.bundle")) else { continue }
          #expect(bundles.contains(Array(bytes)))
        }
      }
    }
    #expect(folder.names == ["app.bundle", "cache.bundle"])
  }

  @Test("goes on where the cache cannot be written, and says so")
  func readOnlyCache() async throws {
    let folder = try Folder()
    try Data(Variant.tab.bundle()).write(to: folder.file("app.bundle"))
    let store = try EngineStore(.bundle(folder.file("app.bundle")), cache: folder.file("no/such/folder/cache"))
    var events = store.events.makeAsyncIterator()
    #expect(try store.update(bundle: Variant.dashboard.bundle()))
    #expect(await events.next()?.words == "loaded update")
    guard case .notCached(let reason)? = await events.next() else {
      Issue.record("no event of the cache")
      return
    }
    #expect(reason.contains("No such file or directory"))
    #expect(store.engine.variant == .dashboard)
  }

  @Test("tells every subscriber of what happens, and ends with them")
  func events() async throws {
    let folder = try Folder()
    var store: EngineStore? = try store(in: folder)
    let streams = [store, store].compactMap { $0?.events }
    try store?.update(bundle: Variant.dashboard.bundle())
    try store?.update(bundle: Variant.dashboard.bundle())
    _ = try? store?.update(bundle: [])
    try store?.reload()
    store = nil
    for stream in streams {
      var words: [String] = []
      for await event in stream { words.append(event.words) }
      #expect(words == ["loaded update", "unchanged update", "refused update", "loaded source"])
    }
  }

  @Test("keeps the newest events for a subscriber that does not read, and no more")
  func bounded() async throws {
    let folder = try Folder()
    var store: EngineStore? = try store(in: folder)
    let events = try #require(store?.events)
    for _ in 0..<100 { _ = try? store?.update(bundle: []) }
    try store?.update(bundle: Variant.dashboard.bundle())
    store = nil
    var words: [String] = []
    for await event in events { words.append(event.words) }
    #expect(words.count == 64 && words.last == "loaded update")
  }

  @Test("gives eight readers whole engines while it swaps them all the time")
  func readers() async throws {
    let folder = try Folder()
    let store = try store(in: folder)
    let bundles = try Variant.allCases.map { try $0.bundle() }
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<400).count { _ in store.engine.variant == nil }
        }
      }
      group.addTask {
        for round in 0..<150 { _ = try? store.update(bundle: bundles[(round + 1) % 2]) }
        return 0
      }
      for await mixtures in group { #expect(mixtures == 0) }
    }
    #expect(store.engine.variant == .tab && store.refusal == nil)
  }
}
