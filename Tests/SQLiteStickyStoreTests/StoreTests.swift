import Foundation
import Personalization
import TestSupport
import Testing

@testable import SQLiteStickyStore

@Suite("A store of assignments in a file")
struct StoreTests {
  @Test("keeps what is merged for whoever opens it next")
  func lasting() throws {
    let file = StoreFile()
    try file.open().merge([key("a"): "one", key("b", 3): "two"], into: unit("u"))
    #expect(try file.open().assignments(of: unit("u")) == [key("a"): "one", key("b", 3): "two"])
    #expect(try file.open().assignments(of: unit("v")).isEmpty)
  }

  @Test("merges: other entries stay, and those of the same key are replaced")
  func merging() throws {
    let file = StoreFile()
    let store = try file.open()
    store.merge([key("a"): "one", key("a", 1): "old"], into: unit("u"))
    store.merge([key("a", 1): "new", key("b"): "two"], into: unit("u"))
    store.merge([:], into: unit("u"))
    #expect(store.assignments(of: unit("u")) == [key("a"): "one", key("a", 1): "new", key("b"): "two"])
  }

  @Test("takes any names of experiments and variations")
  func names() throws {
    let file = StoreFile()
    let record = [
      key(""): "", key("e", .max): "\u{E9}", key("e", .min): "e\u{301}", key("\u{E9}"): "'; DROP TABLE blocks; --",
      key("a\u{0}b"): "c\u{0}d",
    ]
    try file.open().merge(record, into: unit("u"))
    #expect(try file.open().assignments(of: unit("u")) == record)
  }

  @Test("tells values apart byte for byte, and attributes by their names")
  func exactness() throws {
    let file = StoreFile()
    let store = try file.open()
    let units = [
      unit("\u{E9}"), unit("e\u{301}"), unit(""), unit("a"), unit("a", of: "device_id"), unit("a", of: "user_i"),
      unit("a\u{0}"), unit(String(repeating: "x", count: 100_000)),
    ]
    for (number, unit) in units.enumerated() { store.merge([key("e"): "v\(number)"], into: unit) }
    #expect(units.map { store.assignments(of: $0)[key("e")] } == units.indices.map { "v\($0)" })
  }

  @Test("stores no value of any unit")
  func privacy() throws {
    let file = StoreFile()
    try file.open().merge([key("e"): "v"], into: unit("somebody@example.org"))
    let bytes = try Data(contentsOf: URL(filePath: file.path))
    #expect(bytes.range(of: Data("somebody".utf8)) == nil && bytes.count > 0)
  }

  @Test("finds every one of many units, however they came, and leaves no gap between blocks", arguments: [1, 2, 3])
  func many(_ seed: UInt64) throws {
    let file = StoreFile()
    let store = try file.open()
    var random = SplitMix64(seed: seed)
    var expected: [Personalization.Unit: [StickyKey: String]] = [:]
    for _ in 0..<1500 {
      let unit = unit("u\(random.next() % 1000)", of: random.next() % 4 == 0 ? "device_id" : "user_id")
      let record = [key("e\(random.next() % 40)"): "v\(random.next() % 5)"]
      store.merge(record, into: unit)
      expected[unit, default: [:]].merge(record) { $1 }
    }
    for (unit, record) in expected { #expect(store.assignments(of: unit) == record) }
    var (units, blocks) = (0, 0)
    try BlockTable(Schema.open(file.path, timeout: .zero)).forEachBlock { block in
      units += block.count
      blocks += 1
      return true
    }
    #expect(units == expected.count && blocks > 3)
  }

  @Test("loses nothing where several threads and stores share its file")
  func sharing() async throws {
    let file = StoreFile()
    let stores = try (0..<3).map { _ in try file.open(timeout: .seconds(60)) }
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<6 {
        group.addTask {
          for round in 0..<40 {
            stores[worker % 3].merge([key("e\(worker)"): "v\(round)"], into: unit("u\(round % 8)"))
          }
        }
      }
    }
    for user in 0..<8 {
      let expected = Dictionary(uniqueKeysWithValues: (0..<6).map { (key("e\($0)"), "v\(32 + user)") })
      #expect(stores[user % 3].assignments(of: unit("u\(user)")) == expected)
    }
  }

