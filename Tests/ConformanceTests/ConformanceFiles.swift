import Foundation

/// The folder of other projects' cases: `CONFORMANCE_DIR`, else `../shared/conformance` beside the package.
enum ConformanceFiles {
  static let directory: URL = {
    if let path = ProcessInfo.processInfo.environment["CONFORMANCE_DIR"] { return URL(filePath: path) }
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return package.appending(path: "../shared/conformance").standardizedFileURL
  }()

  /// Whether a file or folder of the published cases is here.
  static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: directory.appending(path: path).path)
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    // `Data(contentsOf:)` leaks its buffer on an empty file, which would fail a run under AddressSanitizer.
    let file = try FileHandle(forReadingFrom: directory.appending(path: path))
    defer { try? file.close() }
    return try Array(file.readToEnd() ?? Data())
  }
}
