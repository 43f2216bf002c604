internal import Personalization

/// What separates the elements of lists, told from the beginning of the file.
///
/// Always from the same bytes, whatever the number of threads, the size of chunks and the kind of file: the answer is the
/// file's. Only where the catalog names no separator of its own is another one looked for.
extension InputHeader {
  /// How many bytes after the header are looked at.
  static let listSample = 256 * 1024

  /// Whether some column holds lists.
  var hasLists: Bool { columns.contains { $0.isList } }

  /// Notes what separates the lists of each column.
  ///
  /// - Parameters:
  ///   - bytes: The beginning of the file, the header included.
  ///   - isWhole: Whether `bytes` is the whole file.
  mutating func findSeparators(_ bytes: Span<UInt8>, isWhole: Bool) {
    guard hasLists, bytes.count > length else { return }
    let end = min(bytes.count, length + Self.listSample)
    let sample = bytes.extracting(0..<end)
    var traces = [Traces](repeating: Traces(), count: columns.count)
    var block = RecordBlock(self, capacity: 128)
    var position = length
    reading: while true {
      let blockEnd = block.cut(sample, from: position, isLast: isWhole && end == bytes.count)
      for (index, column) in columns.enumerated() where column.isList {
        for record in 0..<block.count where block.records[record].fieldCount == columns.count {
          traces[index].add(sample.extracting(block.cell(record, index).places), separator: column.separator)
        }
      }
      position = block.position
      switch blockEnd {
      case .block: continue
      case .bytes, .insideRecord: break reading
      }
    }
    for index in columns.indices where columns[index].isList {
      columns[index].isSeparatorInUse = traces[index].hasOwn
      guard !traces[index].hasOwn, columns[index].spelling?.separator == nil,
        columns[index].separator == AttributeDefinition.usualSeparator,
        let other = traces[index].other(
          than: columns[index].spelling?.hasDecimalComma == true ? UInt8(ascii: ",") : nil)
      else { continue }
      columns[index].separator = other
      columns[index].isSeparatorInUse = true
      foundSeparators[names[index]] = other
    }
  }

  /// What was seen in the cells of a column.
  private struct Traces {
    var hasOwn = false
    private var hasSemicolon = false
    private var hasComma = false
    private var hasPunctuation = false

    /// What separates the elements in the stead of the column's separator; a semicolon before a comma.
    ///
    /// - Parameter decimal: What stands before decimals in the column, and thus separates nothing.
    func other(than decimal: UInt8?) -> UInt8? {
      if hasSemicolon { return UInt8(ascii: ";") }
      return hasComma && !hasPunctuation && decimal != UInt8(ascii: ",") ? UInt8(ascii: ",") : nil
    }

    mutating func add(_ cell: Span<UInt8>, separator: UInt8) {
      guard !hasOwn, ListForm(of: cell) == .separated else { return }
      for place in cell.indices {
        switch cell[place] {
        case separator: hasOwn = true
        case UInt8(ascii: ";"): hasSemicolon = true
        case UInt8(ascii: ","):
          let isPunctuation = place + 1 == cell.count || cell[place + 1] == UInt8(ascii: " ")
          if isPunctuation { hasPunctuation = true } else { hasComma = true }
        default: continue
        }
      }
    }
  }
}

extension InputHeader.Column {
  /// Whether the column holds lists.
  var isList: Bool {
    switch kind {
    case .stringList, .numberList: true
    default: false
    }
  }
}
