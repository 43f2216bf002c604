/// Where exposures go.
///
/// Called on the thread that shows something to a user: an implementation returns at once, and drops what it has no room
/// for. May be called from any thread.
public protocol ExposureSink: Sendable {
  /// Takes an exposure of this time.
  ///
  /// - Returns: Whether it was taken; one that was not may be offered again.
  @discardableResult
  func record(_ exposure: Exposure, at time: Timestamp) -> Bool
}

/// Hands each exposure to a function, on the thread that records it.
public struct CallbackSink: ExposureSink {
  private let take: @Sendable (Exposure, Timestamp) -> Void

  /// A sink that calls this function.
  public init(_ take: @escaping @Sendable (Exposure, Timestamp) -> Void) { self.take = take }

  /// Calls the function.
  @discardableResult
  public func record(_ exposure: Exposure, at time: Timestamp) -> Bool {
    take(exposure, time)
    return true
  }
}
