/// Users counted by two things at once, such as their arms in two experiments.
///
/// ```swift
/// let table = ContingencyTable([[300, 200], [200, 300]])
/// table?.independence?.cramersV   // 0.2
/// ```
public struct ContingencyTable: Hashable, Sendable {
  /// The counts by row and column, as given.
  public let counts: [[Int]]
  /// All users.
  public let total: Double

  /// A table; nil if it is ragged, has no cell or a negative count.
  public init?(_ counts: [[Int]]) {
    guard let columns = counts.first?.count, columns > 0,
      counts.allSatisfy({ row in row.count == columns && row.allSatisfy { $0 >= 0 } })
    else { return nil }
    self.counts = counts
    total = counts.joined().reduce(0) { $0 + Double($1) }
  }

  /// The test of whether rows and columns have anything to do with each other.
  ///
  /// Empty rows and columns are left out; nil if fewer than two of either remain.
  public var independence: Independence? { Independence(self) }

  /// Whether nobody is in both: every user is in the row or in the column that stands for "not in it".
  ///
  /// Experiments of one layer look so. That is a design, perfectly kept, and not the dependence that a test of the whole
  /// table reports. False where a side has no user of its own, and without such a row or column.
  public func isExclusive(outsideRow: Int, outsideColumn: Int) -> Bool {
    guard counts.indices.contains(outsideRow), counts[0].indices.contains(outsideColumn) else { return false }
    var (rowsAlone, columnsAlone) = (false, false)
    for (row, cells) in counts.enumerated() {
      for (column, count) in cells.enumerated() where count > 0 {
        switch (row == outsideRow, column == outsideColumn) {
        case (false, false): return false
        case (false, true): rowsAlone = true
        case (true, false): columnsAlone = true
        case (true, true): break
        }
      }
    }
    return rowsAlone && columnsAlone
  }
}

/// Pearson's chi-square test of a contingency table, with the strength of the association.
///
/// With many users every difference is significant: read `p` beside V, which is 0 for none and 1 for a perfect one.
public struct Independence: Hashable, Sendable {
  /// `Σ (observed − expected)² / expected`, without Yates' correction.
  public let chiSquare: Double
  /// (rows − 1) · (columns − 1), without empty ones.
  public let degreesOfFreedom: Int
  /// The chance of an association at least as strong if there is none.
  public let p: Double
  /// Cramér's V, 0…1: `√(χ² / (n · min(rows − 1, columns − 1)))`.
  public let cramersV: Double
  /// V without what chance alone adds to it, 0…1; 0 also where there are too few users to correct.
  ///
  /// Source: W. Bergsma, Journal of the Korean Statistical Society 42, 2013.
  public let correctedV: Double
  /// The fewest users that independence lets expect in a cell; below 5, p is not to be relied on.
  public let smallestExpected: Double

  init?(_ table: ContingencyTable) {
    let n = table.total
    let rows = table.counts.map { $0.reduce(0) { $0 + Double($1) } }
    let columns = table.counts[0].indices.map { column in table.counts.reduce(0) { $0 + Double($1[column]) } }
    let (r, c) = (rows.count { $0 > 0 }, columns.count { $0 > 0 })
    guard r > 1, c > 1 else { return nil }
    var sum = 0.0
    for (row, cells) in table.counts.enumerated() where rows[row] > 0 {
      for (column, count) in cells.enumerated() where columns[column] > 0 {
        let expected = rows[row] * columns[column] / n
        let difference = Double(count) - expected
        sum += difference * difference / expected
      }
    }
    smallestExpected = (rows.filter { $0 > 0 }.min() ?? 0) * (columns.filter { $0 > 0 }.min() ?? 0) / n
    degreesOfFreedom = (r - 1) * (c - 1)
    guard let p = chiSquareSurvival(sum, degreesOfFreedom: degreesOfFreedom) else { return nil }
    chiSquare = sum
    self.p = p
    cramersV = min(1, (sum / (n * Double(min(r, c) - 1))).squareRoot())
    correctedV = Self.corrected(sum / n, rows: Double(r), columns: Double(c), users: n)
  }

  private static func corrected(_ square: Double, rows: Double, columns: Double, users n: Double) -> Double {
    let (r, c) = (rows - (rows - 1) * (rows - 1) / (n - 1), columns - (columns - 1) * (columns - 1) / (n - 1))
    let corrected = max(0, square - (rows - 1) * (columns - 1) / (n - 1))
    let most = min(r, c) - 1
    return most > 0 ? min(1, (corrected / most).squareRoot()) : 0
  }
}
