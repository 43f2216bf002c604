package import Personalization

/// The values of one column of a block, in the terms of its type.
package struct ColumnValues {
  /// Not a number: missing.
  package var numbers = [Double](repeating: .nan, count: Evaluator.blockSize)
  /// The least integer: missing.
  package var integers = [Int64](repeating: .min, count: Evaluator.blockSize)
  /// The greatest integer: missing.
  package var packedVersions = [UInt64](repeating: .max, count: Evaluator.blockSize)
  /// 2: missing.
  package var booleans = [UInt8](repeating: 2, count: Evaluator.blockSize)
  package var texts = [TextRange](repeating: .missing, count: Evaluator.blockSize)

  /// Nothing but missing values.
  package init() {}
}
