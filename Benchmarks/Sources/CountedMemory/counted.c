#include "CountedMemory.h"

#include <stdatomic.h>
#include <stdlib.h>

#ifdef __GLIBC__

extern void *__libc_malloc(size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_long count;

// The executable's own symbols come before the C library's.
void *malloc(size_t size) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return __libc_malloc(size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return __libc_memalign(alignment, size);
}

long allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }
#else
long allocation_count(void) { return -1; }
#endif
