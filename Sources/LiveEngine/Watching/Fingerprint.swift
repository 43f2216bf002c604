#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What tells one state of some files from another without reading them.
struct Fingerprint: Equatable {
  private struct Entry: Equatable {
    let path: String
    let file: UInt64
    let size: Int64
    /// When content or place last changed, which nobody can set.
    let seconds: Int
    let nanoseconds: Int
  }

  private let entries: [Entry]

  /// The files at these paths, and those in the folders at these paths; what is not there counts as not being there.
  init(_ paths: [String]) {
    entries = paths.flatMap { path in [path] + Self.names(in: path).map { "\(path)/\($0)" } }.compactMap(Self.entry)
  }

  private static func entry(_ path: String) -> Entry? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let changed = status.st_ctimespec
    #else
      let changed = status.st_ctim
    #endif
    // A folder's own times tell of its hidden files too; its names are looked at one by one.
    guard status.st_mode & S_IFMT != S_IFDIR else {
      return Entry(path: path, file: UInt64(status.st_ino), size: 0, seconds: 0, nanoseconds: 0)
    }
    return Entry(
      path: path, file: UInt64(status.st_ino), size: Int64(status.st_size), seconds: changed.tv_sec,
      nanoseconds: changed.tv_nsec)
  }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if name.utf8.first != UInt8(ascii: ".") { names.append(name) }
    }
    return names.sorted()
  }
}
