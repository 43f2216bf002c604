#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Names of files that are not whole yet.
package enum PartialName {
  /// The longest name and the longest path, in bytes, that file systems take.
  private static let (longestName, longestPath) = (255, 4095)

  /// A name in the same folder that nobody else uses: neither another thread, nor another process, nor one of the same
  /// number in another container.
  package static func beside(_ path: String) -> String {
    let suffix = Array(".partial-\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36))".utf8)
    let bytes = Array(path.utf8)
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let room = min(longestName - suffix.count, longestPath - suffix.count - start)
    var name = bytes[start...].prefix(max(room, 1))
    // Not cut inside a character.
    while start + name.count < bytes.count, name.count > 1, bytes[start + name.count] & 0xC0 == 0x80 {
      name.removeLast()
    }
    return String(decoding: bytes[..<start] + name + suffix, as: UTF8.self)
  }
}
