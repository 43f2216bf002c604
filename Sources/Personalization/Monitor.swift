#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A value that threads share and wait for.
///
/// `@unchecked`: `value` is touched only while the mutex is held.
package final class Monitor<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Changes the value and wakes everybody who waits.
  package func update<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let result = body(&value)
    pthread_cond_broadcast(condition)
    return result
  }

  /// Waits until the condition holds.
  package func wait(until holds: (Value) -> Bool) {
    pthread_mutex_lock(mutex)
    while !holds(value) { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }

  /// Waits until the condition holds, and changes the value before anybody else sees it; nil: it did not hold within
  /// this time.
  package func wait<Result>(
    within duration: Duration, until holds: (Value) -> Bool, _ body: (inout Value) -> Result
  ) -> Result? {
    let end = ContinuousClock.now + duration
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !holds(value) {
      let rest = end - ContinuousClock.now
      guard rest > .zero else { return nil }
      // The condition goes by a clock that people set: little by little, its jumps do no harm.
      let nanoseconds = Int(min(rest, .seconds(1)) / .nanoseconds(1))
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      time.tv_sec += (Int(time.tv_nsec) + nanoseconds) / 1_000_000_000
      time.tv_nsec = (Int(time.tv_nsec) + nanoseconds) % 1_000_000_000
      pthread_cond_timedwait(condition, mutex, &time)
    }
    let result = body(&value)
    pthread_cond_broadcast(condition)
    return result
  }
}
