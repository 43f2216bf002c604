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
      cd -- "$1" 2>/dev/null || exit 65
      command -v git >/dev/null || exit 69
      LC_ALL=C git rev-parse --git-dir >/dev/null 2>"$3/.reason" || exit 68
      git rev-parse --quiet --verify "$2^{commit}" >/dev/null 2>&1 || {
        [ "$(git rev-parse --is-shallow-repository 2>/dev/null)" = true ] && exit 67
        exit 65
      }
      set -- "$1" "$2" "$3" $(git ls-tree --name-only "$2" -- catalog segments experiments)
      revision=$2 target=$3
      shift 3
      [ $# -gt 0 ] || exit 66
      LC_ALL=C git archive --format=tar "$revision" -- "$@" 2>"$target/.reason" | tar -x -C "$target"
      """
    Interruption.removesPartialFiles(and: directory)
    let status = Self.run(["sh", "-c", script, "sh", folder, revision, directory])
    guard status == 0 else {
      let said = Self.reason(in: directory + "/.reason")
      remove()
      let reason =
        switch status {
        case 65: "neither a folder nor a revision that git knows in \(folder)"
        case 66: "that revision has no catalog, segments or experiments in \(folder)"
        case 67:
          "git knows no such revision in \(folder), whose clone is shallow; fetch the history first: git fetch --unshallow, "
            + "or the one commit: git fetch --depth=1 origin \(revision)"
        case 68 where said?.contains("dubious ownership") == true:
          "git refuses to read \(folder): \(said ?? ""); if you trust it: git config --global --add safe.directory "
            + "FOLDER, with the folder that git names"
        case 68: "neither a folder nor a revision: git says of \(folder): \(said ?? "nothing")"
        case 69: "not a folder, and git, which would know whether it is a revision, is not installed"
        default: "git could not unpack it" + (said.map { ": \($0)" } ?? "")
        }
      throw CannotRun("--base \(revision): \(reason)")
    }
  }

  /// The first line that git wrote of what went wrong.
  private static func reason(in path: String) -> String? {
    guard let bytes = try? SystemCalls.contents(ofFile: path),
      let line = bytes.split(separator: UInt8(ascii: "\n")).first
    else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    return ForeignText.shown(text.hasPrefix("fatal: ") ? String(text.dropFirst(7)) : text)
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
