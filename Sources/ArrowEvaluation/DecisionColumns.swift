internal import BatchEvaluation

/// The decisions of a table, column by column; the columns that nobody asked for stay empty.
struct DecisionColumns {
  /// How many rows there will be.
  let rows: Int
  /// The columns and their names, in the order in which they were asked for.
  let columns: [(name: String, column: OutputColumn)]
  /// Columns of the input that nothing reads.
  let ignoredNames: [String]

  var segments: TextLists
  var entry: [Int32] = []
  var homeLayout: [Int32] = []
  var homeTabs: TextLists
  var fallback: [Int32] = []
  /// For each experiment the numbers of its variations; -1: none.
  var variations: [[Int32]]
  var issues: TextLists
  /// The texts that the numbers of `entry`, `homeLayout` and `fallback` mean.
  var entryTexts: [String] = []
  var homeLayoutTexts: [String] = []
  var fallbackTexts: [String] = []
  /// Likewise, for each experiment.
  let variationTexts: [[String]]

  /// Nothing yet, and room for all.
  init(
    rows: Int, _ columns: [(name: String, column: OutputColumn)], variationTexts: [[String]], ignored: [String]
  ) {
    self.rows = rows
    self.columns = columns
    self.variationTexts = variationTexts
    ignoredNames = ignored
    let wanted = Set(columns.map(\.column))
    segments = TextLists(rows: wanted.contains(.segments) ? rows : nil)
    homeTabs = TextLists(rows: wanted.contains(.homeTabs) ? rows : nil)
    issues = TextLists(rows: wanted.contains(.issues) ? rows : nil)
    variations = variationTexts.map { _ in [] }
    for column in wanted {
      switch column {
      case .entry: entry.reserveCapacity(rows)
      case .homeLayout: homeLayout.reserveCapacity(rows)
      case .fallback: fallback.reserveCapacity(rows)
      case .experiment(let index): variations[index].reserveCapacity(rows)
      case .unit, .segments, .homeTabs, .issues: break
      }
    }
  }

  /// Whether no list outgrew what 32 bits can count.
  var fits: Bool { segments.fits && homeTabs.fits && issues.fits }
}

/// A column of lists of texts, in the form in which it will be handed out.
struct TextLists {
  /// Where each row's list begins, and one for the end.
  private(set) var offsets: [Int32] = [0]
  /// Where each text begins in `bytes`, and one for the end.
  private(set) var textOffsets: [Int32] = [0]
  private(set) var bytes: [UInt8] = []
  private let isWanted: Bool

  /// A list of texts that many rows have: its bytes, and the length of each text.
  struct Shared {
    let bytes: [UInt8]
    let lengths: [Int32]

    init(_ texts: [String]) {
      bytes = texts.flatMap { Array($0.utf8) }
      lengths = texts.map { Int32(truncatingIfNeeded: $0.utf8.count) }
    }
  }

  /// Lists for so many rows; nil: for nobody.
  init(rows: Int?) {
    isWanted = rows != nil
    if let rows { offsets.reserveCapacity(rows + 1) }
  }

  /// The list of the next row.
  @inline(__always)
  mutating func append(_ list: Shared) {
    guard isWanted else { return }
    var end = Int32(truncatingIfNeeded: bytes.count)
    bytes.append(contentsOf: list.bytes)
    for length in list.lengths {
      end &+= length
      textOffsets.append(end)
    }
    offsets.append(Int32(truncatingIfNeeded: textOffsets.count &- 1))
  }

  /// The empty list of the next row.
  @inline(__always)
  mutating func appendNothing() {
    guard isWanted else { return }
    offsets.append(Int32(truncatingIfNeeded: textOffsets.count &- 1))
  }

  /// Whether all offsets are what they should be.
  var fits: Bool { bytes.count <= Int(Int32.max) && textOffsets.count <= Int(Int32.max) }
}
