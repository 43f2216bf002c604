/// How the bytes of a file are packed; its name says so.
enum Compression: Hashable, Sendable {
  case gzip, zstandard

  /// What a path ends in; nil: nothing is packed.
  init?(path: String) {
    if path.hasSuffix(".gz") {
      self = .gzip
    } else if path.hasSuffix(".zst") {
      self = .zstandard
    } else {
      return nil
    }
  }

  /// What people call it.
  var name: String {
    switch self {
    case .gzip: "gzip"
    case .zstandard: "Zstandard"
    }
  }

  /// What unpacks it; nil where its library does not exist.
  func decoder() -> (any StreamCoder)? {
    #if canImport(CZlib) && canImport(CZstandard)
      switch self {
      case .gzip: GzipDecoder()
      case .zstandard: ZstandardDecoder()
      }
    #else
      nil
    #endif
  }

  /// What packs it; nil where its library does not exist.
  func encoder() -> (any StreamCoder)? {
    #if canImport(CZlib) && canImport(CZstandard)
      switch self {
      case .gzip: GzipEncoder()
      case .zstandard: ZstandardEncoder()
      }
    #else
      nil
    #endif
  }
}

/// Packs or unpacks a stream, piece by piece.
protocol StreamCoder: AnyObject {
  /// Takes bytes from `input` and puts bytes into `output`, as far as either lasts.
  ///
  /// - Parameter isLast: Whether nothing follows `input`; a packed stream is then ended.
  /// - Throws: Where packed bytes are damaged.
  func code(
    _ input: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer, isLast: Bool
  ) throws(CodingFailure) -> (taken: Int, put: Int)

  /// Whether everything that was taken has been put, and, of packed bytes, a whole stream was taken.
  var isComplete: Bool { get }
}

/// Packed bytes cannot be read.
struct CodingFailure: Error, Hashable, Sendable {
  let message: String
  /// Whether the bytes may be sound, and only this reader does not take them; the message then says all.
  var isLimit = false
}
