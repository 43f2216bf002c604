#if canImport(Glibc)
  import Glibc

  /// The kernel's hints that something may have changed; none, if it gives none.
  final class ChangeHints {
    private let inotify = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))

    /// Readable when there is a hint.
    var descriptor: Int32? { inotify >= 0 ? inotify : nil }

    /// Watches the files' folders, and the folders; one that is watched already stays so, a new one of the same name is
    /// added.
    func watch(_ paths: [String]) {
      guard inotify >= 0 else { return }
      let events = UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR)
      for path in paths {
        inotify_add_watch(inotify, path, events)
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
        inotify_add_watch(inotify, folder.isEmpty ? "/" : folder, events)
      }
    }

    /// Takes all hints that are there.
    func clear() {
      guard inotify >= 0 else { return }
      var buffer = [UInt8](repeating: 0, count: 16 * 1024)
      while read(inotify, &buffer, buffer.count) > 0 {}
    }

    func close() {
      if inotify >= 0 { Glibc.close(inotify) }
    }
  }
#else
  /// No hints: the files are looked at from time to time.
  final class ChangeHints {
    var descriptor: Int32? { nil }
    func watch(_ paths: [String]) {}
    func clear() {}
    func close() {}
  }
#endif
