@testable import BatchEvaluation
import Foundation
import Testing

/// What Python's `csv` module reads from the same files.
enum PythonRecords {
  private static let run: Result<[String: [[[UInt8]]]], any Error> = Result { try read(CSVFile.all) }

  /// Records by path, each field as bytes; a file that Python refuses is not there.
  static var records: [String: [[[UInt8]]]] { (try? run.get()) ?? [:] }

  /// Why Python could not be run; nil if it could.
  static var absence: String? { if case .failure(let error) = run { "python3 cannot be run: \(error)" } else { nil } }
  static var comment: Comment { Comment(rawValue: absence ?? "python3 reads them") }

  private struct Failure: Error {
    let status: Int32
  }

  /// Every byte is a character of Latin-1, so that any bytes pass.
  ///
  /// Python ends records at lone carriage returns; we do so only in files without line feeds, so the script takes them
  /// for another character where there are line feeds.
  private static let script = """
    import csv, json, re, sys
    csv.field_size_limit(sys.maxsize)
    files = {}
    for path, start, delimiter in zip(*[iter(sys.argv[1:])] * 3):
        text = open(path, encoding="latin-1", newline="").read()[int(start):]
        if "\\n" in text:
            text = re.sub("\\r(?!\\n)", "\\ue000", text)
        lines = re.findall("[^\\r\\n]*(?:\\r\\n|\\r|\\n)|[^\\r\\n]+$", text)
        try:
            rows = [row for row in csv.reader(lines, delimiter=chr(int(delimiter))) if row]
        except csv.Error:
            continue
        files[path] = [[field.replace("\\ue000", "\\r") for field in row] for row in rows]
    json.dump(files, sys.stdout)
    """

  private static func read(_ files: [CSVFile]) throws -> [String: [[[UInt8]]]] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "conformance-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appending(path: "script.py"), folder.appending(path: "records.json"))
    try Data(script.utf8).write(to: input)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      try ["python3", "-"]
      + files.flatMap { file in
        let cut = CutFile(try file.bytes())
        return [file.location, String(cut.start), String(cut.dialect.delimiter)]
      }
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    let texts = try JSONDecoder().decode([String: [[String]]].self, from: Data(contentsOf: output))
    var records: [String: [[[UInt8]]]] = [:]
    for file in files {
      records[file.path] = texts[file.location]?.map { row in
        row.map { field in field.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
      }
    }
    return records
  }
}
