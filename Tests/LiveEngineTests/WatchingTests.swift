import Authoring
import Foundation
import Personalization
import TestSupport
import Testing

@testable import LiveEngine

@Suite("A watching store")
struct WatchingTests {
  private func watching(_ source: EngineSource) throws -> (EngineStore, AsyncStream<EngineEvent>.Iterator) {
    let store = try EngineStore(source)
    let events = store.events.makeAsyncIterator()
    store.watch(debounce: .milliseconds(20))
    return (store, events)
  }

  @Test("loads a directory when its files have changed, and refuses one that is not whole")
  func directory() async throws {
    let folder = try Folder()
    try folder.write(Variant.tab.files)
    var (store, events) = try watching(.directory(folder.url))
    try folder.write(Variant.dashboard.senior)
    #expect(await events.next()?.words == "loaded source")
    #expect(store.engine.variant == .dashboard)

    try folder.write(["segments/senior.json": #"{"when": {"agee": 71}, "priority": 1}"#])
    guard case .refused(let refusal)? = await events.next() else {
      Issue.record("not refused")
      return
    }
    #expect((refusal.error as? WorkspaceError)?.diagnostics.first?.file == "segments/senior.json")
    #expect(store.engine.variant == .dashboard)

    try folder.write(Variant.tab.senior)
    #expect(await events.next()?.words == "loaded source")
    #expect(store.engine.variant == .tab && store.refusal == nil)
  }

  @Test("sees files in folders that did not exist when it began")
  func newFolder() async throws {
    let folder = try Folder()
    try folder.write(Variant.tab.files.filter { !$0.key.hasPrefix("experiments/") })
    var (store, events) = try watching(.directory(folder.url))
    #expect(store.engine.workspace.experiments.isEmpty)
    try folder.write(Variant.tab.files)
    while store.engine.workspace.experiments.count < 3 { _ = await events.next() }
  }

  @Test("loads a bundle that another one has replaced, and one that came back after it was gone")
  func bundle() async throws {
    let folder = try Folder()
    let file = folder.file("app.bundle")
    try Data(Variant.tab.bundle()).write(to: file)
    var (store, events) = try watching(.bundle(file))
    try Data(Variant.dashboard.bundle()).write(to: file, options: .atomic)
    #expect(await events.next()?.words == "loaded source")
    #expect(store.engine.variant == .dashboard)
    try FileManager.default.removeItem(at: file)
    #expect(await events.next()?.words == "refused source")
    try Data(Variant.tab.bundle()).write(to: file, options: .atomic)
    #expect(await events.next()?.words == "loaded source")
    #expect(store.engine.variant == .tab)
  }

  @Test("sees what changed between loading and watching")
  func before() async throws {
    let folder = try Folder()
    try folder.write(Variant.tab.files)
    let store = try EngineStore(.directory(folder.url))
    var events = store.events.makeAsyncIterator()
    try folder.write(Variant.dashboard.senior)
    store.watch(debounce: .milliseconds(20))
    #expect(await events.next()?.words == "loaded source")
    #expect(store.engine.variant == .dashboard)
  }

  @Test("looks no more once it was stopped, and goes away")
  func stopped() async throws {
    let folder = try Folder()
    try folder.write(Variant.tab.files)
    var store: EngineStore? = try EngineStore(.directory(folder.url))
    weak let remembered = store
    let events = try #require(store?.events)
    store?.watch(debounce: .milliseconds(1))
    store?.watch(debounce: .milliseconds(1))
    store?.stopWatching()
    store?.stopWatching()
    store?.watch(debounce: .milliseconds(1))
    store = nil
    for await _ in events {}
    #expect(remembered == nil)
  }

  @Test("says once that there are no file descriptors, and begins to watch when there are some")
  func noDescriptors() async throws {
    let folder = try Folder()
    let file = folder.file("app.bundle")
    try Data("one".utf8).write(to: file)
    let state = Monitor((isShort: true, looks: 0, said: [String](), changes: 0))
    let watcher = Watcher([file.path], since: Fingerprint([file.path]), debounce: .milliseconds(1)) {
      state.update { $0.changes += 1 }
    } hindered: { reason in
      state.update { $0.said.append(reason) }
    } shortage: {
      state.update { state in
        state.looks += 1
        return state.isShort ? "Too many open files" : nil
      }
    }
    watcher.start()
    state.wait { $0.looks > 1 }
    try Data("two".utf8).write(to: file, options: .atomic)
    state.update { $0.isShort = false }
    state.wait { $0.changes > 0 }
    watcher.stop()
    #expect(state.update { $0.said } == ["Too many open files"])
  }
}
