/// The numbers 0..<count in an order in which each comes after those that it depends on.
///
/// Depth first, without recursion: a chain may be as long as there are files. Of a cycle, which loading has refused, the
/// numbers come in some order.
func dependencyOrder(_ count: Int, _ dependencies: (Int) -> [Int]) -> [Int] {
  var order: [Int] = []
  order.reserveCapacity(count)
  var isSeen = [Bool](repeating: false, count: count)
  for root in 0..<count where !isSeen[root] {
    isSeen[root] = true
    var path = [(number: root, open: dependencies(root))]
    while let last = path.last {
      guard let next = last.open.last else {
        order.append(last.number)
        path.removeLast()
        continue
      }
      path[path.count - 1].open.removeLast()
      guard !isSeen[next] else { continue }
      isSeen[next] = true
      path.append((next, dependencies(next)))
    }
  }
  return order
}
