public import Personalization

/// Writes exposures to a file, one JSON object a line.
///
/// ```swift
/// let log = try ExposureLog("exposures.jsonl")
/// let recorder = ExposureRecorder(to: log)
/// recorder.record(decision)      // once the app has applied it
/// log.close()                    // when the app ends
/// ```
///
/// ```json
/// {"time":"2026-11-30T08:00:00Z","experiment":"quick-entry","variation":"control","attribute":"user_id","value":"u-17"}
/// ```
///
/// Recording takes a place in a queue and returns; a thread of the log writes. Where the queue is full, because the disk is
/// slow or full, exposures are dropped and counted: the app never waits. A file that would grow beyond its size is renamed,
/// `exposures.jsonl` to `exposures.jsonl.1`, that to `exposures.jsonl.2` and so on, and the oldest goes away; where that
/// cannot be done, the file grows on. A file holds whole lines only: what a killed process left of one is cut off by
/// whoever opens the file next. A program such as logrotate may rename, delete or empty the file: the log goes on in the file
/// that then has the path. Pipes and devices are never renamed. What is recorded is written at once, and at the latest when
/// the process calls `exit` or returns from `main`.
public final class ExposureLog: ExposureSink {
  /// How much is written, and how much is kept.
  public struct Limits: Hashable, Sendable {
    /// The size in bytes beyond which a file is not written to.
    public var fileSize = 16 << 20
    /// How many files there are at most, the present one included.
    public var files = 5
    /// How many exposures wait for the disk at most.
    public var queue = 10_000

    /// 5 files of 16 MiB, and 10,000 exposures that wait.
    public init() {}
  }

  /// What became of exposures so far.
  public struct Counts: Hashable, Sendable {
    /// In files.
    public internal(set) var written = 0
    /// In no file: the queue was full, the log was closed, or they could not be written.
    public internal(set) var dropped = 0
    /// Why some could not be written, the last time that happened.
    public internal(set) var problem: String?
  }

  private let queue: ExposureQueue

  /// Opens a log; the file is made if it does not exist, and written on if it does.
  ///
  /// - Throws: why the file cannot be written to.
  public init(_ path: String, _ limits: Limits = Limits()) throws(ExposureLogError) {
    let file = try openLineFile(path, limits)
    queue = ExposureQueue(limit: limits.queue, file.write)
  }

  deinit { queue.close(waits: false) }

  /// Takes a place in the queue, if there is one.
  @discardableResult
  public func record(_ exposure: Exposure, at time: Timestamp) -> Bool { queue.add(ExposureLine(exposure, time)) }

  /// What became of exposures so far.
  public var counts: Counts { queue.counts }

  /// Waits until everything recorded so far is in the file, or dropped.
  public func flush() { queue.flush() }

  /// Writes what is left; what is recorded later is dropped.
  public func close() { queue.close(waits: true) }
}

/// Why a log cannot be written to.
public struct ExposureLogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence for a person, which names the file.
  public let description: String
}
