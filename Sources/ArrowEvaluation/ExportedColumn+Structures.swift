internal import CPersonalization

extension ExportedColumn {
  /// Fills both structures; their release callbacks free all that they point to.
  func export(schema: UnsafeMutablePointer<ArrowSchema>, array: UnsafeMutablePointer<ArrowArray>) {
    schema.initialize(to: Self.schema(self))
    array.initialize(to: Self.array(self))
  }

  private static func schema(_ column: ExportedColumn) -> ArrowSchema {
    let owner = SchemaOwner(column)
    return ArrowSchema(
      format: UnsafePointer(owner.format), name: UnsafePointer(owner.name),
      metadata: owner.metadata.map { UnsafePointer($0) }, flags: Int64(ARROW_FLAG_NULLABLE),
      n_children: Int64(column.children.count), children: owner.children.pointers, dictionary: owner.dictionary.first,
      release: { schema in
        guard let schema, let owner = schema.pointee.private_data else { return }
        Unmanaged<SchemaOwner>.fromOpaque(owner).release()
        schema.pointee.release = nil
        schema.pointee.private_data = nil
      },
      private_data: Unmanaged.passRetained(owner).toOpaque())
  }

  private static func array(_ column: ExportedColumn) -> ArrowArray {
    let owner = ArrayOwner(column)
    return ArrowArray(
      length: Int64(column.length), null_count: Int64(column.nullCount), offset: 0,
      n_buffers: Int64(column.buffers.count), n_children: Int64(column.children.count), buffers: owner.buffers,
      children: owner.children.pointers, dictionary: owner.dictionary.first,
      release: { array in
        guard let array, let owner = array.pointee.private_data else { return }
        Unmanaged<ArrayOwner>.fromOpaque(owner).release()
        array.pointee.release = nil
        array.pointee.private_data = nil
      },
      private_data: Unmanaged.passRetained(owner).toOpaque())
  }

  /// Structures of C, each in a place of its own, since a consumer may move one out and mark it as released.
  private final class Children<Structure> {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<Structure>?>?
    private let count: Int
    private let release: (UnsafeMutablePointer<Structure>) -> Void

    init(_ structures: [Structure], release: @escaping (UnsafeMutablePointer<Structure>) -> Void) {
      self.release = release
      count = structures.count
      guard count > 0 else {
        pointers = nil
        return
      }
      let pointers = UnsafeMutablePointer<UnsafeMutablePointer<Structure>?>.allocate(capacity: count)
      for (index, structure) in structures.enumerated() {
        let place = UnsafeMutablePointer<Structure>.allocate(capacity: 1)
        place.initialize(to: structure)
        (pointers + index).initialize(to: place)
      }
      self.pointers = pointers
    }

    var first: UnsafeMutablePointer<Structure>? { pointers?[0] }

    deinit {
      for index in 0..<count {
        guard let place = pointers?[index] else { continue }
        release(place)
        place.deallocate()
      }
      pointers?.deallocate()
    }
  }

  private final class SchemaOwner {
    let format: UnsafeMutablePointer<CChar>
    let name: UnsafeMutablePointer<CChar>
    let metadata: UnsafeMutablePointer<CChar>?
    let children: Children<ArrowSchema>
    let dictionary: Children<ArrowSchema>

    init(_ column: ExportedColumn) {
      func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: CChar(bitPattern: byte)) }
        return copy
      }
      format = copy(Array(column.format.utf8) + [0])
      name = copy(Array(column.name.utf8) + [0])
      metadata = column.metadata.isEmpty ? nil : copy(Self.bytes(of: column.metadata))
      func release(_ schema: UnsafeMutablePointer<ArrowSchema>) { schema.pointee.release?(schema) }
      children = Children(column.children.map(ExportedColumn.schema), release: release)
      dictionary = Children(column.dictionary.map(ExportedColumn.schema), release: release)
    }

    /// Counts and lengths in the machine's own order of bytes, as the interface asks for.
    private static func bytes(of metadata: [(key: String, value: String)]) -> [UInt8] {
      func number(_ value: Int) -> [UInt8] {
        withUnsafeBytes(of: Int32(truncatingIfNeeded: value)) { Array($0) }
      }
      return metadata.reduce(number(metadata.count)) { bytes, pair in
        bytes + number(pair.key.utf8.count) + Array(pair.key.utf8) + number(pair.value.utf8.count)
          + Array(pair.value.utf8)
      }
    }

    deinit {
      format.deallocate()
      name.deallocate()
      metadata?.deallocate()
    }
  }

  private final class ArrayOwner {
    let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
    let children: Children<ArrowArray>
    let dictionary: Children<ArrowArray>
    private let memory: [ForeignBuffer?]

    init(_ column: ExportedColumn) {
      memory = column.buffers
      buffers = .allocate(capacity: max(1, column.buffers.count))
      for (index, buffer) in column.buffers.enumerated() {
        (buffers + index).initialize(to: buffer.map { UnsafeRawPointer($0.bytes) })
      }
      func release(_ array: UnsafeMutablePointer<ArrowArray>) { array.pointee.release?(array) }
      children = Children(column.children.map(ExportedColumn.array), release: release)
      dictionary = Children(column.dictionary.map(ExportedColumn.array), release: release)
    }

    deinit { buffers.deallocate() }
  }
}
