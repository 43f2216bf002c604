import Authoring
import CountedMemory
import Foundation
import Personalization

/// Prints, as one JSON object, what single decisions and loading cost.
struct Measurement: Encodable {
  let name: String
  let value: Double
  let unit: String
  var bar: Double?
}

let time = Timestamp(microseconds: 1_796_000_000_000_000)
let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)

func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  let (seconds, attoseconds) = (ContinuousClock.now - start).components
  return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
}

/// The median of an odd number of runs, after one that nobody counts.
func median(of runs: Int, _ body: () throws -> Double) rethrows -> Double {
  _ = try body()
  return try (0..<runs).map { _ in try body() }.sorted()[runs / 2]
}

/// Users with the attributes of the benchmark's workspace, the same in every run.
func users(_ count: Int) -> [User] {
  var state: UInt64 = 20_261_130
  func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
  let countries = ["AT", "BR", "CH", "DE", "FR", "GB", "IN", "JP", "NG", "US"]
  let languages = ["de-DE", "en-GB", "es-ES", "fr-FR", "ja-JP", "pt-BR"]
  return (0..<count).map { number in
    [
      "user_id": .string("00000000-0000-4000-8000-" + String(1_000_000_000_000 + number).suffix(12)),
      "name": "Ada", "age": .number(Double(6 + next(90))), "text_scale": .number(Double(80 + next(100)) / 100),
      "shift": .string(["day", "night", "rotating"][next(3)]), "night_usage_share": .number(Double(next(100)) / 100),
      "shared_device": .boolean(next(8) == 0), "profiles_on_device": .number(Double(1 + next(4))),
      "sessions_per_day": .number(Double(next(90)) / 10), "median_session_seconds": .number(Double(20 + next(600))),
      "first_seen": .string("2026-\(10 + next(2))-\(10 + next(19))T08:00:00Z"),
      "app_version": .string("\(1 + next(4)).\(next(12)).\(next(5))"), "country": .string(countries[next(10)]),
      "language": .string(languages[next(6)]), "plan": .string(["free", "plus", "family"][next(3)]),
    ]
  }
}

func decisions() throws -> [Measurement] {
  let workspace = try Workspace(directory: root.appending(path: "Benchmarks/workspace"))
  let engine = PersonalizationEngine(workspace)
  // So few that they stay near the processor: what is measured is the engine, not the memory.
  let users = users(250)
  let rounds = 40
  var seen = 0
  let nanoseconds = median(of: 21) {
    milliseconds {
      for _ in 0..<rounds {
        for user in users { seen &+= engine.decide(for: user, at: time).flow.home.tabs.count }
      }
    } * 1e6 / Double(users.count * rounds)
  }
  let before = allocation_count()
  for user in users { seen &+= engine.decide(for: user, at: time).flow.home.tabs.count }
  let allocations = Double(allocation_count() - before) / Double(users.count)
  guard seen > 0 else { fatalError("no decision has tabs") }
  return [
    .init(name: "decide, 6 segments, 4 experiments, 15 attributes", value: nanoseconds, unit: "ns", bar: 1000),
    .init(name: "allocations of a decision", value: allocations, unit: ""),
  ]
}

/// What it takes to load so many segments and as many experiments from files, and 200 rules from a bundle.
func loading(_ count: Int) throws -> [Measurement] {
  let folder = try workspace(count)
  let loading = try median(of: 5) {
    try milliseconds { _ = PersonalizationEngine(try Workspace(directory: folder)) }
  }
  let rules = 200
  let bundle = Data(try Workspace(directory: try workspace(rules / 2)).bundle())
  let unpacking = try median(of: 21) {
    try milliseconds { _ = try PersonalizationEngine(bundle: bundle) }
  }
  return [
    .init(name: "load \(count) segments, \(count) experiments", value: loading, unit: "ms", bar: 250),
    .init(name: "load a bundle of \(rules) rules, \(bundle.count / 1024) KiB", value: unpacking, unit: "ms", bar: 20),
  ]
}

/// A workspace of this many segments and as many experiments, in a folder of its own.
func workspace(_ count: Int) throws -> URL {
  let folder = root.appending(path: ".build/bench/workspace-\(count)")
  let manager = FileManager.default
  try? manager.removeItem(at: folder)
  try manager.createDirectory(at: folder, withIntermediateDirectories: true)
  try manager.copyItem(at: root.appending(path: "Benchmarks/workspace/catalog"), to: folder.appending(path: "catalog"))
  for name in ["segments", "experiments"] {
    try manager.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
  }
  let routes = ["guided", "quick-practice", "saved", "review", "choose-profile"]
  for number in 0..<count {
    let segment = """
      {"when": {"$or": [{"age": {"$gte": \(number % 90)}}, {"country": {"$in": ["AT", "C\(number)"]}}]},
       "priority": \(number), "navigation": {"entry": "\(routes[number % 5])"}}
      """
    let experiment = """
      {"status": "running", "unit": "user_id", "seed": "e\(number)",
       "audience": {"segments": {"$in": ["s\(number)"]}, "median_session_seconds": {"$gt": \(number)}},
       "variations": [{"key": "a"}, {"key": "b"}]}
      """
    try Data(segment.utf8).write(to: folder.appending(path: "segments/s\(number).json"))
    try Data(experiment.utf8).write(to: folder.appending(path: "experiments/e\(number).json"))
  }
  return folder
}

let encoder = JSONEncoder()
encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
let report = try encoder.encode(["measurements": decisions() + loading(1000)])
print(String(decoding: report, as: UTF8.self))
