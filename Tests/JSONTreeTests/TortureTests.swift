import Foundation
import JSONTree
import Testing

/// The files of JSONTestSuite: `y_` valid, `n_` not JSON, `i_` up to the reader.
private enum TortureFiles {
  static let directory: URL = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let conformance =
      ProcessInfo.processInfo.environment["CONFORMANCE_DIR"].map { URL(filePath: $0) }
      ?? root.appending(path: "../shared/conformance")
    return conformance.appending(path: "json/test_parsing")
  }()

  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()

  static func names(_ prefix: String) -> [String] { names.filter { $0.hasPrefix(prefix) } }

  static func parse(_ name: String) throws -> JSONDocument {
    // `Data(contentsOf:)` leaks its buffer on an empty file, which would fail a run under AddressSanitizer.
    let file = try FileHandle(forReadingFrom: directory.appending(path: name))
    defer { try? file.close() }
    return try JSONDocument(parsing: Array(file.readToEnd() ?? Data()))
  }

  /// Valid JSON that we refuse on purpose: a NUL in a key or string, and a key given twice.
  static let refused: Set = [
    "y_object_escaped_null_in_key.json", "y_string_null_escape.json",
    "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  ]

  /// What we read of the files that are up to the reader.
  static let accepted: Set = [
    "i_number_double_huge_neg_exp.json", "i_number_real_underflow.json", "i_structure_500_nested_arrays.json",
  ]
}

@Suite("The torture files of JSONTestSuite", .enabled(if: !TortureFiles.names.isEmpty))
struct TortureTests {
  @Test("all 318 files are there")
  func files() {
    #expect(TortureFiles.names.count == 318)
  }

  @Test("valid JSON is read, but for NUL and duplicate keys", arguments: TortureFiles.names("y_"))
  func valid(name: String) throws {
    if TortureFiles.refused.contains(name) {
      #expect(throws: JSONSyntaxError.self) { try TortureFiles.parse(name) }
    } else {
      _ = try TortureFiles.parse(name)
    }
  }

  @Test("what is not JSON is refused", arguments: TortureFiles.names("n_"))
  func invalid(name: String) {
    #expect(throws: JSONSyntaxError.self) { try TortureFiles.parse(name) }
  }

  @Test("of what is up to the reader, only underflow and 500 levels are read", arguments: TortureFiles.names("i_"))
  func implementationDefined(name: String) throws {
    if TortureFiles.accepted.contains(name) {
      _ = try TortureFiles.parse(name)
    } else {
      #expect(throws: JSONSyntaxError.self) { try TortureFiles.parse(name) }
    }
  }
}
