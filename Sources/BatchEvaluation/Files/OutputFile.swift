internal import Personalization

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
/// Pipes, devices and open files have no place beside them: they are written to as it comes, and never replaced.
package final class OutputFile {
  private let descriptor: FileDescriptor
  private let destination: Destination
  private var temporaryPath: String?
  private let encoder: (any StreamCoder)?
  private var packed: [UInt8]

  /// - Parameter path: What was asked for; its ending says whether the file is packed.
  package init(_ destination: Destination, asked path: String) throws(BatchError) {
    self.destination = destination
    let compression = path == "-" ? nil : Compression(path: path)
    encoder = compression?.encoder()
    packed = [UInt8](repeating: 0, count: encoder == nil ? 0 : 128 * 1024)
    if let compression, encoder == nil {
      throw .file(name: path, "\(compression.name) cannot be written here")
    }
    switch destination.kind {
    case .descriptor(let number): descriptor = FileDescriptor(borrowing: number, name: destination.name)
    case .stream(let path, let isSocket):
      descriptor = try FileDescriptor(writing: path, isSocket: isSocket, shownAs: destination.name)
    case .file(let path):
      let temporary = PartialName.beside(path)
      descriptor = try FileDescriptor(creating: temporary, shownAs: destination.name)
      temporaryPath = temporary
      PartialFiles.add(temporary)
      if let present = destination.present { descriptor.takeOver(present) }
    }
  }

  /// Whether the file has these bytes already, and need not be touched.
  package static func isUnchanged(_ destination: Destination, _ bytes: [UInt8]) -> Bool {
    guard case .file(let path) = destination.kind, let present = destination.present,
      Int(present.st_size) == bytes.count, let file = try? FileDescriptor(reading: path)
    else { return false }
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    var place = 0
    while true {
      let count = buffer.withUnsafeMutableBytes { (try? file.read(into: $0)) ?? -1 }
      guard count > 0 else { return count == 0 && place == bytes.count }
      guard place + count <= bytes.count, bytes[place..<place + count] == buffer[..<count] else { return false }
      place += count
    }
  }

  deinit { discard() }

  /// Writes the next bytes, packed where the name says so.
  package func write(_ bytes: Span<UInt8>) throws(BatchError) {
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
      if let failure { throw .file(name: destination.name, failure.message) }
      try descriptor.write(packed.span.extracting(0..<put))
      rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
    } while !rest.isEmpty || !encoder.isComplete
  }

  /// Puts the file in its place.
  package func commit() throws(BatchError) {
    if let encoder { try pack(UnsafeRawBufferPointer(start: nil, count: 0), with: encoder, isLast: true) }
    guard let temporary = temporaryPath, case .file(let path) = destination.kind else { return }
    guard rename(temporary, path) == 0 else { throw .file(name: destination.name, FileDescriptor.words(errno)) }
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
