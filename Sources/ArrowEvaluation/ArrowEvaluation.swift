internal import BatchEvaluation
package import CPersonalization
package import Personalization

/// Decides for tables in Apache Arrow's C data interface, as batches decide for files.
///
/// Any number of threads may share one; each call uses the memory of an evaluator at rest.
package final class ArrowEvaluation: Sendable {
  private let engine: PersonalizationEngine
  private let evaluators = Locked<[Box]>([])

  /// Keeps an evaluator in one place while it waits.
  ///
  /// `@unchecked`: whoever takes it from the list of those at rest is the only one who has it.
  private final class Box: @unchecked Sendable {
    var evaluator: TableEvaluator

    init(_ evaluator: consuming TableEvaluator) { self.evaluator = evaluator }
  }

  /// An evaluation by this engine.
  package init(_ engine: PersonalizationEngine) { self.engine = engine }

  /// The columns that can be made, in their usual order: those of a batch without the unit, which the table has.
  package var columnNames: [String] { allColumns.map(\.name) }

  private var allColumns: [(name: String, column: OutputColumn)] {
    OutputColumn.all(engine).filter { $0.column != .unit }
  }

  /// Decides for every row of a table, and releases it.
  ///
  /// - Parameters:
  ///   - schema: Describes the table; released on every path.
  ///   - array: A struct array whose children are columns; released on every path.
  ///   - time: When schedules and relative dates are measured.
  ///   - readsCells: Whether texts stand for values of any type, spelt as in a CSV file.
  ///   - columns: The columns to make, in this order; nil: all.
  ///   - resultSchema: Where the description of the decisions goes; the caller's to release.
  ///   - result: Where the decisions go, a struct array with a row for each row; the caller's to release.
  /// - Throws: Where the table is broken or does not fit the catalog, or a column is not made.
  package func evaluate(
    schema: UnsafeMutablePointer<ArrowSchema>, array: UnsafeMutablePointer<ArrowArray>, at time: Timestamp,
    readsCells: Bool, columns: [String]?, resultSchema: UnsafeMutablePointer<ArrowSchema>,
    result: UnsafeMutablePointer<ArrowArray>
  ) throws(TableError) {
    defer {
      schema.pointee.release?(schema)
      array.pointee.release?(array)
    }
    guard schema.pointee.release != nil, array.pointee.release != nil else {
      throw TableError("the table was released before")
    }
    let chosen: [(name: String, column: OutputColumn)]
    do throws(BatchError) {
      chosen = try OutputColumn.chosen(columns, among: allColumns)
    } catch {
      throw TableError(error.message)
    }
    let table = try ArrowTable(schema.pointee, array.pointee)
    let box = evaluators.withLock { $0.popLast() } ?? Box(TableEvaluator(engine))
    defer { evaluators.withLock { $0.append(box) } }
    let decisions = try box.evaluator.evaluate(table, at: time, columns: chosen, readsCells: readsCells)
    guard let exported = decisions.exported else {
      throw TableError("the decisions of \(table.length) rows do not fit into one table: expected fewer at a time")
    }
    exported.export(schema: resultSchema, array: result)
  }
}
