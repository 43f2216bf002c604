internal import Personalization

/// Why a batch could not be done; nothing was written under the output's name.
public enum BatchError: Error, Hashable, Sendable {
  /// The bytes cannot be cut into records with certainty.
  case structure(Place, String)
  /// A row or cell is flawed, and the job is strict.
  case flaw(Place, String)
  /// More rows have a flaw than `BatchOptions.maximumFlawedShare` allows; the list of flaws was written, the rows were not.
  case tooManyFlaws(BatchSummary)
  /// A column that was asked for cannot be written.
  case column(String, String)
  /// A file could not be read or written.
  case file(name: String, String)
  /// Whoever read the output went away.
  case closedPipe

  init(_ error: StickyStoreError) { self = .file(name: error.name, error.message) }

  /// Where in the input.
  public struct Place: Hashable, Sendable {
    /// The number of the record, from 1 after the header; nil: before any.
    public let record: Int?
    /// The physical line, from 1.
    public let line: Int
    /// The byte, from 0.
    public let offset: Int
    /// Which of several inputs; nil where there is one.
    public internal(set) var file: String?

    init(record: Int?, line: Int, offset: Int, file: String? = nil) {
      self.record = record
      self.line = line
      self.offset = offset
      self.file = file
    }
  }

  /// The same in one of several inputs.
  func inFile(_ name: String?) -> BatchError {
    guard let name else { return self }
    switch self {
    case .structure(var place, let message):
      place.file = place.file ?? name
      return .structure(place, message)
    case .flaw(var place, let message):
      place.file = place.file ?? name
      return .flaw(place, message)
    default: return self
    }
  }

  /// The sentence for a person, without the file's name.
  public var message: String {
    switch self {
    case .structure(let place, let message), .flaw(let place, let message):
      if let record = place.record, record > 0 { "record \(record): \(message)" } else { message }
    case .tooManyFlaws(let summary): "\(summary.rowsWithFlaws) of \(summary.rows) rows have a flaw"
    case .column(let name, let message), .file(let name, let message): "\(name): \(message)"
    case .closedPipe: "the output was closed"
    }
  }

  /// Where in the input it is, if it is there.
  public var place: Place? {
    switch self {
    case .structure(let place, _), .flaw(let place, _): place
    default: nil
    }
  }
}
