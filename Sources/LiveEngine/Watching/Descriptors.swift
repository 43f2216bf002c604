#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// File descriptors, of which a process has only so many.
enum Descriptors {
  /// How many reading a workspace takes at a time, and a few more.
  private static let needed = 4

  /// Why no files can be opened now; nil: they can.
  static func shortage() -> String? {
    var taken: [Int32] = []
    defer { for descriptor in taken { close(descriptor) } }
    for _ in 0..<needed {
      let descriptor = open("/", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        return [EMFILE, ENFILE, ENOMEM].contains(errno) ? String(cString: strerror(errno)) : nil
      }
      taken.append(descriptor)
    }
    return nil
  }
}
