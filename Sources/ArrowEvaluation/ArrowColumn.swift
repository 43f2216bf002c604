internal import CPersonalization

/// One column of a table that somebody else owns, valid until that is released.
///
/// The one place that reads foreign memory. What can be checked is: counts and offsets are not negative, a buffer exists
/// where there are values, children are as long as their parents, offsets do not run backwards, and an index lies in its
/// dictionary. How long a buffer is, the interface does not say, so its maker is believed that it is long enough.
final class ArrowColumn {
  /// What the column holds: for a dictionary, the indices.
  let ownType: ColumnType
  /// How many rows it has.
  let length: Int
  /// The place of the first row in the buffers.
  let first: Int
  let validities: [Bitmap]
  let buffers: [UnsafeRawPointer?]
  /// The lengths of the buffers that views of texts look into.
  private let viewedLengths: UnsafeRawPointer?
  let dictionary: ArrowColumn?
  /// What the lists are made of, for a column that is no dictionary.
  let elements: ArrowColumn?

  /// What the lists are made of.
  var listElements: ArrowColumn? { dictionary?.listElements ?? elements }

  /// Which rows have a value, from this bit on.
  struct Bitmap {
    let bits: UnsafeRawPointer
    let first: Int

    @inline(__always)
    func isSet(_ row: Int) -> Bool {
      let place = first &+ row
      return bits.load(fromByteOffset: place >> 3, as: UInt8.self) >> UInt8(truncatingIfNeeded: place & 7) & 1 == 1
    }
  }

  /// What the values are.
  var type: ColumnType { dictionary?.type ?? ownType }

  /// Looks at a column.
  ///
  /// - Parameters:
  ///   - name: What to call it in messages.
  ///   - window: The rows that count, if it is part of a structure.
  ///   - parents: Which rows of that have a value.
  ///   - depth: How many lists and dictionaries it is part of.
  init(
    _ schema: ArrowSchema, _ array: ArrowArray, name: String, window: Range<Int>? = nil, parents: [Bitmap] = [],
    depth: Int = 0
  ) throws(TableError) {
    func broken(_ what: String) -> TableError { TableError("column \(name) is broken: \(what)") }
    guard depth <= Self.maximumDepth else {
      throw TableError("column \(name) has lists inside each other, more than \(Self.maximumDepth) deep")
    }
    guard schema.release != nil, array.release != nil else { throw broken("it was released before") }
    guard let format = schema.format else { throw broken("it has no format") }
    let type = ColumnType(format: String(cString: format))
    guard array.length >= 0, array.offset >= 0, array.n_buffers >= 0, array.n_buffers <= 1 << 20,
      !array.length.addingReportingOverflow(array.offset).overflow
    else { throw broken("a length or an offset is negative or too large") }
    let rows = window ?? 0..<Int(array.length)
    guard rows.upperBound <= Int(array.length) else { throw broken("it is shorter than its structure") }
    var buffers: [UnsafeRawPointer?] = []
    if array.n_buffers > 0 {
      guard let pointers = array.buffers else { throw broken("it has no buffers") }
      buffers = (0..<Int(array.n_buffers)).map { pointers[$0] }
    }
    guard buffers.count >= type.bufferCount else {
      throw broken("it has \(buffers.count) buffers, and a \(type.name) column has \(type.bufferCount)")
    }
    if !rows.isEmpty {
      for index in 1..<max(1, min(2, type.bufferCount)) where buffers[index] == nil {
        throw broken("a buffer is missing")
      }
      if case .list(.views32) = type, buffers[2] == nil { throw broken("a buffer is missing") }
      if case .list(.views64) = type, buffers[2] == nil { throw broken("a buffer is missing") }
    }
    ownType = type
    length = rows.count
    first = Int(array.offset) + rows.lowerBound
    var validities = parents
    if type.bufferCount > 0, array.null_count != 0, let bits = buffers[0] {
      validities.append(Bitmap(bits: bits, first: first))
    }
    self.validities = validities
    viewedLengths = if case .text(.views) = type { buffers[buffers.count - 1] } else { nil }
    self.buffers = buffers
    elements = try Self.elements(type, schema, array, name, depth)
    dictionary = try Self.dictionary(type, schema, array, name, depth)
    if case .list(.fixed(let size)) = type, let elements {
      let (needed, overflow) = (first + length).multipliedReportingOverflow(by: size)
      guard !overflow, needed <= elements.length else { throw broken("it has too few elements") }
    }
  }

  /// One member of a column of structures that are dictionary-encoded: its values, by the column's indices.
  init(indices: ArrowColumn, values: ArrowColumn) {
    (ownType, length, first) = (indices.ownType, indices.length, indices.first)
    (validities, buffers, viewedLengths) = (indices.validities, indices.buffers, nil)
    (dictionary, elements) = (values, nil)
  }