  @Test("is made once by many who open it at the same moment")
  func creation() async throws {
    let file = StoreFile()
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          do {
            try file.open(timeout: .seconds(60)).merge([key("e\(worker)"): "v"], into: unit("u"))
          } catch {
            Issue.record("\(error)")
          }
        }
      }
    }
    #expect(try file.open().assignments(of: unit("u")).count == 8)
  }

  @Test("lets readers go on while writers wait for another process")
  func readersDoNotWait() async throws {
    let file = StoreFile()
    let store = try file.open(timeout: .seconds(3600))
    store.merge([key("e"): "v"], into: unit("u"))
    let other = try Connection(file.path, timeout: .zero)
    try other.run("BEGIN IMMEDIATE")
    let begun = Monitor(0)
    let writers = (0..<3).compactMap { number in
      SystemThread {
        begun.update { $0 += 1 }
        store.merge([key("e\(number)"): "w"], into: unit("u"))
      }
    }
    begun.wait { $0 == 3 }
    for _ in 0..<100 { #expect(store.assignments(of: unit("u")) == [key("e"): "v"]) }
    try other.run("COMMIT")
    for writer in writers { writer.join() }
    #expect(store.assignments(of: unit("u")).count == 4)
  }

  @Test("does not wait for its other threads any longer than for another process")
  func oneTimeout() throws {
    let turn = Turn(0)
    let inside = Monitor(false)
    let leave = Monitor(false)
    let thread = SystemThread {
      _ = try? turn.take(within: .seconds(3600)) { _, _ in
        inside.update { $0 = true }
        leave.wait { $0 }
      }
    }
    inside.wait { $0 }
    #expect(try turn.take(within: .milliseconds(5)) { _, _ in } == nil)
    leave.update { $0 = true }
    thread?.join()
    let rest = try turn.take(within: .seconds(10)) { _, rest in rest }
    #expect(try #require(rest) <= .seconds(10))
  }

  @Test("says that its file was deleted or replaced, and goes on with the one that is there", arguments: [false, true])
  func moved(isReplaced: Bool) throws {
    let (file, another) = (StoreFile(), StoreFile())
    try another.open().merge([key("e"): "of another file"], into: unit("u"))
    let failures = Locked<[String]>([])
    let store = try SQLiteStickyStore(
      file.path, onFailure: { failure in failures.withLock { $0.append(failure.message) } })
    store.merge([key("e"): "v"], into: unit("u"))
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    if isReplaced { try FileManager.default.copyItem(atPath: another.path, toPath: file.path) }
    store.merge([key("f"): "w"], into: unit("u"))
    #expect(failures.withLock { $0 } == ["was deleted or replaced while it was in use"])
    let expected = isReplaced ? [key("e"): "of another file", key("f"): "w"] : [key("f"): "w"]
    #expect(store.assignments(of: unit("u")) == expected)
    #expect(failures.withLock { $0 }.count == 2)
    #expect(try file.open().assignments(of: unit("u")) == expected)
    #expect(store.assignments(of: unit("u")) == expected && failures.withLock { $0 }.count == 2)
  }

  @Test("decides as if nothing were on record where another process keeps it from writing, and says so")
  func busy() throws {
    let file = StoreFile()
    try file.open().merge([key("e"): "v"], into: unit("u"))
    let failures = Locked<[String]>([])
    let store = try SQLiteStickyStore(
      file.path, timeout: .milliseconds(1), onFailure: { failure in failures.withLock { $0.append(failure.message) } })
    let other = try Connection(file.path, timeout: .zero)
    try other.run("BEGIN IMMEDIATE")
    store.merge([key("e"): "w"], into: unit("u"))
    #expect(failures.withLock { $0 } == ["another process writes to it; gave up after 0.001 seconds"])
    #expect(store.assignments(of: unit("u")) == [key("e"): "v"])
    try other.run("COMMIT")
    store.merge([key("e"): "w"], into: unit("u"))
    #expect(store.assignments(of: unit("u")) == [key("e"): "w"])
  }
}
