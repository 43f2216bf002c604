/// Why bytes are not taken for a bundle; nothing of them was used.
public enum BundleError: Error, Hashable, Sendable {
  /// The bytes do not begin as a bundle does.
  case foreign
  /// There are fewer bytes than the bundle says it has.
  case truncated(expected: Int, found: Int)
  /// The bytes are not those that were written.
  case damaged
  /// A later version of the engine wrote it.
  case newerFormat(Int)
  /// There are more bytes than anybody reads: `Workspace.largestBundle`.
  case tooLarge(Int)
  /// The bytes are as they were written, but what they say does not fit together.
  case unsound(String)
}

extension BundleError: CustomStringConvertible {
  /// One sentence for a person: what is wrong, and what helps.
  public var description: String {
    switch self {
    case .foreign: "this is no bundle; expected a file that `personalize bundle` wrote"
    case .truncated(let expected, let found):
      "the bundle is cut off: it has \(found) of \(expected) bytes; transfer it again"
    case .damaged: "the bundle is damaged: its checksum does not match its content; transfer it again"
    case .newerFormat(let format):
      "the bundle has format \(format), this version of the engine reads up to \(BundleFrame.format); update the app, or "
        + "write the bundle with an older version of the tool"
    case .tooLarge(let size):
      "the bundle has \(size) bytes, and at most \(Workspace.largestBundle >> 20) MiB are read; make groups and lists shorter"
    case .unsound(let reason): "the bundle does not fit together: \(reason); write it again with `personalize bundle`"
    }
  }
}
