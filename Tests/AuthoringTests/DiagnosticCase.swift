import Authoring
import Personalization
import TestSupport
import Testing

/// The sample workspace with some edits, and every line that checking it prints.
struct DiagnosticCase: Sendable, CustomTestStringConvertible {
  enum Edit: Sendable {
    case replace(String, String, with: String)
    case write(String, String)
    case remove(String)
  }

  let name: String
  let edits: [Edit]
  let expected: [String]

  init(_ name: String, _ edits: [Edit], _ expected: [String]) {
    self.name = name
    self.edits = edits
    self.expected = expected
  }

  var testDescription: String { name }

  var files: [String: String] {
    var files = SampleFiles.all
    for edit in edits {
      switch edit {
      case .replace(let path, let old, let new):
        #expect(files[path]?.contains(old) == true, "\(path) has no \(old)")
        files[path] = files[path].map { SampleFiles.replacing(old, in: $0, with: new) }
      case .write(let path, let text): files[path] = text
      case .remove(let path): files[path] = nil
      }
    }
    return files
  }

  var found: [String] { Workspace.check(files: files).diagnostics.map(\.description) }
}

/// The files of the sample workspace.
enum Path {
  static let attributes = "catalog/attributes.json"
  static let navigation = "catalog/navigation.json"
  static let staff = "catalog/groups/staff.txt"
  static let senior = "segments/senior.json"
  static let night = "segments/night.json"
  static let entry = "experiments/entry.json"
  static let layout = "experiments/layout.json"
  static let cards = "experiments/cards.json"
}
