import Foundation
import Navigation
import Observation

/// A value as JSON with its members in order: two values of the same text are the same to the byte.
func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

extension FlowStep {
  /// The flows that ended, with the reason.
  var endings: [EndReason] {
    events.compactMap { if case .ended(_, _, let reason, _, _) = $0 { reason } else { nil } }
  }

  /// The links that were delivered.
  var opened: [String] {
    events.compactMap { if case .opened(let link) = $0 { link } else { nil } }
  }

  /// The links that were thrown away.
  var dropped: [String] {
    events.compactMap { if case .dropped(let link, _) = $0 { link } else { nil } }
  }
}

extension FlowState {
  /// The screens, context by context, from the base up: what a renderer draws.
  var screens: [[Node]] { [base.nodes] + presented.map(\.stack.nodes) }
}

/// Counts how often an observer of a controller's state is told of a change.
@MainActor
final class ChangeCounter<Node: Hashable & Codable & Sendable> {
  private let controller: FlowController<Node>
  private(set) var count = 0

  init(_ controller: FlowController<Node>) {
    self.controller = controller
    arm()
  }

  private func arm() {
    withObservationTracking {
      _ = controller.state
    } onChange: { [weak self] in
      MainActor.assumeIsolated {
        self?.count += 1
        self?.arm()
      }
    }
  }
}

/// The Swift sources of a folder of the package, by path.
func sources(_ folder: String) throws -> [String: String] {
  let root = URL(filePath: Shipped.root).appending(path: folder)
  var sources: [String: String] = [:]
  for case let url as URL in FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) ?? .init()
  where url.pathExtension == "swift" {
    sources[url.path()] = try String(contentsOf: url, encoding: .utf8)
  }
  return sources
}

/// The modules that a source imports.
func imports(_ source: String) -> Set<String> {
  Set(
    source.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "import"), words[..<place].allSatisfy(modifiers.contains) else {
        return nil
      }
      return words.indices.contains(place + 1) ? String(words[place + 1]) : nil
    })
}

private let modifiers: Set<Substring> = ["public", "internal", "package", "private", "@testable", "@_exported"]
