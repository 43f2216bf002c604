import Authoring
import Foundation
import LiveEngine
import Personalization
import TestSupport

/// A folder of one test, which goes away with it.
final class Folder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appending(path: name) }

  /// Writes files below this folder, by their relative paths.
  func write(_ files: [String: String]) throws {
    for (path, text) in files {
      let file = url.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file, options: .atomic)
    }
  }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}

/// The sample workspace, whose senior home has this layout and, to the same purpose, this style of modal flows.
enum Variant: String, CaseIterable {
  case tab, dashboard

  var files: [String: String] { SampleFiles.all.merging(senior) { _, changed in changed } }

  /// The one file in which the variants differ.
  var senior: [String: String] {
    let navigation = #""home.layout": "\#(rawValue)", "modal.style": "\#(self == .tab ? "sheet" : "push")""#
    return [
      "segments/senior.json": SampleFiles.replacing(
        #""home.layout": "tab""#, in: SampleFiles.senior, with: navigation)
    ]
  }

  func bundle() throws -> [UInt8] { try Workspace(files: files).bundle() }
}

extension PersonalizationEngine {
  private static let senior: User = ["user_id": "u-17", "age": 71]

  /// Which variant decides; nil if it is a mixture.
  var variant: Variant? {
    let decision = decide(for: Self.senior, at: Timestamp(microseconds: 1_780_000_000_000_000))
    return Variant.allCases.first { variant in
      decision[.homeLayout].value.description == variant.rawValue
        && decision[.modalStyle].value.description == (variant == .tab ? "sheet" : "push")
    }
  }
}

extension EngineEvent {
  /// The event in a few words.
  var words: String {
    switch self {
    case .loaded(let origin): "loaded \(origin.rawValue)"
    case .unchanged(let origin): "unchanged \(origin.rawValue)"
    case .refused(let refusal): "refused \(refusal.origin.rawValue)"
    case .notCached: "not cached"
    case .notWatching: "not watching"
    }
  }
}
