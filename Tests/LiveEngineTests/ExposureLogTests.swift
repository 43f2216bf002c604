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

  // MARK: What others do to the file

  @Test("goes on in the file that has the path, after the one it wrote to was renamed, deleted or emptied")
  func logrotate() throws {
    let folder = try Folder()
    let file = folder.file("e.jsonl")
    let log = try ExposureLog(file.path)
    func write(_ value: String) {
      log.record(exposure(value), at: Self.noon)
      log.flush()
    }
    write("first")
    try FileManager.default.moveItem(at: file, to: folder.file("rotated"))
    write("second")
    #expect(try values(file) == ["second"] && values(folder.file("rotated")) == ["first"])
    try FileManager.default.removeItem(at: file)
    write("third")
    #expect(try values(file) == ["third"])
    try FileManager.default.removeItem(at: file)
    try Data((#"{"value":"another's"}"# + "\n").utf8).write(to: file)
    write("fourth")
    #expect(try values(file).last == "fourth" && values(file).count == 2)
    truncate(file.path, 0)
    write("fifth")
    #expect(try values(file) == ["fifth"])
    #expect(log.counts == counts(written: 5))
    log.close()
  }

  @Test("counts nothing as written whose file is gone with its folder")
  func goneFolder() throws {
    let folder = try Folder()
    let inner = folder.file("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    let log = try ExposureLog(inner.appending(path: "e.jsonl").path)
    try FileManager.default.removeItem(at: inner)
    log.record(exposure("lost"), at: Self.noon)
    log.flush()
    #expect(log.counts.written == 0 && log.counts.dropped == 1)
    #expect(log.counts.problem?.contains("No such file or directory") == true)
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    log.record(exposure("kept"), at: Self.noon)
    log.flush()
    #expect(try values(inner.appending(path: "e.jsonl")) == ["kept"] && log.counts.written == 1)
    log.close()
  }

  @Test("loses no line and pushes no file away where it cannot begin a new file", arguments: [2, 3, 5])
  func failedRotation(_ files: Int) throws {
    let folder = try Folder()
    let path = folder.file("e.jsonl").path
    // A folder stands where the first older file belongs.
    try FileManager.default.createDirectory(atPath: path + ".1", withIntermediateDirectories: true)
    if files > 2 { try Data((#"{"value":"older"}"# + "\n").utf8).write(to: folder.file("e.jsonl.2")) }
    let log = try ExposureLog(path, limits(fileSize: 500, files: files))
    for number in 0..<30 { log.record(exposure("u\(number)"), at: Self.noon) }
    log.flush()
    #expect(log.counts.written == 30 && log.counts.dropped == 0)
    #expect(log.counts.problem == "\(path).1: is no regular file, and stays")
    #expect(try values(folder.file("e.jsonl")) == (0..<30).map { "u\($0)" })
    if files > 2 { #expect(try values(folder.file("e.jsonl.2")) == ["older"]) }
    #expect(folder.names.count == (files > 2 ? 3 : 2))
    try FileManager.default.removeItem(atPath: path + ".1")
    for number in 30..<40 { log.record(exposure("u\(number)"), at: Self.noon) }
    log.close()
    #expect(log.counts.written == 40)
    if files > 2 { #expect(try values(folder.file("e.jsonl.2")).isEmpty == false) }
  }

  @Test("follows a link and renames what it leads to, never the link")
  func link() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(at: folder.file("there"), withIntermediateDirectories: true)
    let link = folder.file("e.jsonl")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "there/real.jsonl")
    let log = try ExposureLog(link.path, limits(fileSize: 500, files: 10))
    for number in 0..<12 { log.record(exposure("u\(number)"), at: Self.noon) }
    log.close()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "there/real.jsonl")
    #expect(folder.names == ["e.jsonl", "there"])
    let inner = try FileManager.default.contentsOfDirectory(atPath: folder.file("there").path).sorted()
    #expect(inner.count > 2 && inner.allSatisfy { $0.hasPrefix("real.jsonl") })
    #expect(try inner.flatMap { try values(folder.file("there/\($0)")) }.count == 12)
  }

  @Test("does not wait for a pipe that nobody reads from, and writes to it once somebody does")
  func pipe() throws {
    let folder = try Folder()
    let path = folder.file("pipe").path
    try #require(mkfifo(path, 0o600) == 0)
    let log = try ExposureLog(path, limits(fileSize: 10))
    log.record(exposure("lost"), at: Self.noon)
    log.flush()
    #expect(log.counts.dropped == 1 && log.counts.problem == "\(path): nobody reads from it")
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    for number in 0..<3 { log.record(exposure("u\(number)"), at: Self.noon) }
    log.flush()
    #expect(log.counts.written == 3)
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(reader, &buffer, buffer.count)
    #expect(buffer[..<max(count, 0)].count { $0 == UInt8(ascii: "\n") } == 3)
    close(reader)
    log.record(exposure("late"), at: Self.noon)
    log.close()
    #expect(log.counts.problem == "\(path): nobody reads from it any more" && log.counts.dropped == 2)
    #expect(folder.names == ["pipe"])
  }

  #if os(Linux)
    @Test("writes what was recorded when the process ends without a close")
    func exit() async throws {
      let folder = try Folder()
      let path = folder.file("e.jsonl").path
      await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
        let log = try ExposureLog(path)
        for number in 0..<5000 {
          log.record(
            Exposure(experiment: "e", variation: "v", unit: Unit(attribute: "user_id", value: "u\(number)")), at: .now)
        }
        Foundation.exit(0)
      }
      #expect(try values(folder.file("e.jsonl")).count == 5000)
    }
  #endif

  private func counts(written: Int) -> ExposureLog.Counts {
    var counts = ExposureLog.Counts()
    counts.written = written
    return counts
  }
}
