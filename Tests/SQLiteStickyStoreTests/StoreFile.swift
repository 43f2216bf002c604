import Foundation
import Personalization
import Testing

@testable import SQLiteStickyStore

/// The path of a store's file, which goes away with this.
final class StoreFile: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString).db").path

  deinit { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }

  func open(timeout: Duration = .seconds(5)) throws -> SQLiteStickyStore {
    try SQLiteStickyStore(path, timeout: timeout, onFailure: { Issue.record("\($0)") })
  }

  /// Runs statements on the file as another program would.
  func run(_ sql: String) throws {
    try Connection(path, timeout: .seconds(5)).run(sql)
  }
}

func unit(_ value: String, of attribute: String = "user_id") -> Personalization.Unit {
  Unit(attribute: attribute, value: value)
}

func key(_ experiment: String, _ version: Int = 0) -> StickyKey {
  StickyKey(experiment: experiment, bucketVersion: version)
}
