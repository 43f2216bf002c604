#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where lines go; used by one thread.
protocol LineFile: Sendable {
  /// Writes lines; answers how many are written, and what went wrong with the rest.
  func write(_ lines: [ExposureLine]) -> (written: Int, problem: String?)
}

/// The file, pipe or device of a path.
func openLineFile(_ path: String, _ limits: ExposureLog.Limits) throws(ExposureLogError) -> any LineFile {
  var status = stat()
  let isStream = stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  return isStream ? try LineStream(path) : try RotatingFile(path, limits)
}

/// The system's call, which the names of methods would hide.
func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
