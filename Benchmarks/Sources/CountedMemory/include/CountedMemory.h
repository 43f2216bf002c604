#ifndef COUNTED_MEMORY_H
#define COUNTED_MEMORY_H

/// How often memory was allocated so far in this process; -1 where that cannot be told.
long allocation_count(void);

#endif
