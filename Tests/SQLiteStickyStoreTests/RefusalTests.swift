import Foundation
import Personalization
import TestSupport
import Testing

@testable import SQLiteStickyStore

@Suite("A file of assignments that is none")
struct RefusalTests {
  private func refusal(_ path: String) -> String? {
    do throws(StickyStoreError) {
      let store = try SQLiteStickyStore(path, onFailure: { _ in })
      _ = store.assignments(of: unit("u"))
      return nil
    } catch {
      return error.name == path ? error.message : "about \(error.name)"
    }
  }

  @Test(
    "is refused in a sentence",
    arguments: [
      ("user_id,variation\n", "is not a database of assignments"),
      (String(repeating: "SQLite format 3\u{0}", count: 200), "is not a database of assignments"),
    ])
  func text(_ content: String, _ sentence: String) throws {
    let file = StoreFile()
    try Data(content.utf8).write(to: URL(filePath: file.path))
    #expect(refusal(file.path) == sentence)
    #expect(try Data(contentsOf: URL(filePath: file.path)) == Data(content.utf8))
  }

  @Test("of another program is refused, and not changed")
  func foreign() throws {
    let file = StoreFile()
    try file.run("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')")
    let before = try Data(contentsOf: URL(filePath: file.path))
    #expect(refusal(file.path) == "is a database of another program")
    #expect(try Data(contentsOf: URL(filePath: file.path)) == before)
  }

  @Test(
    "of another format, or with tables that are not ours, is refused",
    arguments: [
      ("PRAGMA user_version = 2", "has format 2, this version reads 1; use a newer version of the tool"),
      ("PRAGMA application_id = 7", "is a database of another program"),
      (
        "CREATE TRIGGER t AFTER INSERT ON blocks BEGIN DELETE FROM blocks; END",
        "is damaged: its tables are not those of a database of assignments"
      ),
      ("DROP TABLE variations", "is damaged: its tables are not those of a database of assignments"),
      ("DELETE FROM hash_key", "is damaged: its key is missing"),
      ("UPDATE variations SET id = 7000000000", "is damaged: the numbers of variations are not those that were given"),
    ])
  func changed(_ sql: String, _ sentence: String) throws {
    let file = StoreFile()
    try file.open().merge([key("e"): "v"], into: unit("u"))
    try file.run(sql)
    #expect(refusal(file.path) == sentence)
  }

  @Test("is a directory, a device, or in no folder")
  func places() {
    #expect(refusal(FileManager.default.temporaryDirectory.path) == "is a directory, not a file")
    #expect(refusal("/dev/null") == "is not a regular file")
    let missing = refusal("/no/such/folder/a.db")
    #expect(missing == "cannot be opened, or the files beside it cannot be made: No such file or directory")
    #expect(refusal("")?.hasPrefix("cannot be opened") == true)
  }

  @Test("is no refusal where it is empty: it becomes one")
  func empty() throws {
    let file = StoreFile()
    try Data().write(to: URL(filePath: file.path))
    try file.open().merge([key("e"): "v"], into: unit("u"))
    #expect(try file.open().assignments(of: unit("u")) == [key("e"): "v"])
  }

  @Test(
    "is one that was cut off or changed in places: it is refused, or what is read fails or is there", arguments: 1...60)
  func damage(_ seed: Int) throws {
    let file = StoreFile()
    let store = try file.open()
    for number in 0..<300 { store.merge([key("e"): "v\(number % 3)"], into: unit("u\(number)")) }
    // Everything goes from the log into the file.
    try file.run("PRAGMA wal_checkpoint(TRUNCATE)")
    var random = SplitMix64(seed: UInt64(seed))
    var bytes = Array(try Data(contentsOf: URL(filePath: file.path)))
    if seed % 3 == 0 {
      bytes.removeLast(Int(random.next() % UInt64(bytes.count)))
    } else {
      for _ in 0..<1 + random.next() % 40 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(random.next() % 256)
      }
    }
    let damaged = StoreFile()
    try Data(bytes).write(to: URL(filePath: damaged.path))
    guard let store = try? SQLiteStickyStore(damaged.path, onFailure: { _ in }) else { return }
    for number in 0..<300 { _ = store.assignments(of: unit("u\(number)")) }
    store.merge([key("f"): "w"], into: unit("u7"))
  }

  @Test("has blocks of any bytes: they are refused, or hold what they say", arguments: 1...200)
  func blocks(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var builder = BlockBuilder()
    for number in 0..<20 { builder.append(UnitHash(high: UInt64(number) << 50, low: random.next()), [number, 300]) }
    var bytes = builder.cut(to: 1 << 63, isLast: true).bytes
    #expect(Block(first: 0, bytes)?.count == 20)
    for _ in 0..<1 + random.next() % 4 {
      bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
    }
    if seed % 4 == 0 { bytes.removeLast(Int(random.next() % 40)) }
    guard let block = Block(first: 0, bytes) else { return }
    for index in 0..<block.count { block.forEachVariation(of: block.hash(index)) { #expect($0 >= 0) } }
  }
}
