import Foundation
import TestSupport
import Testing

@Suite("The counts of diff")
struct DiffCountsTests {
  /// Joins two outputs of batch by their ids, with Python's `csv` and nothing of ours.
  private static let script = """
    import csv, json, sys
    from collections import Counter
    before, after = ({row["user_id"]: row for row in csv.DictReader(open(path))} for path in sys.argv[1:3])
    assert before.keys() == after.keys()
    pairs = [(before[user], after[user]) for user in before]
    def moves(column):
        return {" > ".join(move): users for move, users in Counter((a[column], b[column]) for a, b in pairs).items()}
    def change(before, after):
        both = [(before(a), after(b)) for a, b in pairs]
        return [sum(1 for a, b in both if a), sum(1 for a, b in both if b), sum(1 for a, b in both if b and not a),
                sum(1 for a, b in both if a and not b), sum(1 for a, b in both if a and b and a != b)]
    segments = {key for pair in pairs for row in pair for key in row["segments"].split("|") if key}
    json.dump({
        "users": len(pairs),
        "moves": {"entry": moves("entry"), "home.layout": moves("home_layout"), "fallback.default": moves("fallback")},
        "segments": {key: change(*[lambda row: key in row["segments"].split("|")] * 2) for key in segments},
        "experiments": {column[11:]: change(*[lambda row: row[column]] * 2) for column in pairs[0][0]
                        if column.startswith("experiment.")}}, sys.stdout)
    """

  private struct Joined: Decodable {
    let users: Int
    let moves: [String: [String: Int]]
    let segments: [String: [Int]]
    let experiments: [String: [Int]]
  }

  private static let hasPython = ["/usr/bin/python3", "/usr/local/bin/python3"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test("are those of two batch runs that another tool joins", .enabled(if: hasPython))
  func joined() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let folder = FileManager.default.temporaryDirectory.appending(path: "joined-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["catalog", "segments", "experiments"] {
      try FileManager.default.copyItem(at: root.appending(path: name), to: folder.appending(path: name))
    }
    for (file, old, new) in [
      ("segments/senior.json", "\"$gte\": 65", "\"$gte\": 58"),
      ("experiments/tab-order.json", "\"weight\": 30", "\"weight\": 70"),
      ("experiments/quick-entry.json", "quick-entry-1", "quick-entry-2"),
      ("experiments/quick-entry.json", "\"coverage\": 0.5", "\"coverage\": 1"),
      ("segments/shift-worker.json", "\"priority\"", "\"lock\": true, \"priority\""),
    ] {
      let url = folder.appending(path: file)
      let text = try String(contentsOf: url, encoding: .utf8)
      try #require(text.contains(old))
      try Data(text.replacing(old, with: new).utf8).write(to: url)
    }
    let sample = try String(contentsOf: root.appending(path: "Samples/users.csv"), encoding: .utf8)
    let lines = sample.split(separator: "\n").map(String.init)
    let rows = (0..<20).flatMap { copy in
      lines.dropFirst().map { $0.replacing("u-", with: "u-\(copy)-", maxReplacements: 1) }
    }
    try Data(([lines[0]] + rows).joined(separator: "\n").utf8).write(to: folder.appending(path: "users.csv"))

    func run(_ words: String...) async throws -> String {
      let result = try await runPersonalize(words + ["--at", "2026-11-30"], directory: folder)
      #expect(result.status == 0, "\(result.stderr)")
      return result.stdout
    }
    let base = root.standardizedFileURL.path()
    _ = try await run("batch", "users.csv", "-o", "before.csv", "--config", base)
    _ = try await run("batch", "users.csv", "-o", "after.csv")
    let diff = try await run("diff", "--base", base, "--users", "users.csv", "--format", "json")
    let joined = try join(folder)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(diff.utf8)) as? [String: Any])
    #expect(json["users"] as? Int == joined.users && joined.users > 1500)

    let slots = try #require(json["slots"] as? [[String: Any]])
    for (slot, expected) in joined.moves {
      let change = slots.first { $0["slot"] as? String == slot }
      var moves: [String: Int] = [:]
      for move in change?["transitions"] as? [[String: Any]] ?? [] {
        moves["\(move["before"] ?? "") > \(move["after"] ?? "")"] = move["users"] as? Int
      }
      #expect(change == nil ? expected.keys.allSatisfy(Self.stays) : moves == expected, "\(slot)")
    }
    try #require(slots.contains { $0["slot"] as? String == "entry" })
    #expect(counts(json["segments"], "segment", 4) == changed(joined.segments.mapValues { Array($0[..<4]) }))
    #expect(counts(json["experiments"], "experiment", 5) == changed(joined.experiments))
  }

  private static func stays(_ move: String) -> Bool {
    let ends = move.split(separator: " > ")
    return ends.count == 2 && ends[0] == ends[1]
  }

  /// Only what changes is listed: somebody enters, leaves or gets something else.
  private func changed(_ counts: [String: [Int]]) -> [String: [Int]] {
    counts.filter { $0.value[2...].contains { $0 > 0 } }
  }

  private func counts(_ list: Any?, _ name: String, _ most: Int) -> [String: [Int]] {
    var counts: [String: [Int]] = [:]
    for change in list as? [[String: Any]] ?? [] {
      counts[change[name] as? String ?? ""] = ["before", "after", "entered", "left", "rebucketed"].prefix(most).map {
        change[$0] as? Int ?? -1
      }
    }
    return counts
  }

  private func join(_ folder: URL) throws -> Joined {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.script, "before.csv", "after.csv"]
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Joined.self, from: data)
  }
}
