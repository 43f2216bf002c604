import Foundation
import LiveEngine
import Personalization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

enum LearningMode: String, Codable { case review, topicTalk }

enum AppNode: Codable, Hashable {
  case login, home, modeSelection, savedList, speaking(mode: LearningMode)
}

/// What the app decides by: the bundle that it ships, what it fetched last time, or what it fetches now.
struct Configuration {
  let store: EngineStore

  init(shipped: URL, caches: URL) throws {
    store = try EngineStore(.bundle(shipped), cache: caches.appending(path: "engine.bundle")) { engine in
      try engine.check(AppNode.self)
    }
  }

  /// A bundle that is damaged, or that this app has not all nodes for, is refused and changes nothing.
  func refresh(from server: URL) async throws {
    let (bundle, _) = try await URLSession.shared.data(from: server)
    try store.update(bundle: bundle)
  }
}
