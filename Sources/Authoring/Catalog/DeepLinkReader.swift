internal import Personalization

/// Reads one entry of `deepLinks`.
struct DeepLinkReader {
  let nodes: NodeTable
  let routes: NameTable

  func deepLink(_ value: Value) -> DeepLink? {
    guard
      let object = ObjectReader(
        value, "an object with \"pattern\", and \"node\" or \"route\"",
        knows: ["pattern", "node", "route", "needsNoSession", "description"])
    else { return nil }
    object.checkTexts("description")
    let needsNoSession = object["needsNoSession"]?.boolean() ?? false
    let pattern = object.required("pattern", "a pattern such as \"app://practice/{mode}\"")
    let arguments = pattern.flatMap(self.arguments)
    switch (object["node"], object["route"]) {
    case (let node?, nil):
      guard let name = node.reference(to: nodes.names), let declared = nodes.nodes[name], let pattern, let arguments,
        let text = pattern.text
      else { return nil }
      check(arguments, against: declared, name, pattern)
      return DeepLink(pattern: text, destination: .node(name), needsNoSession: needsNoSession)
    case (nil, let route?):
      guard let key = route.reference(to: routes), let pattern, let arguments, let text = pattern.text else {
        return nil
      }
      if let argument = arguments.first {
        pattern.report(.invalidDeepLink, "a route takes no arguments; expected no {\(argument)}")
      }
      return DeepLink(pattern: text, destination: .route(key), needsNoSession: needsNoSession)
    case (_?, let route?):
      route.report(.misplacedMember, "a link leads to a \"node\" or to a \"route\", not to both", at: .key)
    case (nil, nil):
      value.report(.missingMember, "\"node\" or \"route\" is missing; expected one of them")
    }
    return nil
  }

  private func check(_ arguments: [String], against node: DeclaredNode, _ name: String, _ pattern: Value) {
    guard node.isComplete else { return }
    for argument in arguments where node.arguments[argument] == nil {
      let remedy = Remedy(for: argument, among: node.arguments.keys)
      pattern.report(
        .unknownArgument, "node \(quoted(name)) has no argument \(quoted(argument))\(remedy.ending)",
        suggestion: remedy.suggestion)
    }
    for (argument, definition) in node.arguments where definition?.isOptional == false && !arguments.contains(argument)
    {
      pattern.report(
        .missingArgument,
        "node \(quoted(name)) needs the argument \"\(argument)\"; expected {\(argument)} in the pattern")
    }
  }

  /// The arguments in the pattern, or a report.
  private func arguments(of value: Value) -> [String]? {
    guard let text = value.string("a pattern such as \"app://practice/{mode}\"") else { return nil }
    func refuse(_ reason: String) -> [String]? {
      value.report(.invalidDeepLink, "\(reason); expected a pattern such as \"app://practice/{mode}\"")
      return nil
    }
    guard !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0 == "?" || $0 == "#" || $0 == "\u{7F}" }) else {
      return refuse("a pattern has no white space, \"?\" or \"#\"")
    }
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8),
      isScheme(bytes[..<colon])
    else { return refuse("the pattern does not begin with a scheme and \"://\"") }

    var arguments: [String] = []
    for segment in bytes[(colon + 3)...].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let first = segment.first, let last = segment.last else { return refuse("a segment is empty") }
      let braces = segment.filter { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }.count
      if braces == 0 { continue }
      guard first == UInt8(ascii: "{"), last == UInt8(ascii: "}"), braces == 2, segment.count > 2 else {
        return refuse("braces enclose a whole segment, the name of an argument")
      }
      let name = String(decoding: segment.dropFirst().dropLast(), as: UTF8.self)
      guard !arguments.contains(name) else { return refuse("{\(name)} stands twice in the pattern") }
      arguments.append(name)
    }
    return arguments
  }

  private func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, (first | 0x20) &- UInt8(ascii: "a") < 26 else { return false }
    return bytes.allSatisfy {
      ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10 || "+-.".utf8.contains($0)
    }
  }
}
