/// What finds a text in a table: its length and its first eight bytes.
///
/// Most texts that rules name are not longer, and are then compared as one integer.
struct TextKey {
  /// The first bytes, the first of them lowest; zeros where the text is shorter.
  let head: UInt64
  let length: Int

  @inline(__always)
  init(_ places: Range<Int>, of bytes: Span<UInt8>) {
    length = places.count
    let raw = bytes.bytes
    if places.lowerBound &+ 8 <= raw.byteCount {
      // A load of eight bytes that the span has; those behind the text are masked away.
      let word = UInt64(
        littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: places.lowerBound, as: UInt64.self))
      head = length >= 8 ? word : word & ~(~0 << UInt64(length &* 8))
    } else {
      var word: UInt64 = 0
      for index in places.prefix(8).reversed() { word = word << 8 | UInt64(bytes[index]) }
      head = word
    }
  }

  @inline(__always)
  var hash: Int {
    let mixed = (head ^ UInt64(truncatingIfNeeded: length) &* 0xD6E8_FEB8_6659_FD93) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 33)
  }
}

/// An open-addressing table from texts to rows of masks.
struct TextTable {
  private let slots: [ColumnTables.TextSlot]
  private let bytes: [UInt8]
  private let first: Int
  private let mask: Int

  init(_ tables: ColumnTables, _ layout: ColumnLayout.HashTable) {
    slots = tables.slots
    bytes = tables.bytes
    first = layout.first
    mask = layout.count - 1
  }

  /// The row of the text at `places`; 0 if it is not in the table.
  @inline(__always)
  func row(of places: Range<Int>, in text: Span<UInt8>) -> Int {
    let key = TextKey(places, of: text)
    var index = key.hash & mask
    while true {
      let slot = slots[first &+ index]
      guard slot.row >= 0 else { return 0 }
      if slot.head == key.head, Int(slot.length) == key.length,
        key.length <= 8 || hasTail(slot, places.lowerBound, in: text)
      {
        return Int(slot.row)
      }
      index = (index &+ 1) & mask
    }
  }

  private func hasTail(_ slot: ColumnTables.TextSlot, _ start: Int, in text: Span<UInt8>) -> Bool {
    for offset in 8..<Int(slot.length) where bytes[slot.offset + offset] != text[start + offset] { return false }
    return true
  }
}

/// Finds the place of a name in a list, without the cost of hashing it against hostile ones: the list is the author's.
///
/// A class, so that a look-up counts no references of its arrays.
final class NameIndex: Sendable {
  private let table: [ColumnTables.TextSlot]
  /// The bytes of names after the first eight, in words; the last one of a name may repeat some.
  private let words: [UInt64]

  /// Of a name that is there twice, the first place is found.
  init(_ names: [String]) {
    var size = 4
    while size < names.count * 2 { size *= 2 }
    var table = [ColumnTables.TextSlot](repeating: .init(), count: size)
    var words: [UInt64] = []
    var seen: Set<String> = []
    for (place, name) in names.enumerated() where seen.insert(name).inserted {
      let text = Array(name.utf8)
      let key = TextKey(text.indices, of: text.span)
      var slot = key.hash & (size - 1)
      while table[slot].row >= 0 { slot = (slot + 1) & (size - 1) }
      table[slot] = .init(head: key.head, length: Int32(text.count), row: Int32(place), offset: words.count)
      words += Self.tail(text.count).map { Self.word(text.span, $0) }
    }
    self.table = table
    self.words = words
  }

  /// The place of the name; nil if it is not there.
  @inline(__always)
  func index(of name: String) -> Int? { name.withBytes { index(of: $0) } }

  @inline(__always)
  private func index(of name: Span<UInt8>) -> Int? {
    let key = TextKey(name.indices, of: name)
    var slot = key.hash & (table.count &- 1)
    while table[slot].row >= 0 {
      if table[slot].head == key.head, Int(table[slot].length) == key.length, hasTail(table[slot].offset, name) {
        return Int(table[slot].row)
      }
      slot = (slot &+ 1) & (table.count &- 1)
    }
    return nil
  }

  @inline(__always)
  private func hasTail(_ offset: Int, _ name: Span<UInt8>) -> Bool {
    var word = offset
    for place in Self.tail(name.count) {
      guard words[word] == Self.word(name, place) else { return false }
      word &+= 1
    }
    return true
  }

  /// Where the words of a name of this length begin, the first one apart.
  @inline(__always)
  private static func tail(_ length: Int) -> StrideTo<Int> { stride(from: 8, to: length, by: 8) }

  /// The eight bytes from `place` on, or the last eight.
  @inline(__always)
  private static func word(_ name: Span<UInt8>, _ place: Int) -> UInt64 {
    // There are eight bytes there: only names longer than that have a tail.
    name.bytes.unsafeLoadUnaligned(fromByteOffset: min(place, name.count &- 8), as: UInt64.self)
  }
}
