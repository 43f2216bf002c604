#if canImport(CZlib) && canImport(CZstandard)
  internal import CZstandard

  /// Unpacks Zstandard, of one frame or several.
  final class ZstandardDecoder: StreamCoder {
    /// How many bytes back a frame may reach, as a power of two: a damaged header must not take all memory.
    private static let windowLimit: Int32 = 27

    private let context = ZSTD_createDCtx()
    private(set) var isComplete = false

    init() { ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Self.windowLimit) }

    deinit { ZSTD_freeDCtx(context) }

    func code(
      _ input: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer, isLast: Bool
    ) throws(CodingFailure) -> (taken: Int, put: Int) {
      var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
      var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
      let hint = ZSTD_decompressStream(context, &target, &source)
      guard ZSTD_isError(hint) == 0 else {
        if ZSTD_getErrorCode(hint) == ZSTD_error_frameParameter_windowTooLarge {
          throw CodingFailure(
            message: "takes more than \(1 << (Self.windowLimit - 20)) MiB of memory to unpack; expected a file packed "
              + "with --long=\(Self.windowLimit) at most", isLimit: true)
        }
        throw CodingFailure(message: String(cString: ZSTD_getErrorName(hint)))
      }
      if source.pos > 0 || target.pos > 0 { isComplete = hint == 0 }
      return (source.pos, target.pos)
    }
  }

  /// Packs into one frame of Zstandard, at the library's default level, with a checksum.
  final class ZstandardEncoder: StreamCoder {
    private let context = ZSTD_createCCtx()
    private(set) var isComplete = false

    init() { ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1) }

    deinit { ZSTD_freeCCtx(context) }

    func code(
      _ input: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer, isLast: Bool
    ) throws(CodingFailure) -> (taken: Int, put: Int) {
      var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
      var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
      let remaining = ZSTD_compressStream2(context, &target, &source, isLast ? ZSTD_e_end : ZSTD_e_continue)
      guard ZSTD_isError(remaining) == 0 else {
        throw CodingFailure(message: String(cString: ZSTD_getErrorName(remaining)))
      }
      isComplete = isLast ? remaining == 0 : target.pos < target.size
      return (source.pos, target.pos)
    }
  }
#endif
