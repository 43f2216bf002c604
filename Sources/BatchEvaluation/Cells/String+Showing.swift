extension String {
  /// The content of a cell for a message, cut to 40 characters; bytes that are no text as `\xNN`.
  package init(showing content: Span<UInt8>) {
    var end = content.count
    while end > 0, content[end - 1] == Dialect.lineFeed || content[end - 1] == Dialect.carriageReturn { end -= 1 }
    let limit = Swift.min(end, 160)
    var bytes = (0..<limit).map { content[$0] }
    if TextFlaw.first(in: bytes.span) != nil {
      var text = ""
      for byte in bytes.prefix(40) {
        text += byte >= 0x20 && byte < 0x7F ? String(UnicodeScalar(byte)) : "\\x\(hex(byte))"
      }
      // A long text may only have been cut inside a character.
      if end <= limit || content.count <= 160 {
        self = text + (end > 40 ? "…" : "")
        return
      }
      while !bytes.isEmpty, TextFlaw.first(in: bytes.span) != nil { bytes.removeLast() }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    self = text.prefix(40) + (text.count > 40 || end > limit ? "…" : "")
  }
}