  /// More lists inside each other than any table means: looking at them must not run out of stack.
  private static let maximumDepth = 32

  private static func elements(
    _ type: ColumnType, _ schema: ArrowSchema, _ array: ArrowArray, _ name: String, _ depth: Int
  ) throws(TableError) -> ArrowColumn? {
    guard case .list = type else { return nil }
    guard schema.n_children == 1, array.n_children == 1, let childSchema = schema.children?[0]?.pointee,
      let child = array.children?[0]?.pointee
    else { throw TableError("column \(name) is broken: a list has one child") }
    return try ArrowColumn(childSchema, child, name: depth == 0 ? "\(name), elements" : name, depth: depth + 1)
  }

  private static func dictionary(
    _ type: ColumnType, _ schema: ArrowSchema, _ array: ArrowArray, _ name: String, _ depth: Int
  ) throws(TableError) -> ArrowColumn? {
    guard let valueSchema = schema.dictionary?.pointee else { return nil }
    guard case .integer = type, let values = array.dictionary?.pointee else {
      throw TableError("column \(name) is broken: its dictionary is missing, or its indices are no integers")
    }
    return try ArrowColumn(valueSchema, values, name: depth == 0 ? "\(name), dictionary" : name, depth: depth + 1)
  }

  // MARK: Rows

  /// Whether a row has a value, as far as the row itself says.
  @inline(__always)
  func isValid(_ row: Int) -> Bool {
    for bitmap in validities where !bitmap.isSet(row) { return false }
    return ownType != .null
  }

  /// Where the value of a row stands: a column without a dictionary, and a row of it; nil: it has none.
  func value(of row: Int) throws(TableError) -> (column: ArrowColumn, row: Int)? {
    guard isValid(row) else { return nil }
    guard let dictionary else { return (self, row) }
    guard let index = integer(row), index >= 0, index < dictionary.length else {
      throw TableError("an index of row \(row + 1) lies outside its dictionary")
    }
    return try dictionary.value(of: index)
  }

  @inline(__always)
  private func load<Value: BitwiseCopyable>(_ buffer: Int, _ place: Int, as type: Value.Type) -> Value? {
    buffers[buffer]?.loadUnaligned(fromByteOffset: place &* MemoryLayout<Value>.stride, as: type)
  }

  /// The value of a row of integers, decimals, days or ticks, as it stands; nil if it has more than 64 bits.
  func integer(_ row: Int) -> Int? {
    let place = first &+ row
    switch ownType {
    case .integer(1, true): return load(1, place, as: Int8.self).map(Int.init)
    case .integer(1, false): return load(1, place, as: UInt8.self).map(Int.init)
    case .integer(2, true): return load(1, place, as: Int16.self).map(Int.init)
    case .integer(2, false): return load(1, place, as: UInt16.self).map(Int.init)
    case .integer(4, true), .decimal(4, _), .days: return load(1, place, as: Int32.self).map(Int.init)
    case .integer(4, false): return load(1, place, as: UInt32.self).map(Int.init)
    case .integer(8, false): return load(1, place, as: UInt64.self).flatMap { Int(exactly: $0) }
    case .integer, .decimal(8, _), .ticks: return load(1, place, as: Int64.self).map(Int.init)
    case .decimal(let bytes, _):
      let words = bytes / 8
      guard let low = load(1, place &* words, as: Int64.self) else { return nil }
      for word in 1..<words where load(1, place &* words &+ word, as: Int64.self) != low >> 63 { return nil }
      return Int(low)
    default: return nil
    }
  }

  /// The value of a row of numbers; nil if the column holds others.
  func number(_ row: Int) -> Double? {
    let place = first &+ row
    switch ownType {
    case .float(8): return load(1, place, as: Double.self)
    case .float(4): return load(1, place, as: Float.self).map(Double.init)
    case .float: return load(1, place, as: UInt16.self).map(Double.init(halfPrecision:))
    case .integer(8, false): return load(1, place, as: UInt64.self).map { Double(exactOrInfinite: $0) }
    case .integer: return integer(row).map { Double(exactOrInfinite: $0) }
    case .decimal(let bytes, let scale): return decimal(row, bytes, scale)
    default: return nil
    }
  }

  /// The integer of a row as text; nil if the column holds others.
  func integerText(_ row: Int) -> String? {
    switch ownType {
    case .integer(8, false): load(1, first &+ row, as: UInt64.self).map(String.init)
    case .integer: integer(row).map(String.init)
    default: nil
    }
  }

