internal import Personalization

/// Whole stretches, for columns whose rows all lie side by side.
extension ArrowColumn {
  /// Fills `values` with the numbers of some rows, whatever stands where there is no value.
  ///
  /// - Returns: Whether it did; columns of other types and dictionaries are read row by row.
  func fill(_ values: inout [Double], _ rows: Range<Int>) -> Bool {
    guard dictionary == nil, let data = buffers.count > 1 ? buffers[1] : nil else { return false }
    func fill<Value: BitwiseCopyable>(_: Value.Type, _ number: (Value) -> Double) {
      var output = values.mutableSpan
      var place = (first &+ rows.lowerBound) &* MemoryLayout<Value>.stride
      for index in 0..<rows.count {
        output[index] = number(data.loadUnaligned(fromByteOffset: place, as: Value.self))
        place &+= MemoryLayout<Value>.stride
      }
    }
    switch ownType {
    case .float(8): fill(Double.self) { $0 }
    case .float(4): fill(Float.self) { Double($0) }
    case .integer(8, true): fill(Int64.self) { Double(exactOrInfinite: $0) }
    case .integer(4, true): fill(Int32.self) { Double($0) }
    case .integer(2, true): fill(Int16.self) { Double($0) }
    case .integer(1, true): fill(Int8.self) { Double($0) }
    case .integer(8, false): fill(UInt64.self) { Double(exactOrInfinite: $0) }
    case .integer(4, false): fill(UInt32.self) { Double($0) }
    case .integer(2, false): fill(UInt16.self) { Double($0) }
    case .integer(1, false): fill(UInt8.self) { Double($0) }
    default: return false
    }
    return true
  }

  /// Fills `ranges` with the places of the texts of some rows, counted from the first of them, whatever stands where
  /// there is no value.
  ///
  /// - Returns: The bytes in which they stand, valid as long as the table; nil if texts do not lie side by side, as views
  ///   and those of a dictionary, which are read row by row.
  func fill(_ ranges: inout [TextRange], _ rows: Range<Int>) throws(TableError) -> UnsafeRawBufferPointer? {
    guard dictionary == nil, case .text(let layout) = ownType, layout != .views, let offsets = buffers[1] else {
      return nil
    }
    var isSound = true
    func fill<Offset: FixedWidthInteger & BitwiseCopyable>(_: Offset.Type) -> (Int, Int) {
      var output = ranges.mutableSpan
      let stride = MemoryLayout<Offset>.stride
      var place = (first &+ rows.lowerBound) &* stride
      let base = Int(truncatingIfNeeded: offsets.loadUnaligned(fromByteOffset: place, as: Offset.self))
      var start = base
      isSound = base >= 0
      for index in 0..<rows.count {
        place &+= stride
        let end = Int(truncatingIfNeeded: offsets.loadUnaligned(fromByteOffset: place, as: Offset.self))
        isSound = isSound && start <= end
        output[index] = TextRange(
          start: UInt32(truncatingIfNeeded: start &- base), end: UInt32(truncatingIfNeeded: end &- base))
        start = end
      }
      return (base, start)
    }
    let (start, end) = layout == .offsets32 ? fill(Int32.self) : fill(Int64.self)
    guard isSound else {
      throw TableError("the texts of rows \(rows.lowerBound + 1) and on have offsets that run backwards")
    }
    // A stretch whose places do not fit is rare enough to be read row by row.
    return end - start < Int(UInt32.max) ? try bytes(start, end, rows.lowerBound) : nil
  }

  /// Appends the texts of some rows to `bytes` and fills `ranges` with their places there, whatever stands where there is
  /// no value.
  ///
  /// - Returns: Whether it did; columns of other types and dictionaries are read row by row.
  func gather(_ bytes: inout [UInt8], _ ranges: inout [TextRange], _ rows: Range<Int>) throws(TableError) -> Bool {
    guard dictionary == nil, case .text(.views) = ownType, let views = buffers[1] else { return false }
    var output = ranges.mutableSpan
    for index in 0..<rows.count {
      let row = rows.lowerBound &+ index
      guard isValid(row) else { continue }
      let view = views + (first &+ row) &* 16
      let length = Int(view.loadUnaligned(as: Int32.self))
      let start = bytes.count
      if 0...12 ~= length {
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: view + 4, count: length))
      } else {
        bytes.append(contentsOf: try viewed(view, length, row))
      }
      output[index] = TextRange(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: bytes.count))
    }
    guard bytes.count < Int(UInt32.max) else {
      throw TableError("the texts from row \(rows.lowerBound + 1) on are too long")
    }
    return true
  }

  /// Fills `values` with the booleans of some rows as 0 and 1, whatever stands where there is no value.
  ///
  /// - Returns: Whether it did; columns of other types and dictionaries are read row by row.
  func fill(_ values: inout [UInt8], _ rows: Range<Int>) -> Bool {
    guard dictionary == nil, ownType == .boolean, let bits = buffers[1] else { return false }
    let bitmap = Bitmap(bits: bits, first: first)
    var output = values.mutableSpan
    for index in 0..<rows.count { output[index] = bitmap.isSet(rows.lowerBound &+ index) ? 1 : 0 }
    return true
  }

  /// Calls the body with each of some rows that has no value, for columns that were filled.
  @inline(__always)
  func forEachNull(_ rows: Range<Int>, _ body: (Int) -> Void) {
    for bitmap in validities {
      for row in rows where !bitmap.isSet(row) { body(row) }
    }
  }
}

extension Double {
  /// The integer as a double; infinity where a double would be its neighbor, which then counts as missing.
  @inline(__always)
  init(exactOrInfinite integer: some FixedWidthInteger) {
    self = integer.magnitude <= 1 << 53 ? Double(integer) : Double(exactly: integer) ?? .infinity
  }
}
