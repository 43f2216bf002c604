internal import Personalization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The tables of a store.
///
/// Units lie in blocks by their hash: a million of them are written in a few thousand rows, which is what keeps a batch fast.
/// Of the values themselves nothing is stored.
enum Schema {
  /// Marks the file as ours: "PNst".
  private static let application = 0x504E_7374
  private static let version = 1

  private static let tables = [
    "CREATE TABLE blocks (first INTEGER PRIMARY KEY, units BLOB NOT NULL)",
    "CREATE TABLE hash_key (high INTEGER NOT NULL, low INTEGER NOT NULL)",
    "CREATE TABLE variations (id INTEGER PRIMARY KEY, experiment TEXT NOT NULL, bucket_version INTEGER NOT NULL, "
      + "variation TEXT NOT NULL, UNIQUE (experiment, bucket_version, variation))",
  ]

  /// Opens a store, which is made if there is nothing.
  ///
  /// SQLite does not wait by itself where two who open a file for the first time would wait for each other for ever: then
  /// one of them begins anew.
  static func open(_ path: String, timeout: Duration) throws(StickyStoreError) -> Connection {
    let deadline = ContinuousClock.now + timeout
    while true {
      do throws(StickyStoreError) {
        return try attempt(path, timeout: timeout)
      } catch {
        guard error.isTransient, ContinuousClock.now < deadline else { throw error }
        // Not all of those who wait at the same moments.
        usleep(.random(in: 2_000...20_000))
      }
    }
  }

  private static func attempt(_ path: String, timeout: Duration) throws(StickyStoreError) -> Connection {
    let connection = try Connection(path, timeout: timeout)
    if try isNew(connection) {
      // A block fills a page.
      try connection.run("PRAGMA page_size = 8192")
      try useLog(connection)
      try connection.transaction { () throws(StickyStoreError) in
        // Somebody else may have been faster.
        guard try isNew(connection) else { return }
        for table in tables { try connection.run(table) }
        try connection.run(
          "INSERT INTO hash_key VALUES (\(Int64.random(in: .min ... .max)), \(Int64.random(in: .min ... .max)))")
        try connection.run("PRAGMA application_id = \(application); PRAGMA user_version = \(version)")
      }
    }
    try check(connection)
    try useLog(connection)
    // With a log, a killed process loses nothing and a power cut nothing but the last moments; neither does harm.
    try connection.run("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536")
    return connection
  }

  /// What units are hashed with.
  static func key(_ connection: Connection) throws(StickyStoreError) -> SipHash.Value {
    let statement = try Statement("SELECT high, low FROM hash_key", connection)
    guard try statement.step() else { throw connection.damage("its key is missing") }
    return SipHash.Value(
      high: UInt64(bitPattern: statement.integer(0)), low: UInt64(bitPattern: statement.integer(1)))
  }

  private static func isNew(_ connection: Connection) throws(StickyStoreError) -> Bool {
    guard try connection.integer("PRAGMA application_id") == 0 else { return false }
    return try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
  }

  /// Switches to a write-ahead log, which a file stays at.
  private static func useLog(_ connection: Connection) throws(StickyStoreError) {
    let statement = try Statement("PRAGMA journal_mode = WAL", connection)
    guard try statement.step(), statement.text(0) == "wal" else {
      throw StickyStoreError(connection.name, "its file system does not allow a write-ahead log")
    }
  }

  private static func check(_ connection: Connection) throws(StickyStoreError) {
    guard try connection.integer("PRAGMA application_id") == Int64(application) else {
      throw StickyStoreError(connection.name, "is a database of another program")
    }
    let found = try connection.integer("PRAGMA user_version")
    guard found == Int64(version) else {
      throw StickyStoreError(
        connection.name, "has format \(found), this version reads \(version); use a newer version of the tool")
    }
    // Triggers and views would run somebody else's statements.
    let statement = try Statement("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name", connection)
    var texts: [String] = []
    while try statement.step() { texts.append(statement.text(0)) }
    guard texts == tables else { throw connection.damage("its tables are not those of a database of assignments") }
  }
}
