#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The configuration of a folder as a revision of git has it, in a folder of its own for as long as it is needed.
struct GitCheckout {
  let directory: String

  /// - Throws: Where git does not know the revision or the folder.
  init(of revision: String, at folder: String) throws(CannotRun) {
    var template = Array("/tmp/personalize-base-XXXXXX".utf8CString)
    if let temporary = getenv("TMPDIR") {
      template = Array((String(cString: temporary) + "/personalize-base-XXXXXX").utf8CString)
    }
    guard mkdtemp(&template) != nil else { throw CannotRun("no temporary folder: \(String(cString: strerror(errno)))") }
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // Words go in as arguments, never as a part of the script.
    let script = """
      cd -- "$1" && git rev-parse --quiet --verify "$2^{commit}" >/dev/null 2>&1 || exit 65
      git archive --format=tar "$2" . >"$3/archive.tar" && tar -x -C "$3" -f "$3/archive.tar" && rm "$3/archive.tar"
      """
    let status = Self.run(["sh", "-c", script, "sh", folder, revision, directory])
    guard status == 0 else {
      remove()
      throw CannotRun(
        status == 65
          ? "--base \(revision): neither a folder nor a revision that git knows in \(folder)"
          : "--base \(revision): git could not unpack it")
    }
  }

  func remove() { _ = Self.run(["rm", "-rf", "--", directory]) }

  private static func run(_ words: [String]) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    guard posix_spawnp(&process, words[0], nil, nil, &arguments, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // Ended by itself, with this code.
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
}
