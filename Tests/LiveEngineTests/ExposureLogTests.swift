import Foundation
import Personalization
import TestSupport
import Testing

@testable import LiveEngine

@Suite("A log of exposures")
struct ExposureLogTests {
  private static let noon = Timestamp(microseconds: 1_780_000_000_000_000)

  private func exposure(_ value: String, variation: String = "control") -> Exposure {
    Exposure(experiment: "quick-entry", variation: variation, unit: Unit(attribute: "user_id", value: value))
  }

  private func limits(fileSize: Int = 16 << 20, files: Int = 5, queue: Int = 10_000) -> ExposureLog.Limits {
    var limits = ExposureLog.Limits()
    (limits.fileSize, limits.files, limits.queue) = (fileSize, files, queue)
    return limits
  }

  /// The values in a file, each line of which must be a JSON object.
  private func values(_ url: URL) throws -> [String] {
    let text = try String(contentsOf: url, encoding: .utf8)
    #expect(text.isEmpty || text.hasSuffix("\n"))
    return try text.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
      return try #require(object?["value"])
    }
  }

  @Test("writes a line for each exposure, in their order")
  func lines() throws {
    let folder = try Folder()
    let log = try ExposureLog(folder.file("e.jsonl").path)
    log.record(exposure("u-17"), at: Self.noon)
    log.record(exposure("u-18", variation: "other"), at: Self.noon)
    log.flush()
    #expect(
      try String(contentsOf: folder.file("e.jsonl"), encoding: .utf8) == """
        {"time":"2026-05-28T20:26:40Z","experiment":"quick-entry","variation":"control","attribute":"user_id","value":"u-17"}
        {"time":"2026-05-28T20:26:40Z","experiment":"quick-entry","variation":"other","attribute":"user_id","value":"u-18"}

        """)
    #expect(log.counts.written == 2 && log.counts.dropped == 0)
  }

  @Test("writes any text so that it is read back, and never breaks a line")
  func hostile() throws {
    let folder = try Folder()
    let texts = [
      "a\"b", "back\\slash", "line\nend\r\n", "\u{0}\u{1}\u{1F}\u{7F}", "\u{2028}", "\u{1F600}", "e\u{301}", "",
      String(repeating: "x", count: 100_000),
    ]
    let log = try ExposureLog(folder.file("e.jsonl").path)
    for text in texts { log.record(exposure(text), at: Self.noon) }
    log.close()
    #expect(try values(folder.file("e.jsonl")) == texts)
  }

  @Test(
    "gives way to a new file before one is too long, keeps so many, and every line whole", arguments: [1, 2, 3, 10])
  func rotation(_ files: Int) throws {
    let folder = try Folder()
    let path = folder.file("e.jsonl").path
    let log = try ExposureLog(path, limits(fileSize: 1000, files: files))
    for number in 0..<50 {
      log.record(exposure("u\(number)"), at: Self.noon)
      if number % 7 == 0 { log.flush() }
    }
    log.close()
    let names = ["e.jsonl"] + (1..<files).map { "e.jsonl.\($0)" }
    let kept = try names.reversed().filter(folder.names.contains).flatMap { try values(folder.file($0)) }
    #expect(folder.names.count == min(files, 7))
    #expect(kept == (50 - kept.count..<50).map { "u\($0)" })
    #expect(files < 10 || kept.count == 50)
    for name in folder.names {
      #expect(try Data(contentsOf: folder.file(name)).count <= 1000)
    }
    #expect(log.counts.written == 50)
  }

  @Test("goes on where it was, after what a killed process left of a line is cut off")
  func halfLine() throws {
    let folder = try Folder()
    let whole = #"{"value":"whole"}"# + "\n"
    try Data((whole + #"{"value":"ha"#).utf8).write(to: folder.file("e.jsonl"))
    let log = try ExposureLog(folder.file("e.jsonl").path)
    log.record(exposure("next"), at: Self.noon)
    log.close()
    #expect(try values(folder.file("e.jsonl")) == ["whole", "next"])
    try Data(repeating: 0x78, count: 10_000).write(to: folder.file("f.jsonl"))
    let other = try ExposureLog(folder.file("f.jsonl").path)
    other.record(exposure("first"), at: Self.noon)
    other.close()
    #expect(try values(folder.file("f.jsonl")) == ["first"])
  }

  @Test("drops and counts what its queue has no place for, and never waits")
  func full() {
    let gate = DispatchSemaphore(value: 0)
    let queue = ExposureQueue(limit: 3) { lines in
      gate.wait()
      return (lines.count, nil)
    }
    // The writer has taken between none and three of the first; the queue has three places.
    let taken = (0..<100).count { queue.add(ExposureLine(exposure("u\($0)"), Self.noon)) }
    #expect((3...6).contains(taken))
    #expect(queue.counts.dropped == 100 - taken)
    for _ in 0..<100 { gate.signal() }
    queue.flush()
    #expect(queue.counts.written == taken)
    queue.close(waits: true)
    #expect(!queue.add(ExposureLine(exposure("late"), Self.noon)))
    #expect(queue.counts.written == taken && queue.counts.dropped == 101 - taken)
  }

  @Test("counts as dropped what the disk has no place for, and says why")
  func disk() throws {
    let log = try ExposureLog("/dev/full")
    log.record(exposure("u"), at: Self.noon)
    log.flush()
    #expect(log.counts.dropped == 1 && log.counts.written == 0)
    #expect(log.counts.problem == "/dev/full: No space left on device")
    log.close()
  }

  @Test("is not opened where it cannot be written to, or another log writes")
  func refused() throws {
    let folder = try Folder()
    func refusal(_ path: String) -> String? {
      do throws(ExposureLogError) {
        _ = try ExposureLog(path)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(refusal(folder.url.path) == "\(folder.url.path): Is a directory")
    #expect(refusal(folder.file("no/e.jsonl").path) == "\(folder.file("no/e.jsonl").path): No such file or directory")
    let path = folder.file("e.jsonl").path
    let log = try ExposureLog(path)
    #expect(refusal(path) == "\(path): another log writes to it")
    log.close()
  }

  @Test("loses nothing that eight threads record, and ends with a close from several")
  func threads() async throws {
    let folder = try Folder()
    let log = try ExposureLog(folder.file("e.jsonl").path, limits(fileSize: 20_000, files: 100))
    let recorder = ExposureRecorder(to: log)
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for number in 0..<300 { recorder.record(exposure("u\(number + worker % 2 * 300)"), at: Self.noon) }
          if worker < 2 { log.flush() }
        }
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { log.close() } }
    }
    let all = try folder.names.flatMap { try values(folder.file($0)) }
    #expect(all.count == 600 && Set(all).count == 600)
    #expect(log.counts.written == 600 && log.counts.dropped == 0)
  }
}
