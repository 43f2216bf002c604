#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread of the system, for work that the tasks of an app must not do: that computes for long, or waits.
package struct SystemThread {
  private let handle: pthread_t

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs the body on a thread of its own, to be joined or detached; nil if the system has none.
  package init?(_ body: @escaping @Sendable () -> Void) {
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
      return nil
    }
    #if canImport(Darwin)
      guard let thread else { return nil }
    #endif
    handle = thread
  }

  /// Waits until it has ended.
  package func join() { pthread_join(handle, nil) }

  /// Lets it end by itself.
  package func detach() { pthread_detach(handle) }
}
