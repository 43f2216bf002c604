#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that appears under its name only when it is whole.
///
/// It is written beside its place and renamed at the end; whatever goes wrong before leaves what was there untouched.
final class OutputFile {
  private let descriptor: FileDescriptor
  private let path: String
  private var temporaryPath: String?
  private let encoder: (any StreamCoder)?
  private var packed: [UInt8]

  /// - Parameter path: Where the file is to appear; `-` is standard output, written as it comes.
  init(path: String) throws(BatchError) {
    guard path != "-" else {
      self.path = path
      descriptor = FileDescriptor(borrowing: 1, name: "standard output")
      encoder = nil
      packed = []
      return
    }
    let compression = Compression(path: path)
    encoder = compression?.encoder()
    packed = [UInt8](repeating: 0, count: encoder == nil ? 0 : 128 * 1024)
    if let compression, encoder == nil {
      throw .file(name: path, "\(compression.name) cannot be written here")
    }
    // Devices and pipes have no place beside them, and nothing to keep.
    var status = stat()
    let exists = stat(path, &status) == 0
    // What a link leads to is replaced, not the link.
    let resolved = exists ? realpath(path, nil) : nil
    defer { free(resolved) }
    let path = resolved.map { String(cString: $0) } ?? path
    self.path = path
    if exists, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw .file(name: path, "is a directory, not a file") }
      let number = open(path, O_WRONLY | O_CLOEXEC)
      guard number >= 0 else { throw .file(name: path, FileDescriptor.words(errno)) }
      descriptor = FileDescriptor(owning: number, name: path)
      return
    }
    let temporary = path + ".partial-\(getpid())"
    descriptor = try FileDescriptor(creating: temporary, shownAs: path)
    temporaryPath = temporary
    // Whoever could not read the old file cannot read the new one.
    if exists { fchmod(descriptor.number, status.st_mode & 0o7777) }
    PartialFiles.add(temporary)
  }

  deinit { discard() }

  /// Writes the next bytes, packed where the name says so.
  func write(_ bytes: Span<UInt8>) throws(BatchError) {
    guard let encoder else { return try descriptor.write(bytes) }
    var failure: BatchError?
    bytes.withUnsafeBytes { bytes in
      do throws(BatchError) {
        try pack(bytes, with: encoder, isLast: false)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private func pack(
    _ bytes: UnsafeRawBufferPointer, with encoder: any StreamCoder, isLast: Bool
  ) throws(BatchError) {
    var rest = bytes
    // Out of self, so that they can be lent while others of its parts are used.
    var packed: [UInt8] = []
    swap(&packed, &self.packed)
    defer { swap(&packed, &self.packed) }
    repeat {
      var failure: CodingFailure?
      let (taken, put) = packed.withUnsafeMutableBytes { memory -> (Int, Int) in
        do throws(CodingFailure) {
          return try encoder.code(rest, to: memory, isLast: isLast)
        } catch {
          failure = error
          return (0, 0)
        }
      }
      if let failure { throw .file(name: path, failure.message) }
      try descriptor.write(packed.span.extracting(0..<put))
      rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
    } while !rest.isEmpty || !encoder.isComplete
  }

  /// Puts the file in its place.
  func commit() throws(BatchError) {
    if let encoder { try pack(UnsafeRawBufferPointer(start: nil, count: 0), with: encoder, isLast: true) }
    guard let temporary = temporaryPath else { return }
    guard rename(temporary, path) == 0 else { throw .file(name: path, FileDescriptor.words(errno)) }
    PartialFiles.remove(temporary)
    temporaryPath = nil
  }

  /// Removes what was written so far.
  func discard() {
    guard let temporary = temporaryPath else { return }
    unlink(temporary)
    PartialFiles.remove(temporary)
    temporaryPath = nil
  }
}
