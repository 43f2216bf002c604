import Foundation
import TestSupport
import Testing

@testable import LiveEngine

@Suite("A swapped reference")
struct SwappedReferenceTests {
  /// Counts how many of its kind there are.
  private final class Number: Sendable {
    let value: Int
    let square: Int
    private let alive: Counter

    init(_ value: Int, _ alive: Counter) {
      self.value = value
      square = value * value
      self.alive = alive
      alive.add(1)
    }

    deinit { alive.add(-1) }
  }

  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func add(_ amount: Int) { lock.withLock { count += amount } }
    var value: Int { lock.withLock { count } }
  }

  @Test("lets go what it no longer holds, and what it held at last")
  func lifetimes() {
    let alive = Counter()
    do {
      let reference = SwappedReference(Number(1, alive))
      let first = reference.object
      reference.replace { Number($0.value + 1, alive) }
      reference.replace { Number($0.value + 1, alive) }
      #expect(first.value == 1 && reference.object.value == 3 && alive.value == 2)
    }
    #expect(alive.value == 0)
  }

  @Test("shows eight readers whole objects, in their order, while two others replace them all the time")
  func threads() async {
    let alive = Counter()
    let reference = SwappedReference(Number(0, alive))
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var last = 0
          for _ in 0..<20_000 {
            let number = reference.object
            guard number.square == number.value * number.value, number.value >= last else { return false }
            last = number.value
          }
          return true
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<2_000 { reference.replace { Number($0.value + 1, alive) } }
          return true
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(reference.object.value == 4_000 && alive.value == 1)
  }
}
