#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Workspace {
  /// The longest bundle, in bytes, that is written or read anywhere: 64 MiB.
  public static let largestBundle = 64 << 20

  /// The workspace as a bundle: compact, and readable without libjansson, so that an app can ship it.
  ///
  /// The same workspace gives the same bytes.
  ///
  /// - Throws: `BundleError.unsound` for a workspace that could not be read back, and `tooLarge` for one that nobody would
  ///   read.
  public func bundle() throws(BundleError) -> [UInt8] {
    try WorkspaceCheck(self).run()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let bytes: [UInt8]
    do {
      bytes = BundleFrame.framed(try encoder.encode(WorkspaceRecord(self)))
    } catch {
      throw .unsound("\(error)")
    }
    guard bytes.count <= Self.largestBundle else { throw .tooLarge(bytes.count) }
    return bytes
  }

  /// Reads a bundle.
  ///
  /// What is read is checked again, as far as the engine relies on it: a bundle that somebody else made can be refused,
  /// but does no harm. About 5 ms for 200 rules.
  ///
  /// ```swift
  /// let workspace = try Workspace(bundle: Data(contentsOf: url))
  /// ```
  ///
  /// - Throws: what is wrong with the bytes: foreign, cut off, damaged, of a newer format, too many, or not
  ///   fitting together.
  public init(bundle bytes: some Sequence<UInt8>) throws(BundleError) {
    let bytes = Array(bytes)
    guard bytes.count <= Self.largestBundle else { throw .tooLarge(bytes.count) }
    let content = try BundleFrame.content(of: bytes)
    let record: WorkspaceRecord
    do {
      record = try JSONDecoder().decode(WorkspaceRecord.self, from: Data(content))
    } catch {
      throw .unsound(Self.reason(of: error))
    }
    let workspace = try record.workspace()
    try WorkspaceCheck(workspace).run()
    self = workspace
  }

  /// Which part of the content is not what it should be.
  private static func reason(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    let (context, what) =
      switch error {
      case .keyNotFound(let key, let context): (context, "\(key.stringValue) is missing")
      case .valueNotFound(_, let context): (context, "a value is missing")
      case .typeMismatch(_, let context): (context, "a value is of another type")
      case .dataCorrupted(let context): (context, "a value is not legal")
      @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), "a value is not legal")
      }
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return path.isEmpty ? what : "\(path.joined(separator: ".")): \(what)"
  }
}

extension PersonalizationEngine {
  /// Reads a bundle and compiles it.
  ///
  /// ```swift
  /// let engine = try PersonalizationEngine(bundle: Data(contentsOf: url))
  /// ```
  ///
  /// - Throws: what is wrong with the bytes.
  public convenience init(bundle bytes: some Sequence<UInt8>) throws(BundleError) {
    self.init(try Workspace(bundle: bytes))
  }
}
