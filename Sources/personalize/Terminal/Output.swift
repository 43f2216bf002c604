/// Bytes could not be written.
enum OutputError: Error, Equatable {
  /// The reader is gone: nobody is there to be told, so the tool ends in silence with 141.
  case closedPipe
  case failed(name: String, reason: String)
}

/// A stream of this process or an open file, by its descriptor; every write is checked.
///
/// Nothing is buffered: hand over large pieces. Does not close the descriptor.
struct Output: Sendable {
  let descriptor: Int32
  /// What error messages call the stream.
  let name: String
  var usesColor = false
  /// What tables are fitted to; nil: this is no terminal.
  var columns: Int?

  static let standard = Output(descriptor: 1, name: "standard output")
  static let errors = Output(descriptor: 2, name: "standard error")

  /// Writes all of the bytes, however many calls that takes.
  func write(_ bytes: RawSpan) throws(OutputError) {
    var rest = bytes
    while !rest.isEmpty {
      switch SystemCalls.write(rest, to: descriptor) {
      case .wrote(let count): rest = rest.extracting(count...)
      case .again: continue
      case .closedPipe: throw .closedPipe
      case .failed(let reason): throw .failed(name: name, reason: reason)
      }
    }
  }

  func write(_ text: String) throws(OutputError) {
    let bytes = Array(text.utf8)
    try write(bytes.span.bytes)
  }

  func write(_ text: Styled) throws(OutputError) {
    try write(text.rendered(inColor: usesColor, columns: columns))
  }
}
