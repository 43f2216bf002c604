/// The lines of a file of users, one after the other; empty ones are left out.
package struct UserLines {
  private let file: InputFile
  private let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// How many lines were read.
  package private(set) var line = 0

  /// A line, from 1.
  package enum Line {
    case text([UInt8])
    /// Its bytes are more than the limit, and are not kept.
    case tooLong
  }

  /// - Parameter path: Of the file, packed if it ends in `.gz` or `.zst`; `-` is standard input.
  package init(path: String, limit: Int = 16 << 20) throws(BatchError) {
    file = try InputFile(path: path)
    self.limit = limit
  }

  /// The next line that holds something; nil at the end.
  package mutating func next() throws(BatchError) -> Line? {
    var searched = start
    var isTooLong = false
    while true {
      if let end = bytes[searched...].firstIndex(of: Dialect.lineFeed) {
        let text = Array(bytes[start..<end])
        start = end + 1
        line += 1
        if isTooLong { return .tooLong }
        if let found = usable(text) { return found }
        searched = start
        continue
      }
      if isAtEnd {
        guard start < bytes.count || isTooLong else { return nil }
        let text = Array(bytes[start...])
        start = bytes.count
        line += 1
        return isTooLong ? .tooLong : usable(text)
      }
      if bytes.count - start > limit { isTooLong = true }
      bytes.removeFirst(isTooLong ? bytes.count : start)
      start = 0
      searched = bytes.count
      try read()
    }
  }

  private func usable(_ text: [UInt8]) -> Line? {
    var text = text[...]
    if line == 1, text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    return text.allSatisfy(JSONLine.isSpace) ? nil : .text(Array(text))
  }

  private mutating func read() throws(BatchError) {
    let size = 64 * 1024
    var failure: BatchError?
    let file = file
    let more = [UInt8](unsafeUninitializedCapacity: size) { memory, count in
      do throws(BatchError) {
        count = try file.read(into: UnsafeMutableRawBufferPointer(memory))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    isAtEnd = more.isEmpty
    bytes += more
  }
}
