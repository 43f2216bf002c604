#include "personalization.h"

/* Both structures cross between libraries that were built apart. */
_Static_assert(sizeof(struct ArrowSchema) == 9 * sizeof(int64_t) || sizeof(void *) != 8, "the layout of ArrowSchema");
_Static_assert(sizeof(struct ArrowArray) == 10 * sizeof(int64_t) || sizeof(void *) != 8, "the layout of ArrowArray");
