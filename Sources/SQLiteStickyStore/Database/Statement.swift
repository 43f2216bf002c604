internal import CSQLite
internal import Personalization

/// A statement that is prepared once and run many times.
final class Statement {
  private let connection: Connection
  private let handle: OpaquePointer

  init(_ sql: String, _ connection: Connection) throws(StickyStoreError) {
    self.connection = connection
    var prepared: OpaquePointer?
    let status = sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard status == SQLITE_OK, let prepared else { throw connection.problem(status) }
    handle = prepared
  }

  deinit { sqlite3_finalize(handle) }

  /// Makes it ready to be run again.
  func reset() { sqlite3_reset(handle) }

  func bind(_ place: Int32, _ value: Int64) { sqlite3_bind_int64(handle, place, value) }

  func bind(_ place: Int32, text: String) {
    text.withBytes { bytes in
      bytes.withUnsafeBufferPointer { buffer in
        buffer.withMemoryRebound(to: CChar.self) { buffer in
          // Without an address, it would be NULL.
          guard let start = buffer.baseAddress else { return _ = sqlite3_bind_text(handle, place, "", 0, Self.copied) }
          sqlite3_bind_text(handle, place, start, Int32(truncatingIfNeeded: buffer.count), Self.copied)
        }
      }
    }
  }

  func bind(_ place: Int32, blob: [UInt8]) {
    blob.withUnsafeBytes {
      _ = sqlite3_bind_blob(handle, place, $0.baseAddress, Int32(truncatingIfNeeded: $0.count), Self.copied)
    }
  }

  /// SQLite's mark for bytes that it has to copy.
  private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

  /// Goes to the next row; answers whether there is one.
  func step() throws(StickyStoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let status:
      let problem = connection.problem(status)
      sqlite3_reset(handle)
      throw problem
    }
  }

  /// Runs a statement that answers nothing.
  func run() throws(StickyStoreError) {
    _ = try step()
    reset()
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
