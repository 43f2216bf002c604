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
    let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
    var template = Array("\(temporary)/personalize-base-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CannotRun("no temporary folder: \(String(cString: strerror(errno)))") }
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // Words go in as arguments, never as a part of the script.
    let script = """
      cd -- "$1" 2>/dev/null && git rev-parse --quiet --verify "$2^{commit}" >/dev/null 2>&1 || exit 65
      set -- "$1" "$2" "$3" $(git ls-tree --name-only "$2" -- catalog segments experiments)
      revision=$2 target=$3
      shift 3
      [ $# -gt 0 ] || exit 66
      git archive --format=tar "$revision" -- "$@" | tar -x -C "$target"
      """
    Interruption.removesPartialFiles(and: directory)
    let status = Self.run(["sh", "-c", script, "sh", folder, revision, directory])
    guard status == 0 else {
      remove()
      let reason =
        switch status {
        case 65: "neither a folder nor a revision that git knows in \(folder)"
        case 66: "that revision has no catalog, segments or experiments in \(folder)"
        default: "git could not unpack it"
        }
      throw CannotRun("--base \(revision): \(reason)")
    }
  }

  func remove() { Self.remove(directory) }

  /// Removes a folder and all in it.
  static func remove(_ directory: String) { _ = run(["rm", "-rf", "--", directory]) }

  private static func run(_ words: [String]) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // An interrupt that this process waits for ends a child at once.
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process = pid_t()
    guard posix_spawnp(&process, words[0], nil, &attributes, &arguments, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // Ended by itself, with this code.
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
}
