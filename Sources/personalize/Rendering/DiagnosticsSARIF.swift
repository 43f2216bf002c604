internal import Authoring
internal import JSONTree

extension DiagnosticsText {
  /// The diagnostics as a log after the Static Analysis Results Interchange Format 2.1.0 (OASIS, 2020).
  ///
  /// Only the codes that were found are rules. A column counts code points, as everywhere here.
  var sarif: JSONOutput {
    var codes: [Diagnostic.Code] = []
    let diagnostics = report.diagnostics + report.notes
    for diagnostic in diagnostics where !codes.contains(diagnostic.code) { codes.append(diagnostic.code) }
    let rules = codes.map { code -> JSONOutput in
      [
        "id": .string(code.rawValue),
        "shortDescription": ["text": .string(code.rawValue.split(separator: "-").joined(separator: " "))],
        "defaultConfiguration": ["level": .string(code.severity.rawValue)],
      ]
    }
    let results = diagnostics.map { diagnostic -> JSONOutput in
      [
        "ruleId": .string(diagnostic.code.rawValue),
        "ruleIndex": .integer(codes.firstIndex(of: diagnostic.code) ?? -1),
        "level": .string(diagnostic.severity.rawValue),
        "message": ["text": .string(diagnostic.sentence)],
        "locations": [["physicalLocation": location(of: diagnostic)]],
      ]
    }
    return [
      "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": ["name": "personalize", "version": .string(Tool.version), "rules": .array(rules)]
          ],
          "columnKind": "unicodeCodePoints",
          "results": .array(results),
        ]
      ],
    ]
  }

  private func location(of diagnostic: Diagnostic) -> JSONOutput {
    var location: [(String, JSONOutput)] = [("artifactLocation", ["uri": .string(uri(of: diagnostic.file))])]
    if let position = diagnostic.position {
      location.append(
        ("region", ["startLine": .integer(position.line), "startColumn": .integer(position.column)]))
    }
    return .object(location)
  }

  /// The file as a URI: relative to the folder in which the tool was called, as the configuration's folder was given.
  private func uri(of file: String) -> String {
    var folder = directory
    while folder.hasSuffix("/"), folder.count > 1 { folder.removeLast() }
    while folder.hasPrefix("./") { folder.removeFirst(2) }
    let path =
      folder.isEmpty || folder == "." || file == directory ? file : folder == "/" ? "/" + file : "\(folder)/\(file)"
    return (path.hasPrefix("/") ? "file://" : "") + escaped(path)
  }

  /// The path with everything escaped that may not stand in a URI's path (RFC 3986).
  private func escaped(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return text
  }
}
