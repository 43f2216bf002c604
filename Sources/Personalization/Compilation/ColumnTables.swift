/// Where the tests of one attribute stand in the tables: plain integers, so that reading it costs nothing.
struct ColumnLayout: Sendable {
  /// The class of a value is a row of masks: for each class, the bits of all tests that its values pass.
  struct Rows: Sendable {
    /// Where the rows begin in `masks`.
    var first = 0
    /// How many rows share one that is written out; the others are told by the bits that change from row to row.
    ///
    /// 1: all are written out. A column of very many tests would take memory for each test in each row.
    var stride = 1
    /// Where the changes begin in `ColumnTables.changeStarts`, one for each row.
    var changes = 0
    /// Words in a row, and the first word of the vector that they are laid over.
    var width = 0
    var word = 0
  }

  var type: AttributeType
  /// Where the value is kept beside its bits, because it is hashed or becomes an argument; -1: nowhere.
  var captured = -1
  /// Whether any condition reads the attribute.
  var isRead = false
  var rows = Rows()
  /// Thresholds in the pool of the type: numbers, dates, packed versions, or ordered texts.
  ///
  /// Class 2i+1 is the i-th threshold itself, class 2i the values between it and the one before.
  var thresholds = 0..<0
  /// Texts: the slots of the hash table of exact and of case-folded texts; the row of every other text is 0.
  var exact = HashTable()
  var folded = HashTable()
  /// Texts: whether some test is passed by every text.
  var testsExistence = false
  /// Texts: rows of ordered comparisons.
  var orderRows = Rows()
  /// Texts: patterns to search, each with its bit.
  var patterns = 0..<0
  /// Dates: comparisons relative to the time of the decision.
  var relative = 0..<0
  /// Texts: whether anything is asked beside existence and equality.
  var isReadBeyondEquality: Bool { folded.count > 0 || !thresholds.isEmpty || !patterns.isEmpty }
  /// Lists: the rules of elements, an index into `elements`.
  var element = -1
  /// Versions: whether every threshold has a packed form.
  var isPacked = true

  /// An open-addressing table in the pool of slots; `count` is a power of two, or 0 for none.
  struct HashTable: Sendable {
    var first = 0
    var count = 0
    var rows = Rows()
    var seed: UInt64 = 0
  }
}

/// The pools that columns point into, finished.
///
/// A class, so that the hot path passes one reference instead of counting those of a dozen arrays.
final class ColumnTables: Sendable {
  struct TextSlot: Sendable {
    /// The first eight bytes; see `TextKey`.
    var head: UInt64 = 0
    var length: Int32 = 0
    /// The row of masks; -1: the slot is free.
    var row: Int32 = -1
    /// Where all of it stands.
    var offset = 0
  }

  struct PatternTest: Sendable {
    let pattern: Int
    let bit: Int
  }

  struct RelativeTest: Sendable {
    let order: Order
    let period: Int
    let bit: Int
  }

  /// The rules of a list's elements: a column and a circuit of their own, whose outputs are bits of the list's column.
  struct ElementRules: Sendable {
    let column: ColumnLayout
    let circuit: Circuit
    let bits: [Int]
  }

  /// The pools while they are filled.
  struct Pools {
    var masks: [UInt64] = []
    var changes: [Int32] = []
    var changeStarts: [Int] = []
    var numbers: [Double] = []
    var integers: [Int64] = []
    var packedVersions: [UInt64] = []
    var versions: [SemanticVersion] = []
    var texts: [ExactText] = []
    var slots: [TextSlot] = []
    var bytes: [UInt8] = []
    var patterns: [Pattern] = []
    var patternTests: [PatternTest] = []
    var periods: [Period] = []
    var relativeTests: [RelativeTest] = []
    var elements: [ElementRules] = []
  }

  let masks: [UInt64]
  /// The bits that change from one row to the next, by their places in the row.
  let changes: [Int32]
  let changeStarts: [Int]
  let numbers: [Double]
  let integers: [Int64]
  let packedVersions: [UInt64]
  let versions: [SemanticVersion]
  let texts: [ExactText]
  let slots: [TextSlot]
  let bytes: [UInt8]
  let patterns: [Pattern]
  let patternTests: [PatternTest]
  let periods: [Period]
  let relativeTests: [RelativeTest]
  let elements: [ElementRules]

