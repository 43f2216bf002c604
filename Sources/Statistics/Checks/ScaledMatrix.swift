/// A square matrix times a power of ten, whose powers do not overflow.
struct ScaledMatrix {
  private static let limit = 1e140

  let size: Int
  private(set) var exponent = 0
  private var elements: [Double]

  init(_ size: Int, _ element: (_ row: Int, _ column: Int) -> Double) {
    self.size = size
    elements = (0..<size * size).map { element($0 / size, $0 % size) }
  }

  subscript(row: Int, column: Int) -> Double {
    get { elements[row * size + column] }
    set { elements[row * size + column] = newValue }
  }

  /// The product of `count` of these, for a count above 0.
  ///
  /// - Complexity: O(size³ log count)
  func power(_ count: Int) -> ScaledMatrix {
    guard count > 1 else { return self }
    let half = power(count / 2)
    let even = half * half
    return count.isMultiple(of: 2) ? even : even * self
  }

  static func * (left: ScaledMatrix, right: ScaledMatrix) -> ScaledMatrix {
    let size = left.size
    var product = ScaledMatrix(size) { _, _ in 0 }
    for row in 0..<size {
      for inner in 0..<size {
        let factor = left.elements[row * size + inner]
        if factor == 0 { continue }
        for column in 0..<size {
          product.elements[row * size + column] += factor * right.elements[inner * size + column]
        }
      }
    }
    product.exponent = left.exponent + right.exponent
    if product[size / 2, size / 2] > limit {
      for index in product.elements.indices { product.elements[index] /= limit }
      product.exponent += 140
    }
    return product
  }
}
