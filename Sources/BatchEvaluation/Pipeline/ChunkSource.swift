/// Cuts the input into chunks that most likely end where a record ends.
///
/// A chunk is cut behind a line end before which there is an even number of quotes: outside quoted fields, in a file
/// whose quotes are all RFC 4180's. That is a guess, and a cheap one; whoever evaluates the chunk finds out whether its
/// last record was complete, and the pipeline mends what was cut in the wrong place.
struct ChunkSource: ~Copyable {
  private let input: InputFile
  private let lineEnd: UInt8
  /// Whether quotes mean nothing: lines of JSON end at every line end.
  private let isLines: Bool
  private let chunkSize: Int
  /// The size that the file had at first; nil: a pipe.
  private let expectedSize: Int?
  /// Bytes read; those from `carriedStart` on are not handed out yet.
  private var carried: ByteBuffer
  private var carriedStart = 0
  private var isAtEnd = false
  private(set) var bytesRead: Int
  private var nextNumber = 0
  private var nextStartsInside = false
  /// How far back a good place for the cut is looked for.
  private static let window = 128 * 1024

  init(_ input: InputFile, header: InputHeader, beginning: consuming ByteBuffer, isWhole: Bool, chunkSize: Int) {
    self.input = input
    lineEnd = header.dialect.lineEnd
    isLines = header.isLines
    self.chunkSize = max(1, chunkSize)
    expectedSize = input.size
    bytesRead = beginning.count
    isAtEnd = isWhole
    var rest = ByteBuffer(capacity: max(chunkSize, beginning.count))
    rest.append(beginning, header.length..<beginning.count)
    carried = rest
  }

  /// Fills `chunk` with the next bytes.
  ///
  /// - Returns: The chunk's number from 0, whether it is the last, and whether it most likely begins inside a quoted field,
  ///   so that it is not worth a look on its own; nil after the last.
  mutating func next(
    _ chunk: inout ByteBuffer
  ) throws(BatchError) -> (number: Int, isLast: Bool, startsInside: Bool)? {
    guard !isAtEnd || carried.count > 0 || nextNumber == 0 else { return nil }
    let startsInside = nextStartsInside
    chunk.removeAll()
    // As many as a chunk takes: moving the rest too, once a chunk, would cost the square of a long record.
    let end = carriedStart + min(carried.count - carriedStart, chunkSize)
    chunk.append(carried, carriedStart..<end)
    carriedStart = end
    dropCarriedIfTaken()
    while !isAtEnd, chunk.count < chunkSize { try read(into: &chunk) }
    if !isAtEnd || carried.count > 0 {
      let cut = chunk.withBytes { bytes in
        isLines
          ? Self.cut(bytes, behind: lineEnd, limit: chunkSize)
          : Self.cut(bytes, lineEnd: lineEnd, limit: chunkSize, startsInside: startsInside)
      }
      if carried.count > 0 {
        carriedStart -= chunk.count - cut.place
      } else {
        carried.append(chunk, cut.place..<chunk.count)
      }
      chunk.truncate(to: cut.place)
      nextStartsInside = cut.isInside
    }
    nextNumber += 1
    return (nextNumber - 1, isAtEnd && carried.count == 0, startsInside)
  }

  private mutating func dropCarriedIfTaken() {
    guard carriedStart == carried.count else { return }
    carried.removeAll()
    carriedStart = 0
  }

  private mutating func read(into chunk: inout ByteBuffer) throws(BatchError) {
    let input = input
    let count = try chunk.fill(max(chunkSize - chunk.count, 1)) { buffer throws(BatchError) in
      try input.read(into: buffer)
    }
    bytesRead += count
    guard count == 0 else { return }
    isAtEnd = true
    if let expectedSize, bytesRead < expectedSize {
      throw .file(
        name: input.name, "became shorter while it was read: \(bytesRead) of \(expectedSize) bytes were there")
    }
  }

  /// Where to cut lines: behind the last line end, else at the limit.
  private static func cut(_ bytes: Span<UInt8>, behind lineEnd: UInt8, limit: Int) -> (place: Int, isInside: Bool) {
    let end = min(bytes.count, limit)
    var index = end
    while index > 0, bytes[index - 1] != lineEnd { index -= 1 }
    return (index > 0 ? index : end, false)
  }

  /// Where to cut: behind the last line end at even quote parity near the limit, else behind the last line end at all, else
  /// at the limit.
  ///
  /// - Returns: The place, and whether the next chunk most likely begins inside quotes.
  private static func cut(
    _ bytes: Span<UInt8>, lineEnd: UInt8, limit: Int, startsInside: Bool
  ) -> (place: Int, isInside: Bool) {
    let end = min(bytes.count, limit)
    let quotes = ByteScan.count(of: Dialect.quote, in: bytes.extracting(0..<end))
    var isOdd = (quotes & 1 == 1) != startsInside
    let endsInside = isOdd
    var lastLineEnd: Int?
    var index = end - 1
    let floor = max(0, end - window)
    while index >= floor {
      let byte = bytes[index]
      if byte == Dialect.quote {
        isOdd.toggle()
      } else if byte == lineEnd {
        if !isOdd { return (index + 1, false) }
        lastLineEnd = lastLineEnd ?? index + 1
      }
      index -= 1
    }
    guard let lastLineEnd else { return (end, endsInside) }
    return (lastLineEnd, true)
  }
}
