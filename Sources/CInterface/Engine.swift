internal import ArrowEvaluation
internal import Authoring
internal import Interchange
internal import JSONTree
internal import Personalization

/// What a handle of the C interface stands for.
final class Engine: Sendable {
  let engine: PersonalizationEngine
  let tables: ArrowEvaluation

  init(_ workspace: Workspace) {
    engine = PersonalizationEngine(workspace)
    tables = ArrowEvaluation(engine)
  }

  /// - Parameter name: What messages call the bundle, if it came from a file.
  convenience init(bundle: [UInt8], named name: String?) throws(Unusable) {
    do throws(BundleError) {
      self.init(try Workspace(bundle: bundle))
    } catch {
      throw Unusable((name.map { "\($0): " } ?? "") + error.description)
    }
  }

  /// The engine of a handle that the program got from us.
  static func of(_ handle: OpaquePointer) -> Engine {
    Unmanaged<Engine>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  /// A handle that keeps this engine until it is closed.
  var handle: OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  static func close(_ handle: OpaquePointer) { Unmanaged<Engine>.fromOpaque(UnsafeRawPointer(handle)).release() }

  /// The report of what was checked before it was written.
  static let noDiagnostics: JSONOutput = ["schemaVersion": 1, "errors": 0, "warnings": 0, "diagnostics": []]

  /// Its attributes, segments and experiments.
  var description: JSONOutput {
    let workspace = engine.workspace
    return [
      "schemaVersion": 1,
      "unit": .string(workspace.catalog.unit),
      "attributes": .array(
        workspace.catalog.attributes.map { ["name": .string($0.name), "type": .string($0.type.name)] }),
      "segments": .array(workspace.segments.map { .string($0.key) }),
      "experiments": .array(
        workspace.experiments.map { experiment in
          [
            "key": .string(experiment.key),
            "variations": .array(experiment.variations.map { .string($0.key) }),
          ]
        }),
      "columns": .array(tables.columnNames.map { .string($0) }),
    ]
  }
}

/// An argument that cannot be used, as the interface tells it.
struct Unusable: Error {
  let error: JSONOutput

  init(_ message: String) { error = ["error": ["message": .string(message)]] }

  /// A user that is no JSON object, with its place in the text.
  init(_ diagnostic: Diagnostic) {
    error = [
      "error": [
        "message": .string(diagnostic.sentence),
        "line": (diagnostic.position?.line).map(JSONOutput.integer) ?? .null,
        "column": (diagnostic.position?.column).map(JSONOutput.integer) ?? .null,
      ]
    ]
  }
}
