internal import JSONTree

/// Expectation files, read and cut into values.
struct ExpectationTexts {
  private(set) var roots: [Value] = []
  /// All texts, by path.
  private(set) var texts: [String: String] = [:]

  /// The files of a workspace's folder.
  init(_ store: FileStore, log: DiagnosticLog) {
    do throws(FileStore.ReadingError) {
      for name in try store.names(in: Expectations.folder) where Self.isRead(name, in: Expectations.folder, log) {
        let path = Expectations.folder + "/" + name
        add(path, log) { () throws(FileStore.ReadingError) in try store.bytes(of: path) }
      }
    } catch {
      log.add(.unreadableFile, file: Expectations.folder, error.reason)
    }
  }

  /// Files, and folders of files, each once.
  init(paths: [String], log: DiagnosticLog) {
    var files: [String] = []
    for path in paths {
      let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
      if let names = try? namesInDirectory(at: path) {
        files += names.sorted().filter { Self.isRead($0, in: folder, log) }.map { folder + "/" + $0 }
      } else {
        files.append(path)
      }
    }
    for (index, path) in files.enumerated() where !files[..<index].contains(path) {
      add(path, log) { () throws(FileStore.ReadingError) in try bytesOfFile(at: path) }
    }
  }

  /// Whether a file of a folder is one of expectations; one that was probably meant to be is reported.
  private static func isRead(_ name: String, in folder: String, _ log: DiagnosticLog) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name.first != "." else { return false }
    let ending = String(name[name.index(after: dot)...])
    if ending == "json" { return true }
    let lowercased = ending.lowercased()
    if !ending.hasSuffix("~"), lowercased.hasPrefix("json") || nearestName(to: lowercased, among: ["json"]) != nil {
      log.add(
        .misnamedFile, file: folder + "/" + name,
        "this file is not read; the name of a file of expectations ends in \".json\"",
        suggestion: name[..<dot] + ".json")
    }
    return false
  }

  private mutating func add(
    _ path: String, _ log: DiagnosticLog, bytes read: () throws(FileStore.ReadingError) -> [UInt8]
  ) {
    let file = SourceFile(path, log: log)
    do throws(FileStore.ReadingError) {
      file.bytes = try read()
    } catch {
      log.add(.unreadableFile, file: path, error.reason)
      return
    }
    texts[path] = String(decoding: file.bytes, as: UTF8.self)
    do throws(JSONSyntaxError) {
      roots.append(Value(root: try JSONDocument(parsing: file.bytes).root, of: file))
    } catch {
      log.add(Diagnostic(error, file: path))
    }
  }
}
