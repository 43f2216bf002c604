/// Where the files of a workspace come from.
package enum FileStore {
  /// A directory of the file system.
  case directory(String)
  /// Texts by relative path.
  case memory([String: String])

  /// A file that cannot be read, or a directory that cannot be listed, and why.
  package struct ReadingError: Error {
    let reason: String
    /// Nothing of that name exists.
    let isAbsent: Bool
  }

  /// The names in a folder, in byte order; a folder that does not exist has none.
  ///
  /// - Throws: if it exists and cannot be listed.
  func names(in folder: String) throws(ReadingError) -> [String] {
    switch self {
    case .directory(let root):
      do throws(ReadingError) {
        return try namesInDirectory(at: root + "/" + folder).sorted()
      } catch {
        if error.isAbsent { return [] }
        throw error
      }
    case .memory(let files):
      let prefix = folder + "/"
      return files.keys.compactMap { path in
        let name = path.dropFirst(prefix.count)
        return path.hasPrefix(prefix) && !name.contains("/") ? String(name) : nil
      }.sorted()
    }
  }

  /// The names of the folders in a folder, in byte order, without hidden ones; none if it cannot be listed.
  func folders(in folder: String) -> [String] {
    switch self {
    case .directory(let root):
      let path = folder.isEmpty ? root : root + "/" + folder
      let names = (try? namesInDirectory(at: path)) ?? []
      return names.filter { !$0.hasPrefix(".") && isDirectory(at: path + "/" + $0) }.sorted()
    case .memory(let files):
      let prefix = folder.isEmpty ? "" : folder + "/"
      let names = files.keys.filter { $0.hasPrefix(prefix) }.compactMap { path in
        let parts = path.dropFirst(prefix.count).split(separator: "/")
        return parts.count > 1 ? String(parts[0]) : nil
      }
      return Set(names).filter { !$0.hasPrefix(".") }.sorted()
    }
  }

  /// Whether a folder holds a file with one of these endings.
  func hasFiles(in folder: String, endingIn endings: [String]) -> Bool {
    let names = (try? names(in: folder)) ?? []
    return names.contains { name in endings.contains(where: name.hasSuffix) }
  }

  /// The bytes of a file.
  func bytes(of path: String) throws(ReadingError) -> [UInt8] {
    switch self {
    case .directory(let root):
      return try bytesOfFile(at: root + "/" + path)
    case .memory(let files):
      guard let text = files[path] else { throw ReadingError(reason: "there is no such file", isAbsent: true) }
      return Array(text.utf8)
    }
  }
}

extension FileStore {
  /// Why a path is no directory that can be listed; nil if it is one.
  static func problem(ofDirectory path: String) -> String? {
    do throws(ReadingError) {
      _ = try namesInDirectory(at: path)
      return nil
    } catch {
      return error.isAbsent ? "there is no such directory; expected one with catalog/attributes.json" : error.reason
    }
  }
}
