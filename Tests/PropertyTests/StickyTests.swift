import Authoring
import BatchEvaluation
import Foundation
import Navigation
import Personalization
import SQLiteStickyStore
import TestSupport
import Testing

@Suite("Batches with records")
struct StickyPropertyTests {
  @Test("give each row what decide gives its user, one after the other, and leave the same records")
  func oneByOne() async {
    await Property.holds(rounds: 120) { random in
      let world = RandomWorkspace(&random)
      let engine = PersonalizationEngine(try Workspace(files: world.files))
      let csv = RandomCSV(of: world, rows: random.int(0...40), units: random.int(1...20), &random)
      var options = BatchOptions(time: try Moment.random(&random))
      options.delimiter = csv.delimiter
      let start = Self.records(world, engine, csv, &random)

      let expected = InMemoryStickyStore(start)
      var rows: [[String]] = []
      for user in csv.users {
        guard case .string(let unit)? = user.attributes["user_id"], !unit.isEmpty else {
          rows.append(["", "default", "default"] + engine.workspace.experiments.map { _ in "" })
          continue
        }
        let decision = engine.decide(for: user.user, at: options.time, sticky: expected)
        let home = decision.flow.home
        let shared = [
          decision.segments.joined(separator: "|"), home.layout.rawValue, home.tabs.map(\.key).joined(separator: "|"),
        ]
        rows.append(shared + decision.assignments.map { $0.variation ?? "" })
      }

      let directory = try BatchDirectory()
      var problems: [String] = []
      for _ in 0..<3 {
        options.threads = random.int(1...4)
        options.chunkSize = random.pick([5, 100, 700, 1 << 18])
        options.stickyMemory = random.pick([0, 30_000, 192 << 20])
        let file = random.chance(70) ? try Self.file(start) : nil
        let store: any StickyStore = file?.store ?? InMemoryStickyStore(start)
        options.sticky = store
        let outcome = try directory.run(csv.bytes, engine, options)
        let found = zip(cells(outcome.output).dropFirst(), rows).map { row, expected in
          let texts = row.map { String(decoding: $0, as: UTF8.self) }
          let isDefault = expected[1] == "default"
          return [texts[1]] + (isDefault ? ["default", "default"] : [texts[3], texts[4]]) + texts[6...].dropLast()
        }
        if outcome.summary?.rows != rows.count { problems.append("\(outcome)") }
        let how = "\(file == nil ? "memory" : "file"), \(options.threads) threads, \(options.chunkSize) bytes"
        problems += differences("\(how): rows", found.map { "\($0)" }, rows.map { "\($0)" })
        for (unit, record) in expected.allRecords where store.assignments(of: unit) != record {
          problems.append("\(how): \(store.assignments(of: unit)) instead of \(record) of \(unit)")
        }
      }
      return problems
    }
  }

  /// Records of some of the users' units: of variations that exist and others, of versions of now and before.
  private static func records(
    _ world: RandomWorkspace, _ engine: PersonalizationEngine, _ csv: RandomCSV, _ random: inout SplitMix64
  ) -> [Personalization.Unit: [StickyKey: String]] {
    var records: [Personalization.Unit: [StickyKey: String]] = [:]
    guard !engine.workspace.experiments.isEmpty else { return [:] }
    for user in csv.users {
      for attribute in world.attributes where attribute.kind == .string && random.chance(30) {
        guard case .string(let value)? = user.attributes[attribute.name], !value.isEmpty else { continue }
        let key = StickyKey(
          experiment: random.pick(engine.workspace.experiments).key, bucketVersion: random.int(0...3))
        records[Personalization.Unit(attribute: attribute.name, value: value), default: [:]][key] = random.pick([
          "v0", "v1", "v4", "gone",
        ])
      }
    }
    return records
  }

  /// A store in a file, which goes away with this.
  private final class StoreFile {
    let path = FileManager.default.temporaryDirectory.appending(path: "sticky-\(UUID().uuidString).db").path
    let store: SQLiteStickyStore

    init() throws { store = try SQLiteStickyStore(path, onFailure: { Issue.record("\($0)") }) }

    deinit { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
  }

  private static func file(_ records: [Personalization.Unit: [StickyKey: String]]) throws -> StoreFile {
    let file = try StoreFile()
    for (unit, record) in records { file.store.merge(record, into: unit) }
    return file
  }
}
