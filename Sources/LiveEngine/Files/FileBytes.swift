#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

enum FileBytes {
  /// Writes all of the bytes, however many calls that takes; answers whether it could.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        #if canImport(Glibc)
          let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        #elseif canImport(Musl)
          let count = Musl.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        #else
          let count = Darwin.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        #endif
        if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
      }
      return true
    }
  }
}
