/// Breaks a loop of crashes: after several launches that did not come to an end, nothing saved is put back any more.
///
/// Kept by the host, beside the saved state. A launch is begun before anything is restored, and ended when the first
/// screens have been up for a while.
///
/// ```swift
/// var record = LaunchRecord()
/// if record.begin() == .restore { … }    // write the record down before restoring
/// record.end()                           // and again here
/// ```
public struct LaunchRecord: Hashable, Codable, Sendable {
  /// Launches in a row that began and did not end.
  public private(set) var unfinishedLaunches = 0

  /// So many unfinished launches are one too many.
  public static let limit = 3

  /// No launch so far.
  public init() {}

  /// What a launch may do.
  public enum Advice: String, Hashable, Sendable {
    case restore
    /// Throw the saved state away.
    case discard
  }

  /// A launch begins.
  public mutating func begin() -> Advice {
    let advice = unfinishedLaunches >= Self.limit ? Advice.discard : .restore
    unfinishedLaunches = min(unfinishedLaunches, Self.limit) + 1
    return advice
  }

  /// The launch came to its end.
  public mutating func end() { unfinishedLaunches = 0 }
}
