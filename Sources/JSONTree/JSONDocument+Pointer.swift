extension JSONDocument {
  /// Where the value that a JSON pointer (RFC 6901) names begins, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the members and elements passed on the way.
  public func position(of pointer: String) -> SourcePosition? {
    node(at: pointer)?.position
  }

  /// The value that a JSON pointer (RFC 6901) names, or `nil` if there is none.
  ///
  /// The empty pointer names the root. In a key, `~1` stands for `/` and `~0` for `~`; a pointer with another `~`, or
  /// without a leading `/`, names nothing, and neither does an array index with a leading zero.
  ///
  /// - Complexity: O(*n*) in the members and elements passed on the way.
  public func node(at pointer: String) -> JSONNode? {
    let steps = pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard steps.first?.isEmpty == true else { return nil }

    var node = root
    for step in steps.dropFirst() {
      guard let name = unescaped(step), let next = node.child(named: name) else { return nil }
      node = next
    }
    return node
  }
}

extension JSONNode {
  fileprivate func child(named name: [UInt8]) -> JSONNode? {
    switch entries[index].content {
    case .object:
      return child { $0?.name.utf8.elementsEqual(name) ?? false }
    case .array:
      guard let position = arrayIndex(name) else { return nil }
      return children.dropFirst(position).first { _ in true }.map { JSONNode(entries: entries, index: $0) }
    case .null, .boolean, .number, .string:
      return nil
    }
  }
}

/// The step of a pointer without its escapes, or `nil` if one of them is unknown.
private func unescaped(_ step: Substring.UTF8View) -> [UInt8]? {
  var result: [UInt8] = []
  var rest = step[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "~") else {
      result.append(byte)
      continue
    }
    switch rest.popFirst() {
    case UInt8(ascii: "0"): result.append(UInt8(ascii: "~"))
    case UInt8(ascii: "1"): result.append(UInt8(ascii: "/"))
    default: return nil
    }
  }
  return result
}

/// The number that the step of a pointer writes; `Int("+1")` and `Int("01")` would be too generous.
private func arrayIndex(_ step: [UInt8]) -> Int? {
  let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
  guard step.allSatisfy(digits.contains), step.count == 1 || step.first != UInt8(ascii: "0") else { return nil }
  return Int(String(decoding: step, as: UTF8.self))
}
