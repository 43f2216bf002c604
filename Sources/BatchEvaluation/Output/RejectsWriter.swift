internal import Personalization

/// Lists every flaw in a CSV file of its own: line, record, byte offset, column, value, reason.
final class RejectsWriter {
  private let file: OutputFile
  private var buffer = ByteBuffer()

  private let isExcelSafe: Bool
  private let namesFiles: Bool

  init(_ file: OutputFile, isExcelSafe: Bool, namesFiles: Bool) {
    self.namesFiles = namesFiles
    self.file = file
    self.isExcelSafe = isExcelSafe
    if isExcelSafe { buffer.append(SpreadsheetText.mark) }
    if namesFiles { buffer.append("file,") }
    buffer.append("line,record,byte_offset,column,value,reason\n")
  }

  func write(_ flaw: Flaw, _ place: BatchError.Place, column: String) throws(BatchError) {
    if namesFiles {
      appendCell(place.file ?? "")
      buffer.append(UInt8(ascii: ","))
    }
    buffer.append("\(place.line),\(place.record ?? 0),\(place.offset),")
    appendCell(column)
    buffer.append(UInt8(ascii: ","))
    appendCell(flaw.value)
    buffer.append(UInt8(ascii: ","))
    appendCell(flaw.reason)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count > 64 * 1024 { try flush() }
  }

  private func appendCell(_ text: String) {
    let isFormula = isExcelSafe && text.withBytes(SpreadsheetText.isFormula)
    guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else {
      if isFormula { buffer.append(SpreadsheetText.prefix) }
      return buffer.append(text)
    }
    buffer.append(Dialect.quote)
    if isFormula { buffer.append(SpreadsheetText.prefix) }
    for byte in text.utf8 {
      if byte == Dialect.quote { buffer.append(Dialect.quote) }
      buffer.append(byte)
    }
    buffer.append(Dialect.quote)
  }

  private func flush() throws(BatchError) {
    let file = file
    try buffer.withBytes { bytes throws(BatchError) in try file.write(bytes) }
    buffer.removeAll()
  }

  func commit() throws(BatchError) {
    try flush()
    try file.commit()
  }
}
