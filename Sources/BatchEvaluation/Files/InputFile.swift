/// The bytes of an input, unpacked where its name says that they are packed.
///
/// `@unchecked`: whoever reads chunks holds the lock that the one before has released.
final class InputFile: @unchecked Sendable {
  let descriptor: FileDescriptor
  private let decoder: (any StreamCoder)?
  private let compression: Compression?
  /// Packed bytes that were read, and which of them are not yet unpacked.
  private var packed: [UInt8]
  private var rest = 0..<0
  private var isAtEnd = false
  private var hasUnpacked = false

  /// - Parameter path: `-` is standard input, taken as it is.
  init(path: String) throws(BatchError) {
    descriptor =
      path == "-" ? FileDescriptor(borrowing: 0, name: "standard input") : try FileDescriptor(reading: path)
    compression = path == "-" ? nil : Compression(path: path)
    decoder = compression?.decoder()
    packed = [UInt8](repeating: 0, count: decoder == nil ? 0 : 128 * 1024)
    if let compression, decoder == nil {
      throw .file(name: path, "is packed with \(compression.name), which cannot be read here")
    }
  }

  /// What to call it in messages.
  var name: String { descriptor.name }

  /// How many bytes there will be; nil where only reading tells.
  var size: Int? { decoder == nil ? descriptor.size : nil }

  /// Reads at most as many bytes as there is room for; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(BatchError) -> Int {
    guard let decoder else { return try descriptor.read(into: buffer) }
    while true {
      if rest.isEmpty, !isAtEnd {
        // Reading into the array's own memory, which nobody else has.
        var failure: BatchError?
        let count = packed.withUnsafeMutableBytes { memory -> Int in
          do throws(BatchError) {
            return try descriptor.read(into: memory)
          } catch {
            failure = error
            return 0
          }
        }
        if let failure { throw failure }
        rest = 0..<count
        isAtEnd = count == 0
      }
      let wasEmpty = rest.isEmpty
      var failure: CodingFailure?
      let (taken, put) = packed.withUnsafeBytes { memory -> (Int, Int) in
        do throws(CodingFailure) {
          return try decoder.code(UnsafeRawBufferPointer(rebasing: memory[rest]), to: buffer, isLast: isAtEnd)
        } catch {
          failure = error
          return (0, 0)
        }
      }
      if let failure {
        if failure.isLimit { throw .file(name: name, failure.message) }
        let kind = compression?.name ?? "packed"
        throw .file(
          name: name,
          hasUnpacked
            ? "is damaged, or something else follows its \(kind) data: \(failure.message)"
            : "is not \(kind) data, although its name says so, or is damaged: \(failure.message)")
      }
      rest = rest.lowerBound + taken..<rest.upperBound
      if put > 0 {
        hasUnpacked = true
        return put
      }
      if wasEmpty, isAtEnd {
        guard decoder.isComplete else { throw .file(name: name, "was cut off: its packed data has no end") }
        return 0
      }
    }
  }
}
