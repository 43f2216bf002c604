/// The shape of links: `coach://practice/{mode}`.
public struct LinkPattern: Hashable, Sendable {
  /// The scheme, in lower case.
  public let scheme: String
  /// What comes between the slashes, the host first.
  public let segments: [Segment]

  /// One part of a pattern.
  public enum Segment: Hashable, Sendable {
    /// This text; the first segment's case does not matter.
    case literal(String)
    /// The value of the argument of this name.
    case argument(String)
  }

  /// The pattern that this text spells; nil if it spells none: a scheme, at least one segment, each a text or a name in
  /// braces, and no name twice.
  public init?(_ text: String) {
    guard let colon = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard let first = scheme.utf8.first, (0x61...0x7A).contains(first) else { return nil }
    var segments: [Segment] = []
    var names: Set<String> = []
    for part in text[colon.upperBound...].split(separator: "/", omittingEmptySubsequences: false) {
      if part.hasPrefix("{"), part.hasSuffix("}"), part.count > 2 {
        let name = String(part.dropFirst().dropLast())
        guard names.insert(name).inserted else { return nil }
        segments.append(.argument(name))
      } else {
        guard !part.isEmpty, part != ".", part != "..", !part.contains(where: { "{}?#%:@".contains($0) }) else {
          return nil
        }
        segments.append(.literal(String(part)))
      }
    }
    guard !segments.isEmpty else { return nil }
    self.scheme = scheme
    self.segments = segments
  }

  /// The names of the arguments, in order.
  public var arguments: [String] {
    segments.compactMap { if case .argument(let name) = $0 { name } else { nil } }
  }

  /// The arguments' texts, if the segments have this shape.
  func match(_ parts: [String]) -> [String: String]? {
    guard parts.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (place, (segment, part)) in zip(segments, parts).enumerated() {
      switch segment {
      case .literal(let text):
        guard place == 0 ? text.lowercased() == part.lowercased() : text == part else { return nil }
      case .argument(let name): values[name] = part
      }
    }
    return values
  }

  /// The link of this shape with these values; nil if one is missing or would not be read back: an empty text, or dots.
  func link(_ values: [String: String]) -> String? {
    var parts: [String] = []
    for segment in segments {
      switch segment {
      case .literal(let text): parts.append(LinkText.escaped(text))
      case .argument(let name):
        guard let value = values[name], !value.isEmpty, value != ".", value != ".." else { return nil }
        parts.append(LinkText.escaped(value))
      }
    }
    return "\(scheme)://\(parts.joined(separator: "/"))"
  }
}

extension LinkPattern: Comparable {
  /// The more exact pattern first: where the one has a text and the other takes any, the text counts.
  public static func < (first: LinkPattern, second: LinkPattern) -> Bool {
    for (one, other) in zip(first.segments, second.segments) {
      switch (one, other) {
      case (.literal, .argument): return true
      case (.argument, .literal): return false
      case (.literal(let text), .literal(let otherText)) where text != otherText: return text < otherText
      default: continue
      }
    }
    return first.segments.count < second.segments.count
  }
}
