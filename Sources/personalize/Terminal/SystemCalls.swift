internal import Personalization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few calls into the C library, without Foundation: loading it doubles the time to start (3 ms to 6 ms).
enum SystemCalls {
  enum WriteResult {
    case wrote(Int)
    /// Interrupted, or a non-blocking descriptor that was full and has been waited for.
    case again
    case closedPipe
    case failed(reason: String)
  }

  static func write(_ bytes: RawSpan, to descriptor: Int32) -> WriteResult {
    let count = bytes.withUnsafeBytes { buffer in
      #if canImport(Glibc)
        Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      #else
        Darwin.write(descriptor, buffer.baseAddress, buffer.count)
      #endif
    }
    guard count < 0 else { return .wrote(count) }
    switch errno {
    case EINTR: return .again
    case EAGAIN:
      // A terminal shared with a program that made it non-blocking.
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&request, 1, -1)
      return .again
    case EPIPE: return .closedPipe
    case let code: return .failed(reason: String(cString: strerror(code)))
    }
  }

  /// The paths that a shell's pattern matches, in byte order.
  static func paths(matching pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0 else { return [] }
    let paths = (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { String(cString: $0) }
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The words after the program's name; `nil` where one is not UTF-8, which `CommandLine.arguments` would repair.
  static func commandLineWords() -> [String?] {
    (1..<max(1, Int(CommandLine.argc))).map { index in
      CommandLine.unsafeArgv[index].flatMap { String(validatingCString: $0) }
    }
  }

  /// The processors that are online.
  static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// The longest file that is read whole, bundles included; a device may have no end.
  private static let maximumFileSize = Workspace.largestBundle

  /// All bytes of a file; `-` is standard input.
  static func contents(ofFile path: String) throws(CannotRun) -> [UInt8] {
    var bytes: [UInt8] = []
    try readPieces(ofFile: path) { (piece) throws(CannotRun) in
      bytes += piece
      guard bytes.count <= maximumFileSize else {
        throw CannotRun("\(path): it is longer than \(maximumFileSize >> 20) MiB")
      }
    }
    return bytes
  }

  /// Reads a file piece by piece; - is standard input.
  static func readPieces(
    ofFile path: String, _ body: (ArraySlice<UInt8>) throws(CannotRun) -> Void
  ) throws(CannotRun) {
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CannotRun("\(path): \(String(cString: strerror(errno)))") }
    defer { if descriptor != 0 { close(descriptor) } }
    if descriptor == 0, isTerminal(0) { throw CannotRun("standard input is a terminal: pipe a file into it") }
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return }
      if count > 0 {
        try body(buffer[..<count])
      } else if errno != EINTR {
        throw CannotRun("\(path): \(String(cString: strerror(errno)))")
      }
    }
  }

  /// The size of a regular file; nil for anything else.
  static func size(ofFile path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Whether an open file is a regular one.
  static func isRegularFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether a folder is the root of the file system, or nothing can be said of it.
  static func isRoot(_ path: String) -> Bool {
    var (folder, parent) = (stat(), stat())
    guard stat(path, &folder) == 0, stat(path + "/..", &parent) == 0 else { return true }
    return folder.st_dev == parent.st_dev && folder.st_ino == parent.st_ino
  }

  /// Whether anything has this name, a link to nothing included.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Makes the folders above a file, as far as they are missing; each one made is added, the outermost first.
  static func makeFolders(of path: String, made: inout [String]) throws(CannotRun) {
    for (index, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      let folder = String(decoding: path.utf8.prefix(index), as: UTF8.self)
      if mkdir(folder, 0o777) == 0 {
        made.append(folder)
      } else if errno != EEXIST {
        throw CannotRun("\(folder): \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Removes a file or an empty folder; what cannot be removed stays.
  static func remove(_ path: String) {
    if unlink(path) != 0 { rmdir(path) }
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The width of the terminal; 80 where it does not say.
  static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Makes a closed pipe an error of `write`, so that a command can still remove its unfinished files.
  ///
  /// The same for a file that may not grow any further.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Lets Ctrl-\ end the process as it ends others; the runtime would take it for a crash, print one and exit with 0.
  static func endAtQuit() {
    if !Interruption.isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
    // A program that starts this one from a thread of a pool hands down that thread's mask, which nobody means.
    var signals = Interruption.watched()
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  static func exit(_ status: ExitStatus) -> Never {
    #if canImport(Glibc)
      Glibc.exit(status.rawValue)
    #else
      Darwin.exit(status.rawValue)
    #endif
  }
}
