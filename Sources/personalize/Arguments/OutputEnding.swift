/// What the ending of an output's name asks for.
enum OutputEnding {
  /// Formats that nothing here writes, and the way that works.
  private static let foreign: [String: String] = [
    "parquet": "write .csv and convert it, for example by: duckdb -c \"copy 'NAME.csv' to 'NAME.parquet'\"",
    "arrow": "use the Python package, whose tables are Arrow",
    "feather": "use the Python package, whose tables are Arrow",
    "xlsx": "write .csv with --excel-safe, which spreadsheets open",
    "xls": "write .csv with --excel-safe, which spreadsheets open",
    "ods": "write .csv with --excel-safe, which spreadsheets open",
  ]

  /// The ending of a path in small letters, without that of a compression; nil: none.
  static func of(_ path: String) -> String? {
    var name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    for compression in [".gz", ".zst"] where name.hasSuffix(compression) { name = name.dropLast(compression.count) }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Why an ending is refused; nil: it is not.
  static func refusal(of ending: String) -> String? { foreign[ending] }
}

extension ParsedArguments {
  /// The format that is named, or else the one that the ending of the output's name asks for, or else the usual one.
  ///
  /// - Parameter endings: The formats by ending.
  func format<Choice>(
    _ option: Option, as type: Choice.Type, output: Option, endings: KeyValuePairs<String, Choice>
  ) throws -> Choice where Choice: CaseIterable & RawRepresentable<String> {
    guard let path = self[output], let ending = OutputEnding.of(path) else { return choice(option, as: type) }
    if let refusal = OutputEnding.refusal(of: ending) {
      throw CannotRun("\(path): .\(ending) cannot be written; \(refusal)")
    }
    if has(option) { return choice(option, as: type) }
    return endings.first { $0.key == ending }?.value ?? choice(option, as: type)
  }
}
