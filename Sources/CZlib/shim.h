#include <zlib.h>

// The library's own names for these are macros, which Swift does not see.
static inline int gzip_inflate_init(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
static inline int gzip_deflate_init(z_stream *stream) {
  return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