  init(_ pools: Pools) {
    masks = pools.masks
    changes = pools.changes
    changeStarts = pools.changeStarts
    numbers = pools.numbers
    integers = pools.integers
    packedVersions = pools.packedVersions
    versions = pools.versions
    texts = pools.texts
    slots = pools.slots
    bytes = pools.bytes
    patterns = pools.patterns
    patternTests = pools.patternTests
    periods = pools.periods
    relativeTests = pools.relativeTests
    elements = pools.elements
  }
}

extension ColumnTables {
  /// Works out a row that is not written out, and calls the body with each of its words and where that stands.
  @inline(never)
  func withRow(_ row: Int, of rows: ColumnLayout.Rows, _ body: (_ offset: Int, _ mask: UInt64) -> Void) {
    let written = row / rows.stride
    let first = rows.first + written * rows.width
    var words = Array(masks[first..<first + rows.width])
    for index in written * rows.stride + 1..<max(row, written * rows.stride) + 1 {
      for place in changeStarts[rows.changes + index]..<changeStarts[rows.changes + index + 1] {
        words[Int(changes[place]) >> 6] ^= 1 << UInt64(changes[place] & 63)
      }
    }
    for (offset, word) in words.enumerated() where word != 0 { body(offset, word) }
  }

  /// Lays a row of masks over one vector of bits.
  func lay(_ row: Int, of rows: ColumnLayout.Rows, over bits: inout [UInt64]) {
    guard rows.stride == 1 else {
      withRow(row, of: rows) { bits[rows.word + $0] |= $1 }
      return
    }
    let source = rows.first + row * rows.width
    for offset in 0..<rows.width { bits[rows.word + offset] |= masks[source + offset] }
  }

  /// Lays all tests that a text passes over one vector of bits, patterns apart.
  func lay(_ text: Span<UInt8>, _ column: ColumnLayout, over bits: inout [UInt64]) {
    guard column.isRead else { return }
    lay(0, of: column.rows, over: &bits)
    if column.exact.count > 0 {
      lay(TextTable(self, column.exact).row(of: text.indices, in: text), of: column.exact.rows, over: &bits)
    }
    if column.folded.count > 0 {
      let folded = CaseFolding.folded(text)
      let row = TextTable(self, column.folded).row(of: folded.indices, in: folded.span)
      lay(row, of: column.folded.rows, over: &bits)
    }
    if !column.thresholds.isEmpty {
      lay(Self.rank(text, among: column.thresholds, of: texts), of: column.orderRows, over: &bits)
    }
  }

  /// The class of a value among sorted thresholds: twice the number of smaller ones, plus one if it is one itself.
  @inline(__always)
  static func rank<Value: Comparable>(_ value: Value, among thresholds: Range<Int>, of pool: [Value]) -> Int {
    var low = thresholds.lowerBound
    var high = thresholds.upperBound
    // The few thresholds that most attributes have are counted without a branch to mispredict.
    if thresholds.count <= 4 {
      var rank = 0
      while low < high {
        rank &+= (pool[low] < value ? 2 : 0) &+ (pool[low] == value ? 1 : 0)
        low &+= 1
      }
      return rank
    }
    while low < high {
      let middle = (low &+ high) >> 1
      if pool[middle] < value { low = middle &+ 1 } else { high = middle }
    }
    let isThreshold = low < thresholds.upperBound && pool[low] == value
    return (low &- thresholds.lowerBound) &* 2 &+ (isThreshold ? 1 : 0)
  }

  /// Likewise, of texts in the order of their bytes.
  static func rank(_ text: Span<UInt8>, among thresholds: Range<Int>, of pool: [ExactText]) -> Int {
    var (low, high) = (thresholds.lowerBound, thresholds.upperBound)
    while low < high {
      let middle = (low + high) >> 1
      if order(pool[middle].bytes, text) < 0 { low = middle + 1 } else { high = middle }
    }
    let isThreshold = low < thresholds.upperBound && order(pool[low].bytes, text) == 0
    return (low - thresholds.lowerBound) * 2 + (isThreshold ? 1 : 0)
  }

  private static func order(_ first: [UInt8], _ second: Span<UInt8>) -> Int {
    for index in 0..<min(first.count, second.count) where first[index] != second[index] {
      return first[index] < second[index] ? -1 : 1
    }
    return first.count - second.count
  }
}
