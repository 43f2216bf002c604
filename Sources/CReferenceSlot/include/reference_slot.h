/* A place for a pointer that any number of threads read without ever waiting, while another one replaces it.
 *
 * A reader counts itself in and out. Who replaces the pointer publishes the new one, then waits until every reader who could
 * still have the old one has left; new readers meanwhile count on the other side, so that this cannot take for ever. This is
 * read-copy-update with two counters. C, since Swift's own atomics need later systems than this package asks for. */
#ifndef REFERENCE_SLOT_H
#define REFERENCE_SLOT_H

struct reference_slot;

struct reference_slot *_Nullable reference_slot_make(void *_Nonnull pointer);

void reference_slot_free(struct reference_slot *_Nonnull slot);

/* The pointer, which stays valid until the same side is left. */
void *_Nonnull reference_slot_enter(struct reference_slot *_Nonnull slot, unsigned *_Nonnull side);

void reference_slot_leave(struct reference_slot *_Nonnull slot, unsigned side);

/* Publishes another pointer and answers the old one, once no reader has it who has not left. One thread at a time. */
void *_Nonnull reference_slot_replace(struct reference_slot *_Nonnull slot, void *_Nonnull pointer);

#endif
