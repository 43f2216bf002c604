internal import Personalization

/// The values of one column of a block, in the terms of its type.
struct ColumnValues {
  /// Not a number: missing.
  var numbers = [Double](repeating: .nan, count: Evaluator.blockSize)
  /// The least integer: missing.
  var integers = [Int64](repeating: .min, count: Evaluator.blockSize)
  /// The greatest integer: missing.
  var packedVersions = [UInt64](repeating: .max, count: Evaluator.blockSize)
  /// 2: missing.
  var booleans = [UInt8](repeating: 2, count: Evaluator.blockSize)
  var texts = [TextRange](repeating: .missing, count: Evaluator.blockSize)
}
