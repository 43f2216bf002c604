/// What finds a text in a table: its length, its first eight bytes and, of a longer one, a hash of all.
///
/// Most texts that rules name are not longer than eight bytes, and are then compared as one integer.
struct TextKey {
  /// The first bytes, the first of them lowest; zeros where the text is shorter.
  let head: UInt64
  let length: Int
  /// Well mixed: every byte changes every bit.
  let hash: Int

  /// - Parameter seed: Another seed is another hash.
  @inline(__always)
  init(_ places: Range<Int>, of bytes: Span<UInt8>, seed: UInt64) {
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
    var mixed = Self.folded(head ^ seed, UInt64(truncatingIfNeeded: length) &* 0xD6E8_FEB8_6659_FD93 | 1)
    if length > 8 {
      // The last word may repeat bytes of the one before; there are eight, for the text is longer than that.
      var place = places.lowerBound &+ 8
      while place < places.upperBound {
        let word = raw.unsafeLoadUnaligned(
          fromByteOffset: min(place, places.upperBound &- 8), as: UInt64.self)
        mixed = Self.folded(mixed ^ UInt64(littleEndian: word), 0x9E37_79B9_7F4A_7C15)
        place &+= 8
      }
    }
    hash = Int(truncatingIfNeeded: Self.folded(mixed, 0xA076_1D64_78BD_642F))
  }

  /// The halves of a product of 128 bits, laid over each other.
  @inline(__always)
  private static func folded(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let (high, low) = one.multipliedFullWidth(by: other)
    return high ^ low
  }
}

/// Where texts stand in an open-addressing table.
struct TextPlaces {
  /// A power of two.
  let count: Int
  let seed: UInt64
  /// For each text, in the order given, its slot.
  let slots: [Int]

  /// More probes than these a table takes only if no other seed does with fewer.
  private static let mostProbes = 32

  /// Places the texts, at most one in two slots, under the first seed that keeps all of them near their hashes.
  ///
  /// A set of texts that was made to collide under one seed does not under another.
  init(_ texts: [[UInt8]]) {
    var size = 4
    while size < texts.count * 2 { size *= 2 }
    var best: (probes: Int, seed: UInt64, slots: [Int])?
    for attempt in 0..<8 {
      let seed = UInt64(attempt) &* 0x9E37_79B9_7F4A_7C15
      var isTaken = [Bool](repeating: false, count: size)
      var most = 0
      let slots = texts.map { text in
        let first = TextKey(text.indices, of: text.span, seed: seed).hash & (size - 1)
        var slot = first
        while isTaken[slot] { slot = (slot + 1) & (size - 1) }
        isTaken[slot] = true
        most = max(most, (slot - first) & (size - 1))
        return slot
      }
      if best.map({ most < $0.probes }) ?? true { best = (most, seed, slots) }
      if most <= Self.mostProbes { break }
    }
    count = size
    seed = best?.seed ?? 0
    slots = best?.slots ?? []
  }

  /// How far the text that stands farthest is from where it is looked for first.
  func longestProbe(of texts: [[UInt8]]) -> Int {
    zip(texts, slots).map { text, slot in
      (slot - TextKey(text.indices, of: text.span, seed: seed).hash) & (count - 1)
    }.max() ?? 0
  }
}

/// An open-addressing table from texts to rows of masks.
struct TextTable {
  private let slots: [ColumnTables.TextSlot]
  private let bytes: [UInt8]
  private let first: Int
  private let mask: Int
  private let seed: UInt64

  init(_ tables: ColumnTables, _ layout: ColumnLayout.HashTable) {
    slots = tables.slots
    bytes = tables.bytes
    first = layout.first
    mask = layout.count - 1
    seed = layout.seed
  }

  /// The row of the text at `places`; 0 if it is not in the table.
  @inline(__always)
  func row(of places: Range<Int>, in text: Span<UInt8>) -> Int {
    let key = TextKey(places, of: text, seed: seed)
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

  private let seed: UInt64

  /// Of a name that is there twice, the first place is found.
  init(_ names: [String]) {
    var seen: Set<ExactText> = []
    let distinct = names.enumerated().map { (place: $0, text: ExactText($1)) }.filter { seen.insert($0.text).inserted }
    let places = TextPlaces(distinct.map(\.text.bytes))
    var table = [ColumnTables.TextSlot](repeating: .init(), count: places.count)
    var words: [UInt64] = []
    for (name, slot) in zip(distinct, places.slots) {
      let text = name.text.bytes
      let key = TextKey(text.indices, of: text.span, seed: places.seed)
      table[slot] = .init(head: key.head, length: Int32(text.count), row: Int32(name.place), offset: words.count)
      words += Self.tail(text.count).map { Self.word(text.span, $0) }
    }
    self.table = table
    self.words = words
    seed = places.seed
  }

  /// The place of the name; nil if it is not there.
  @inline(__always)
  func index(of name: String) -> Int? { name.withBytes { index(of: $0) } }

  @inline(__always)
  private func index(of name: Span<UInt8>) -> Int? {
    let key = TextKey(name.indices, of: name, seed: seed)
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
