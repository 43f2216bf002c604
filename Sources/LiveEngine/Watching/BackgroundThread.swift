#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Threads that wait for the system most of their time, which the tasks of an app must not.
enum BackgroundThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs the body on a thread of its own; answers whether there is one.
  @discardableResult
  static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = pthread_create(
      &thread, nil,
      { context in
        #if canImport(Darwin)
          let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        #else
          guard let context else { return nil }
          let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        #endif
        body.run()
        return nil
      }, context)
    guard status == 0 else {
      Unmanaged<Body>.fromOpaque(context).release()
      return false
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return true
  }
}
