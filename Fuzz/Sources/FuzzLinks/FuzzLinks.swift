import Navigation

enum Screen: Codable, Hashable, Sendable {
  case home, list
  case detail(id: String, page: Double?, isLong: Bool?)
}

let table: LinkTable<Screen> = {
  let arguments = [
    "id": LinkArgument(.string), "page": LinkArgument(.number, isOptional: true),
    "isLong": LinkArgument(.boolean, isOptional: true),
  ]
  let lines: [(String, LinkTable<Screen>.Destination)] = [
    ("app://home", .route(start: Node("home"), path: [])),
    ("app://list", .route(start: Node("home"), path: [Node("list")])),
    ("app://items/{id}", .node("detail", arguments, below: { _ in [Node("home")] })),
    ("app://items/{id}/pages/{page}", .node("detail", arguments, below: { _ in [Node("home")] })),
  ]
  return LinkTable(
    lines.compactMap { pattern, destination in
      LinkPattern(pattern).map { .init(pattern: $0, destination: destination) }
    }, webHosts: ["app.example"])
}()

/// Any text as a link: a problem, or a match whose target prints as a link that leads to the same target.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard case .success(let match) = table.match(text) else { return 0 }
  guard let link = table.link(to: match.target) else {
    // Escaped, a long text may be longer than is read.
    precondition(text.utf8.count > 600, "\(match.target) cannot be printed")
    return 0
  }
  guard case .success(let again) = table.match(link) else { preconditionFailure("\(link) cannot be read") }
  precondition(again.target == match.target)
  return 0
}
