internal import CPersonalization

/// A table that somebody else owns: its columns by name, those of structures by path.
struct ArrowTable {
  /// Rows.
  let length: Int
  let columns: [(name: String, column: ArrowColumn)]
  /// The structures that columns were taken from, by path: no attribute takes one.
  let structures: [(name: String, column: ArrowColumn)]

  /// Looks at a struct array whose children are the columns.
  init(_ schema: ArrowSchema, _ array: ArrowArray) throws(TableError) {
    guard let format = schema.format, ColumnType(format: String(cString: format)) == .structure else {
      throw TableError("the table is no struct array: expected one child for each column")
    }
    // Its own fields say which rows have a value; the same check as of any column.
    let whole = try ArrowColumn(schema, array, name: "table")
    length = whole.length
    guard length < Self.maximumLength else {
      throw TableError("the table has \(length) rows: expected fewer than \(Self.maximumLength) at a time")
    }
    var parts = Parts()
    try Self.append(schema, array, rows: 0..<whole.length, under: "", parents: [], depth: 0, to: &parts)
    (columns, structures) = (parts.columns, parts.structures)
  }

  /// As many as the offsets of the decisions' lists can count; so many rows are also no accident of a broken array.
  private static let maximumLength = Int(Int32.max)

  /// More structures inside each other than any table means.
  private static let maximumDepth = 32

  private struct Parts {
    var columns: [(name: String, column: ArrowColumn)] = []
    var structures: [(name: String, column: ArrowColumn)] = []
  }

  private static func append(
    _ schema: ArrowSchema, _ array: ArrowArray, rows: Range<Int>, under path: String, parents: [ArrowColumn.Bitmap],
    depth: Int, to parts: inout Parts
  ) throws(TableError) {
    let place = path.isEmpty ? "the table" : "column \(path)"
    guard depth <= maximumDepth else { throw TableError("\(place) has structures inside each other without end") }
    guard schema.n_children == array.n_children, schema.n_children >= 0, schema.n_children <= 1 << 20 else {
      throw TableError("\(place) is broken: its schema has \(schema.n_children) children, its data \(array.n_children)")
    }
    // The first row of a structure is the first row of each child.
    let window = Int(array.offset) + rows.lowerBound..<Int(array.offset) + rows.upperBound
    var validities = parents
    if array.null_count != 0, array.n_buffers > 0, let bits = array.buffers?[0] {
      validities.append(ArrowColumn.Bitmap(bits: bits, first: window.lowerBound))
    }
    for index in 0..<Int(schema.n_children) {
      guard let childSchema = schema.children?[index]?.pointee, let child = array.children?[index]?.pointee else {
        throw TableError("\(place) is broken: child \(index + 1) is missing")
      }
      let name = childSchema.name.map { String(cString: $0) } ?? ""
      let childPath = path.isEmpty ? name : "\(path).\(name)"
      let column = try ArrowColumn(childSchema, child, name: childPath, window: window, parents: validities)
      guard column.type == .structure else {
        parts.columns.append((childPath, column))
        continue
      }
      parts.structures.append((childPath, column))
      let count = parts.columns.count
      if let valueSchema = childSchema.dictionary?.pointee, let values = child.dictionary?.pointee {
        var members = Parts()
        try append(
          valueSchema, values, rows: 0..<Int(values.length), under: childPath, parents: [], depth: depth + 1,
          to: &members)
        for (name, values) in members.columns {
          parts.columns.append((name, ArrowColumn(indices: column, values: values)))
        }
        parts.structures += members.structures
      } else {
        try append(
          childSchema, child, rows: window, under: childPath, parents: validities, depth: depth + 1, to: &parts)
      }
      // A structure without members is a column too, which is then named among those that are ignored.
      if parts.columns.count == count { parts.columns.append((childPath, column)) }
    }
  }
}
