internal import CSQLite
internal import Personalization

/// An open database; for one thread at a time.
final class Connection {
  /// What messages call it: its path.
  let name: String
  let handle: OpaquePointer
  private let timeout: Duration

  /// Opens a file, which is made if it does not exist.
  ///
  /// - Parameter timeout: How long to wait for others who write.
  init(_ path: String, timeout: Duration) throws(StickyStoreError) {
    name = path
    self.timeout = timeout
    try Self.check(path)
    var opened: OpaquePointer?
    // What begins otherwise may have a meaning of its own to SQLite, such as :memory:.
    let place = path.hasPrefix("/") ? path : "./" + path
    let status = sqlite3_open_v2(
      place, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened else { throw StickyStoreError(path, "there is no memory to open it") }
    guard status == SQLITE_OK else {
      defer { sqlite3_close_v2(opened) }
      throw Self.problem(status, opened, path, timeout)
    }
    handle = opened
    sqlite3_extended_result_codes(handle, 1)
    wait(timeout)
  }

  /// How long statements wait for others from now on.
  func wait(_ timeout: Duration) {
    let milliseconds = timeout / .milliseconds(1)
    sqlite3_busy_timeout(handle, Int32(min(max(milliseconds, 0), 1e9)))
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements that have no result.
  func run(_ sql: String) throws(StickyStoreError) {
    let status = sqlite3_exec(handle, sql, nil, nil, nil)
    guard status == SQLITE_OK else { throw problem(status) }
  }

  /// The integer that a statement answers.
  func integer(_ sql: String) throws(StickyStoreError) -> Int64 {
    let statement = try Statement(sql, self)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// Runs the body in a transaction that writes; all of it counts, or nothing.
  func transaction<Result>(_ body: () throws(StickyStoreError) -> Result) throws(StickyStoreError) -> Result {
    try run("BEGIN IMMEDIATE")
    do throws(StickyStoreError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Begins a transaction that writes, unless others still write after this time.
  func beginsWriting(within patience: Duration) throws(StickyStoreError) -> Bool {
    wait(patience)
    defer { wait(timeout) }
    let status = sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil)
    guard status != SQLITE_OK else { return true }
    guard status & 0xFF == SQLITE_BUSY else { throw problem(status) }
    return false
  }

  /// Whether the path leads to another file by now, or to none: what is written is nowhere to be found then.
  var hasMoved: Bool {
    var hasMoved: Int32 = 0
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
  }

  var moved: StickyStoreError { StickyStoreError(name, "was deleted or replaced while it was in use") }

  /// Whether the file may only be read, so that nobody can be kept out either.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  func rollBack() { if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) } }

  /// The last failure as a sentence.
  ///
  /// What fails in a file that is gone fails for that reason, whatever SQLite calls it.
  func problem(_ status: Int32) -> StickyStoreError {
    let problem = Self.problem(status, handle, name, timeout)
    return !problem.isTransient && hasMoved ? moved : problem
  }

  /// Others were at it for longer than this call may wait.
  static func busy(_ name: String, _ timeout: Duration) -> StickyStoreError {
    StickyStoreError(name, "another process writes to it; gave up after \(timeout)", isTransient: true)
  }

  /// The contents are not what this engine writes.
  func damage(_ what: String) -> StickyStoreError { StickyStoreError(name, "is damaged: \(what)") }
}
