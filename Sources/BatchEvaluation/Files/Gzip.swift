#if canImport(CZlib) && canImport(CZstandard)
  internal import CZlib

  /// Unpacks gzip, of one member or several; zeros may follow the last one, as on tapes.
  final class GzipDecoder: StreamCoder {
    private var stream = z_stream()
    private(set) var isComplete = false
    private var isPadded = false

    init() { precondition(gzip_inflate_init(&stream) == Z_OK, "no memory for zlib") }

    deinit { inflateEnd(&stream) }

    func code(
      _ input: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer, isLast: Bool
    ) throws(CodingFailure) -> (taken: Int, put: Int) {
      if isComplete, input.count > 0 {
        let zeros = input.prefix { $0 == 0 }.count
        isPadded = isPadded || zeros > 0
        guard zeros < input.count else { return (zeros, 0) }
        guard !isPadded else { throw CodingFailure(message: "bytes after the zeros behind its end") }
        inflateReset(&stream)
        isComplete = false
      }
      let status = stream.run(input, output) { inflate(&$0, Z_NO_FLUSH) }
      switch status.result {
      case Z_STREAM_END: isComplete = true
      case Z_OK, Z_BUF_ERROR: break
      default: throw CodingFailure(message: stream.msg.map { String(cString: $0) } ?? "error \(status.result)")
      }
      return (status.taken, status.put)
    }
  }

  /// Packs into one member of gzip.
  final class GzipEncoder: StreamCoder {
    private var stream = z_stream()
    private(set) var isComplete = false

    init() { precondition(gzip_deflate_init(&stream) == Z_OK, "no memory for zlib") }

    deinit { deflateEnd(&stream) }

    func code(
      _ input: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer, isLast: Bool
    ) throws(CodingFailure) -> (taken: Int, put: Int) {
      let status = stream.run(input, output) { deflate(&$0, isLast ? Z_FINISH : Z_NO_FLUSH) }
      isComplete = isLast ? status.result == Z_STREAM_END : status.put < output.count
      return (status.taken, status.put)
    }
  }

  extension z_stream {
    /// Points the stream at both buffers for one call.
    fileprivate mutating func run(
      _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer, _ body: (inout z_stream) -> Int32
    ) -> (result: Int32, taken: Int, put: Int) {
      // The library takes counts of 32 bits, and a pointer that it does not write through.
      let (inputCount, outputCount) = (min(input.count, 1 << 30), min(output.count, 1 << 30))
      next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
      avail_in = UInt32(inputCount)
      next_out = output.bindMemory(to: UInt8.self).baseAddress
      avail_out = UInt32(outputCount)
      let result = body(&self)
      return (result, inputCount - Int(avail_in), outputCount - Int(avail_out))
    }
  }
#endif
