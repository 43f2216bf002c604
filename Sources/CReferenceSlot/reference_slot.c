#include "reference_slot.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct reference_slot {
  _Atomic(void *) pointer;
  /* The side on which readers count themselves in. */
  atomic_uint side;
  /* Readers on each side, far enough apart that they share no cache line. */
  struct {
    atomic_long count;
    char padding[120];
  } readers[2];
};

struct reference_slot *reference_slot_make(void *pointer) {
  struct reference_slot *slot = calloc(1, sizeof *slot);
  if (slot) atomic_init(&slot->pointer, pointer);
  return slot;
}

void reference_slot_free(struct reference_slot *slot) { free(slot); }

void *reference_slot_enter(struct reference_slot *slot, unsigned *side) {
  *side = atomic_load(&slot->side);
  atomic_fetch_add(&slot->readers[*side].count, 1);
  return atomic_load(&slot->pointer);
}

void reference_slot_leave(struct reference_slot *slot, unsigned side) {
  atomic_fetch_sub(&slot->readers[side].count, 1);
}

void *reference_slot_replace(struct reference_slot *slot, void *pointer) {
  void *old = atomic_exchange(&slot->pointer, pointer);
  /* A reader with the old pointer counted itself in, on either side, before the exchange: both have to have been empty. */
  for (int turn = 0; turn < 2; turn++) {
    unsigned side = atomic_load(&slot->side);
    atomic_store(&slot->side, 1 - side);
    while (atomic_load(&slot->readers[side].count) > 0) sched_yield();
  }
  return old;
}
