/// Memory outside Swift's care, aligned as Arrow asks for, freed with its last owner.
final class ForeignBuffer {
  let bytes: UnsafeMutableRawPointer

  /// A copy of the elements.
  init<Element: BitwiseCopyable>(_ elements: [Element]) {
    let size = elements.count * MemoryLayout<Element>.stride
    bytes = .allocate(byteCount: max(size, 1), alignment: 64)
    elements.withUnsafeBytes { bytes.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(bytes), byteCount: size) }
  }

  /// Memory to be filled.
  init(size: Int) { bytes = .allocate(byteCount: max(size, 1), alignment: 64) }

  /// An element for each place, asked for in their order.
  convenience init<Element: BitwiseCopyable>(of: Element.Type, count: Int, _ element: (Int) -> Element) {
    self.init(size: count * MemoryLayout<Element>.stride)
    let elements = bytes.bindMemory(to: Element.self, capacity: count)
    for place in 0..<count { (elements + place).initialize(to: element(place)) }
  }

  deinit { bytes.deallocate() }
}
