import Foundation
import JSONTree
import Personalization
import Testing

/// One published case: its section's name, what it is called, and its cells.
struct GrowthBookRow: Sendable {
  let name: String
  let cells: [JSON]

  /// A cell; null if the row is shorter.
  subscript(index: Int) -> JSON { index < cells.count ? cells[index] : .null }
}

/// The file of GrowthBook's published cases, by section.
enum GrowthBookCases {
  static let file = "growthbook-cases.json"
  static let areHere = ConformanceFiles.has(file)
  static let absence: Comment = "\(file) is not in \(ConformanceFiles.directory.path); CONFORMANCE_DIR names its folder"

  private static let sections: [String: JSON] = {
    guard areHere, let bytes = try? ConformanceFiles.bytes(file), let document = try? JSONDocument(parsing: bytes)
    else { return [:] }
    return JSON(document.root).members ?? [:]
  }()

  /// The rows of a section; the cases of some have no names and are called by their content.
  static func rows(_ section: String) -> [GrowthBookRow] {
    (sections[section]?.elements ?? []).map { row in
      let cells = row.elements ?? []
      let isNamed = !["hash", "getEqualWeights"].contains(section)
      return GrowthBookRow(name: (isNamed ? cells.first?.text : nil) ?? row.description, cells: cells)
    }
  }
}
