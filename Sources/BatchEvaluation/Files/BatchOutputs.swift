/// Where the rows and the list of flaws go, looked at before anything is read or written.
struct BatchOutputs {
  private typealias Output = (destination: Destination, path: String)

  private let rows: Output?
  private let rejects: Output?

  /// - Throws: Where one of them is read by the batch, or both are one file.
  init(rows: String?, rejects: String?, besides inputs: InputFiles) throws(BatchError) {
    self.rows = if let rows { (try Destination(rows, besides: inputs), rows) } else { nil }
    self.rejects = if let rejects { (try Destination(rejects, besides: inputs), rejects) } else { nil }
    guard let rows = self.rows, let rejects = self.rejects, rows.destination.clashes(with: rejects.destination) else {
      return
    }
    throw .file(name: rejects.destination.name, "cannot hold both the rows and the list of flaws")
  }

  /// Nil where rows are looked at and not written.
  func openRows() throws(BatchError) -> OutputFile? {
    if let rows { try OutputFile(rows.destination, asked: rows.path) } else { nil }
  }

  func openRejects(isExcelSafe: Bool, namesFiles: Bool) throws(BatchError) -> RejectsWriter? {
    if let rejects {
      RejectsWriter(
        try OutputFile(rejects.destination, asked: rejects.path), isExcelSafe: isExcelSafe, namesFiles: namesFiles)
    } else {
      nil
    }
  }
}
