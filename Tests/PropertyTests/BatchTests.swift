import Authoring
import BatchEvaluation
import Navigation
import Personalization
import TestSupport
import Testing

@Suite("Batches of random files")
struct BatchPropertyTests {
  @Test("answer each row as decide answers its user, whatever the chunks and threads")
  func rows() async {
    await Property.holds(rounds: 150) { random in
      let world = RandomWorkspace(&random)
      let files = world.files
      let engine = PersonalizationEngine(try Workspace(files: files))
      let reference = try ReferenceWorld(files)
      let time = try Moment.random(&random)
      let csv = RandomCSV(of: world, rows: random.int(0...40), &random)
      let directory = try BatchDirectory()
      var options = BatchOptions(time: time)
      options.delimiter = csv.delimiter
      let outcome = try directory.run(csv.bytes, engine, options)
      var problems = try Self.changes(of: outcome, csv.bytes, directory, engine, options, &random)
      let rows = cells(outcome.output).map { $0.map { String(decoding: $0, as: UTF8.self) } }
      guard outcome.summary?.rows == csv.users.count, rows.count == csv.users.count + 1 else {
        return ["\(csv.users.count) users: \(rows.count) lines, \(outcome)"] + Self.shown(csv.bytes)
      }
      let unit = ["user_id", "segments", "entry", "home_layout", "home_tabs", "fallback"]
      let keys = engine.workspace.experiments.map(\.key)
      problems += differences("header", rows[0], unit + keys.map { "experiment." + $0 } + ["issues"])
      for (user, row) in zip(csv.users, rows.dropFirst()) {
        let (expected, hasIssues) = Self.row(of: user, engine, reference, time)
        problems += differences("row of \(user.user)", Array(row.dropLast()), expected)
        if row.last?.isEmpty == hasIssues { problems.append("issues \(row.last ?? "") of \(user.user)") }
      }
      return problems.isEmpty ? [] : problems.prefix(2) + Self.shown(csv.bytes)
    }
  }

  /// The cells that a user's row must have, but for the issues, and whether there are issues.
  private static func row(
    of user: RandomUser, _ engine: PersonalizationEngine, _ reference: ReferenceWorld, _ time: Timestamp
  ) -> (cells: [String], hasIssues: Bool) {
    guard case .string(let unit)? = user.attributes["user_id"], !unit.isEmpty else {
      // A row without its unit gets the catalog's defaults.
      let nobody = ReferenceUser(RandomUser(), in: reference, at: Int(time.microseconds))
      let flow = ReferenceFlow(nobody, ReferenceSlots(nobody, [:], segments: []).slots)
      let cells = ["", "", flow.entryCell, flow.layoutCell, flow.tabsCell, flow.fallbackCell]
      return (cells + engine.workspace.experiments.map { _ in "" }, true)
    }
    let decision = engine.decide(for: user.user, at: time)
    let flow = ReferenceDecision(user, in: reference, at: Int(time.microseconds)).flow
    let cells = [
      unit, decision.segments.joined(separator: "|"), flow.entryCell, decision.flow.home.layout.rawValue,
      decision.flow.home.tabs.map(\.key).joined(separator: "|"), flow.fallbackCell,
    ]
    return (cells + decision.assignments.map { $0.variation ?? "" }, !decision.issues.isEmpty)
  }

  @Test("of any bytes end in one row for each record or in one error, whatever the chunks and threads")
  func bytes() async throws {
    let engine = PersonalizationEngine(try Workspace(files: SampleFiles.all))
    let directory = try BatchDirectory()
    let time = try #require(Timestamp("2026-05-28"))
    await Property.holds(rounds: 1000) { random in
      let bytes = Self.randomBytes(&random)
      var options = BatchOptions(time: time)
      options.format = random.pick([.csv, .csv, .jsonl])
      options.isStrict = random.chance(10)
      options.isExcelSafe = random.chance(20)
      let outcome = try directory.run(bytes, engine, options)
      var problems = try Self.changes(of: outcome, bytes, directory, engine, options, &random)
      if let summary = outcome.summary {
        let lines =
          options.format == .csv
          ? cells(outcome.output).count - 1 : outcome.output.count { $0 == UInt8(ascii: "\n") }
        if lines != summary.rows { problems.append("\(lines) lines for \(summary.rows) rows") }
        if summary.bytesRead != bytes.count { problems.append("read \(summary.bytesRead) of \(bytes.count) bytes") }
        if summary.bytesWritten != outcome.output.count { problems.append("wrote \(outcome.output.count): \(summary)") }
      } else if !outcome.output.isEmpty {
        problems.append(String(decoding: outcome.output, as: UTF8.self))
      }
      return problems.isEmpty ? [] : problems + Self.shown(bytes)
    }
  }

  /// What comes out otherwise with other chunks and threads.
  private static func changes(
    of outcome: BatchDirectory.Outcome, _ bytes: [UInt8], _ directory: BatchDirectory,
    _ engine: PersonalizationEngine, _ options: BatchOptions, _ random: inout SplitMix64
  ) throws -> [String] {
    var problems: [String] = []
    for sizes in [1...12, 1...500] {
      var other = options
      other.chunkSize = random.int(sizes)
      other.threads = random.int(1...4)
      let changed = try directory.run(bytes, engine, other)
      if changed != outcome {
        problems.append("chunks of \(other.chunkSize), \(other.threads) threads: \(changed) instead of \(outcome)")
      }
    }
    return problems
  }

  private static func randomBytes(_ random: inout SplitMix64) -> [UInt8] {
    var bytes: [UInt8] = []
    if random.chance(75) {
      if random.chance(10) { bytes += [0xEF, 0xBB, 0xBF] }
      if random.chance(10) { bytes += Array("sep=,\n".utf8) }
      let header = random.pick(["user_id,age,devices", "age,\"user_id\"", "x,user_id,premium,shift", "user_id"])
      bytes += Array((header + random.pick(["\n", "\r\n", "\r"])).utf8)
    }
    let pieces: [[UInt8]] = [
      [0x22], [0x22], [0x2C], [0x2C], [0x2C], [0x0A], [0x0A], [0x0D], [0x0D, 0x0A], [0], [0, 0], [0xC3, 0xA9],
      [0x65, 0xCC, 0x81],
      [0xFF], [0xE2, 0x82], Array("u1".utf8), Array("night".utf8), Array("71".utf8), Array("true".utf8),
      Array("u,2,3\n".utf8), Array("\"a\"\"b\"".utf8), [0x20], [0x3D], [0xED, 0xA0, 0x80], [0x7C],
    ]
    for _ in 0..<random.int(0...120) {
      bytes += random.chance(90) ? random.pick(pieces) : [UInt8(truncatingIfNeeded: random.next())]
    }
    return bytes
  }

  private static func shown(_ bytes: [UInt8]) -> [String] {
    ["bytes: \(bytes.map { $0 >= 0x20 && $0 < 0x7F ? String(UnicodeScalar($0)) : "\\\($0)." }.joined())"]
  }
}
