internal import BatchEvaluation

/// A column that is ours, to be handed out through the C data interface.
struct ExportedColumn {
  let format: String
  var name = ""
  let length: Int
  var nullCount = 0
  /// The buffers in the order of the format; nil: there is none.
  let buffers: [ForeignBuffer?]
  var children: [ExportedColumn] = []
  var dictionary: [ExportedColumn] = []
  /// What the schema says beside the columns, by key.
  var metadata: [(key: String, value: String)] = []

  /// Texts.
  static func texts(_ texts: [String]) -> ExportedColumn {
    var offsets: [Int32] = [0]
    var bytes: [UInt8] = []
    for text in texts {
      bytes += Array(text.utf8)
      offsets.append(Int32(truncatingIfNeeded: bytes.count))
    }
    return ExportedColumn(
      format: "u", length: texts.count, buffers: [nil, ForeignBuffer(offsets), ForeignBuffer(bytes)])
  }

  /// Lists of texts.
  static func lists(_ lists: TextLists) -> ExportedColumn {
    let elements = ExportedColumn(
      format: "u", name: "item", length: lists.textOffsets.count - 1,
      buffers: [nil, ForeignBuffer(lists.textOffsets), ForeignBuffer(lists.bytes)])
    return ExportedColumn(
      format: "+l", length: lists.offsets.count - 1, buffers: [nil, ForeignBuffer(lists.offsets)], children: [elements])
  }

  /// Numbers of texts; -1: no value.
  static func indices(_ numbers: [Int32], of texts: [String]) -> ExportedColumn {
    var nullCount = 0
    for number in numbers where number < 0 { nullCount += 1 }
    let validity =
      nullCount == 0
      ? nil
      : ForeignBuffer(of: UInt8.self, count: (numbers.count + 7) / 8) { place in
        var bits: UInt8 = 0
        for index in place * 8..<min(place * 8 + 8, numbers.count) where numbers[index] >= 0 {
          bits |= 1 << UInt8(truncatingIfNeeded: index & 7)
        }
        return bits
      }
    return ExportedColumn(
      format: "i", length: numbers.count, nullCount: nullCount,
      // An index that stands for no value still has to lie inside.
      buffers: [validity, ForeignBuffer(of: Int32.self, count: numbers.count) { max(0, numbers[$0]) }],
      dictionary: [.texts(texts.isEmpty && !numbers.isEmpty ? [""] : texts)])
  }

  /// For each row the number of a text that belongs to its outcome.
  static func indices(_ outcomes: [Int32], _ numbers: [Int32], of texts: [String]) -> ExportedColumn {
    ExportedColumn(
      format: "i", length: outcomes.count,
      buffers: [nil, ForeignBuffer(of: Int32.self, count: outcomes.count) { numbers[Int(outcomes[$0])] }],
      dictionary: [.texts(texts)])
  }

  /// For each row the list of texts that belongs to its outcome; nil if 32 bits cannot count them.
  static func lists(_ outcomes: [Int32], _ numbers: [Int32], of lists: [[String]]) -> ExportedColumn? {
    let counts = numbers.map { lists[Int($0)].count }
    let sizes = numbers.map { lists[Int($0)].reduce(0) { $0 + $1.utf8.count } }
    var (count, size) = (0, 0)
    for outcome in outcomes {
      count &+= counts[Int(outcome)]
      size &+= sizes[Int(outcome)]
    }
    guard count < Int(Int32.max), size <= Int(Int32.max) else { return nil }
    var end: Int32 = 0
    let offsets = ForeignBuffer(of: Int32.self, count: outcomes.count + 1) { row in
      if row > 0 { end &+= Int32(truncatingIfNeeded: counts[Int(outcomes[row - 1])]) }
      return end
    }
    let (textOffsets, bytes) = texts(outcomes, numbers.map { lists[Int($0)] }, count: count, size: size)
    let elements = ExportedColumn(format: "u", name: "item", length: count, buffers: [nil, textOffsets, bytes])
    return ExportedColumn(format: "+l", length: outcomes.count, buffers: [nil, offsets], children: [elements])
  }

  /// The texts of all rows' lists, one after another: where each begins, and their bytes.
  private static func texts(
    _ outcomes: [Int32], _ lists: [[String]], count: Int, size: Int
  ) -> (offsets: ForeignBuffer, bytes: ForeignBuffer) {
    let (offsets, bytes) = (ForeignBuffer(size: (count + 1) * 4), ForeignBuffer(size: size))
    let joined = lists.map { Array($0.joined().utf8) }
    let lengths = lists.map { $0.map { Int32(truncatingIfNeeded: $0.utf8.count) } }
    var (text, start) = (0, 0)
    offsets.bytes.storeBytes(of: 0, as: Int32.self)
    for outcome in outcomes {
      let list = Int(outcome)
      joined[list].withUnsafeBytes { source in
        guard let first = source.baseAddress else { return }
        (bytes.bytes + start).copyMemory(from: first, byteCount: source.count)
      }
      var end = Int32(truncatingIfNeeded: start)
      for length in lengths[list] {
        end &+= length
        text &+= 1
        offsets.bytes.storeBytes(of: end, toByteOffset: text &* 4, as: Int32.self)
      }
      start = Int(end)
    }
    return (offsets, bytes)
  }
}

extension DecisionColumns {
  /// All of them as the children of one struct column; nil if they do not fit.
  var exported: ExportedColumn? {
    guard issues.fits else { return nil }
    var children: [ExportedColumn] = []
    for (name, column) in columns {
      guard var child = exported(column) else { return nil }
      child.name = name
      children.append(child)
    }
    return ExportedColumn(
      format: "+s", length: rows, buffers: [nil], children: children,
      metadata: ignoredNames.isEmpty ? [] : [("ignored", ignoredNames.joined(separator: "\n"))])
  }

  private func exported(_ column: OutputColumn) -> ExportedColumn? {
    let all = meanings.all.values
    switch column {
    case .segments: return .lists(outcomes, all.map(\.segments), of: meanings.segments.values)
    case .entry: return .indices(outcomes, all.map(\.entry), of: meanings.entries.values)
    case .homeLayout: return .indices(outcomes, all.map(\.homeLayout), of: meanings.homeLayouts.values)
    case .homeTabs: return .lists(outcomes, all.map(\.homeTabs), of: meanings.homeTabs.values)
    case .fallback: return .indices(outcomes, all.map(\.fallback), of: meanings.fallbacks.values)
    case .experiment(let index):
      return experiments.firstIndex(of: index).map { .indices(variations[$0], of: variationTexts[index]) }
    case .issues: return .lists(issues)
    // The table has the one, and the others are for files.
    case .unit, .slot, .source: return nil
    }
  }
}
