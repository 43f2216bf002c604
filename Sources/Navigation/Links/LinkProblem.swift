/// What is wrong with a link.
public enum LinkProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is no `scheme://…` text.
  case notALink
  /// It is longer than `LinkText.maximumLength` bytes.
  case tooLong
  /// It names a user, a password or a port.
  case authority
  /// A percent escape is broken, or it escapes what is not text.
  case badEscape
  /// It has `.` or `..` segments.
  case dotSegments
  /// No pattern matches it.
  case noPattern
  /// A pattern matches, but this argument's value is not legal.
  case illegalArgument(String, value: String)
  /// It gives this argument twice.
  case repeatedArgument(String)
  /// It is for another profile than the one in use.
  case otherProfile
  /// The app has no such node.
  case unknownNode(Node)

  /// One sentence for a log.
  public var description: String {
    switch self {
    case .notALink: "it is no link of the form scheme://…"
    case .tooLong: "it is longer than \(LinkText.maximumLength) bytes"
    case .authority: "it names a user, a password or a port"
    case .badEscape: "a percent escape in it is broken"
    case .dotSegments: "it has . or .. segments"
    case .noPattern: "no pattern matches it"
    case .illegalArgument(let name, let value): "\"\(value)\" is no legal value for \(name)"
    case .repeatedArgument(let name): "it gives \(name) twice"
    case .otherProfile: "it is for another profile"
    case .unknownNode(let node): "the app has no node \(node)"
    }
  }
}
