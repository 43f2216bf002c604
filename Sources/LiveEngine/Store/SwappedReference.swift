internal import CReferenceSlot
internal import Personalization

/// A reference that any number of threads read without waiting, while others replace it.
///
/// Who replaces it waits for the readers who are just taking the old one, for as long as that takes them.
///
/// `@unchecked`: the slot is made for threads, and who replaces takes turns.
final class SwappedReference<Object: AnyObject & Sendable>: @unchecked Sendable {
  private let slot: OpaquePointer
  private let turn = Locked(())

  init(_ object: Object) {
    guard let slot = reference_slot_make(Unmanaged.passRetained(object).toOpaque()) else {
      preconditionFailure("no memory")
    }
    self.slot = slot
  }

  deinit {
    var side: UInt32 = 0
    Unmanaged<Object>.fromOpaque(reference_slot_enter(slot, &side)).release()
    reference_slot_free(slot)
  }

  /// The object that was put here last.
  var object: Object {
    var side: UInt32 = 0
    let object = Unmanaged<Object>.fromOpaque(reference_slot_enter(slot, &side)).retain()
    reference_slot_leave(slot, side)
    return object.takeRetainedValue()
  }

  /// Replaces the object with what the body makes of it; two of them come one after the other.
  ///
  /// The old one is let go outside, so that no turn lasts as long as it takes to take it apart.
  func replace(_ body: (Object) -> Object) {
    let old = turn.withLock { _ in
      let new = Unmanaged.passRetained(body(object))
      return Unmanaged<Object>.fromOpaque(reference_slot_replace(slot, new.toOpaque()))
    }
    old.release()
  }
}
