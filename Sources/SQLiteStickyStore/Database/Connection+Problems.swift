internal import CSQLite
internal import Personalization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Connection {
  /// Refuses what can be no database, which SQLite would say in fewer words.
  static func check(_ path: String) throws(StickyStoreError) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw StickyStoreError(path, "is a directory, not a file")
    default: throw StickyStoreError(path, "is not a regular file")
    }
  }

  /// What a status means, for a person.
  static func problem(
    _ status: Int32, _ handle: OpaquePointer, _ name: String, _ timeout: Duration
  ) -> StickyStoreError {
    let words = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "error \(status)"
    let number = sqlite3_system_errno(handle)
    let cause = number == 0 ? words : String(cString: strerror(number))
    if [SQLITE_BUSY, SQLITE_LOCKED].contains(status & 0xFF) { return busy(name, timeout) }
    let sentence =
      switch status & 0xFF {
      case SQLITE_NOTADB: "is not a database of assignments"
      case SQLITE_CORRUPT: "is damaged: \(words)"
      case SQLITE_CANTOPEN: "cannot be opened, or the files beside it cannot be made: \(refusal(name) ?? cause)"
      case SQLITE_READONLY: "cannot be written to: \(words)"
      case SQLITE_FULL: "the disk is full"
      case SQLITE_IOERR: "cannot be read or written: \(cause)"
      default: words
      }
    return StickyStoreError(name, sentence)
  }

  /// What the system has against writing to a file, or against making it.
  private static func refusal(_ path: String) -> String? {
    if access(path, R_OK | W_OK) == 0 { return nil }
    guard errno == ENOENT else { return String(cString: strerror(errno)) }
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
    return access(folder, W_OK | X_OK) == 0 ? nil : String(cString: strerror(errno))
  }
}