  /// The nearest number to a decimal, rounded once.
  private func decimal(_ row: Int, _ bytes: Int, _ scale: Int) -> Double? {
    if let integer = integer(row) {
      // Both are exact, so that the division is all that rounds.
      if integer.magnitude < 1 << 53, 0...22 ~= scale { return Double(integer) / Double.powersOfTen[scale] }
      return Double("\(integer)e\(-scale)")
    }
    let place = first &+ row
    let words = (0..<bytes / 8).compactMap { load(1, place &* (bytes / 8) &+ $0, as: UInt64.self) }
    guard words.count == bytes / 8 else { return nil }
    return Double("\(WideInteger(twosComplement: words))e\(-scale)")
  }

  /// The value of a row of booleans; nil if the column holds others.
  func boolean(_ row: Int) -> Bool? {
    guard ownType == .boolean, let bits = buffers[1] else { return nil }
    return Bitmap(bits: bits, first: first).isSet(row)
  }

  /// The elements of a row of lists, as rows of `elements`; nil if the column holds others.
  func list(_ row: Int) throws(TableError) -> Range<Int>? {
    guard case .list(let layout) = ownType, let elements else { return nil }
    let place = first &+ row
    let bounds: (start: Int?, end: Int?)
    switch layout {
    case .fixed(let size): bounds = (place * size, (place + 1) * size)
    case .offsets32:
      bounds = (load(1, place, as: Int32.self).map(Int.init), load(1, place + 1, as: Int32.self).map(Int.init))
    case .offsets64:
      bounds = (load(1, place, as: Int64.self).map(Int.init), load(1, place + 1, as: Int64.self).map(Int.init))
    case .views32:
      let start = load(1, place, as: Int32.self).map(Int.init)
      bounds = (start, Self.sum(start, load(2, place, as: Int32.self).map(Int.init)))
    case .views64:
      let start = load(1, place, as: Int64.self).map(Int.init)
      bounds = (start, Self.sum(start, load(2, place, as: Int64.self).map(Int.init)))
    }
    guard let start = bounds.start, let end = bounds.end, 0 <= start, start <= end, end <= elements.length else {
      throw TableError("the list of row \(row + 1) lies outside its elements")
    }
    return start..<end
  }

  private static func sum(_ first: Int?, _ second: Int?) -> Int? {
    guard let first, let second else { return nil }
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? nil : sum
  }

  // MARK: Texts

  /// Calls the body with the bytes of a row of texts; nil if the column holds others.
  func text<Result>(_ row: Int, _ body: (UnsafeRawBufferPointer) -> Result) throws(TableError) -> Result? {
    guard case .text(let layout) = ownType else { return nil }
    let place = first &+ row
    switch layout {
    case .views: return try viewedText(place, row, body)
    case .offsets32:
      return try body(
        bytes(load(1, place, as: Int32.self).map(Int.init), load(1, place + 1, as: Int32.self).map(Int.init), row))
    case .offsets64:
      return try body(
        bytes(load(1, place, as: Int64.self).map(Int.init), load(1, place + 1, as: Int64.self).map(Int.init), row))
    }
  }

  func bytes(_ start: Int?, _ end: Int?, _ row: Int) throws(TableError) -> UnsafeRawBufferPointer {
    guard let start, let end, 0 <= start, start <= end, start == end || buffers[2] != nil else {
      throw TableError("the text of row \(row + 1) has offsets that run backwards")
    }
    guard let data = buffers[2] else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: data + start, count: end - start)
  }

  private func viewedText<Result>(
    _ place: Int, _ row: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(TableError) -> Result? {
    guard let views = buffers[1] else { return nil }
    let view = views + place * 16
    let length = Int(view.loadUnaligned(as: Int32.self))
    if length >= 0, length <= 12 { return body(UnsafeRawBufferPointer(start: view + 4, count: length)) }
    return body(try viewed(view, length, row))
  }

  /// The bytes of a view that is too long to hold them itself.
  func viewed(
    _ view: UnsafeRawPointer, _ length: Int, _ row: Int
  ) throws(TableError) -> UnsafeRawBufferPointer {
    let buffer = Int(view.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    let start = Int(view.loadUnaligned(fromByteOffset: 12, as: Int32.self))
    // Validity and views come first, the lengths last.
    guard length >= 0, start >= 0, buffer >= 0, buffer + 3 < buffers.count, let lengths = viewedLengths,
      start + length <= lengths.loadUnaligned(fromByteOffset: buffer * 8, as: Int64.self),
      let data = buffers[buffer + 2]
    else { throw TableError("the text of row \(row + 1) lies outside its buffer") }
    return UnsafeRawBufferPointer(start: data + start, count: length)
  }
}
