internal import ArrowEvaluation
internal import Authoring
public import CPersonalization
internal import Interchange
internal import JSONTree
internal import Personalization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// The functions that personalization.h declares and describes. Each turns C's terms into ours and back; what a program
// may pass wrongly, a null pointer or a text that is no UTF-8, is an answer and no crash.

/// The binary interface that the library was built with.
@_cdecl("personalization_abi")
public func abi() -> UInt32 { UInt32(PERSONALIZATION_ABI) }

/// The library's version.
@_cdecl("personalization_version")
public func version() -> UnsafePointer<CChar>? { UnsafePointer(versionText) }

/// Lives as long as the program, as the header promises.
private nonisolated(unsafe) let versionText = copy(PersonalizationEngine.version)

/// Reads, checks and compiles a workspace.
@_cdecl("personalization_open")
public func open(
  _ path: UnsafePointer<CChar>?, _ engine: UnsafeMutablePointer<OpaquePointer?>?,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  report?.pointee = nil
  engine?.pointee = nil
  return answering(report) { () throws(Unusable) in
    guard let engine, let path = text(path) else {
      throw Unusable("a path in UTF-8 and a place for the engine are needed")
    }
    if isFile(path) {
      engine.pointee = try Engine(bundle: contents(of: path), named: path).handle
      return (PERSONALIZATION_OK, Engine.noDiagnostics)
    }
    let checked = Workspace.check(directory: path)
    guard let workspace = checked.workspace else { return (PERSONALIZATION_REFUSED, checked.json) }
    engine.pointee = Engine(workspace).handle
    return (PERSONALIZATION_OK, checked.json)
  }
}

/// Reads and compiles a workspace in a bundle.
@_cdecl("personalization_open_bundle")
public func openBundle(
  _ bytes: UnsafeRawPointer?, _ length: Int, _ engine: UnsafeMutablePointer<OpaquePointer?>?,
  _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  report?.pointee = nil
  engine?.pointee = nil
  return answering(report) { () throws(Unusable) in
    guard let engine, let bytes, length >= 0 else { throw Unusable("a bundle and a place for the engine are needed") }
    engine.pointee = try Engine(bundle: Array(UnsafeRawBufferPointer(start: bytes, count: length)), named: nil).handle
    return (PERSONALIZATION_OK, Engine.noDiagnostics)
  }
}

/// The bundle of an engine's workspace.
@_cdecl("personalization_bundle")
public func bundle(_ engine: OpaquePointer?, _ length: UnsafeMutablePointer<Int>?) -> UnsafeMutablePointer<CChar>? {
  guard let engine, let length, let bytes = try? Engine.of(engine).engine.workspace.bundle() else { return nil }
  length.pointee = bytes.count
  return copy(bytes)
}

/// Closes an engine.
@_cdecl("personalization_close")
public func close(_ engine: OpaquePointer?) {
  if let engine { Engine.close(engine) }
}

/// Decides for the user that a JSON object describes.
@_cdecl("personalization_decide")
public func decide(
  _ engine: OpaquePointer?, _ user: UnsafePointer<CChar>?, _ length: Int, _ at: UnsafePointer<CChar>?,
  _ flags: CUnsignedInt, _ result: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  result?.pointee = nil
  return answering(result) { () throws(Unusable) in
    guard let engine, let user, length >= 0 else { throw Unusable("an engine and a user are needed") }
    try check(flags, among: UInt32(PERSONALIZATION_EXPLAIN))
    let time = try time(at)
    let bytes = UnsafeRawBufferPointer(start: user, count: length)
    do throws(Diagnostic) {
      let decision = Engine.of(engine).engine.decide(for: try User(json: Array(bytes)), at: time)
      let json = DecisionJSON(decision)
      return (PERSONALIZATION_OK, flags & UInt32(PERSONALIZATION_EXPLAIN) == 0 ? json.value : json.explained)
    } catch {
      throw Unusable(error)
    }
  }
}

/// Decides for every row of a table.
@_cdecl("personalization_evaluate")
public func evaluate(
  _ engine: OpaquePointer?, _ schema: UnsafeMutablePointer<ArrowSchema>?, _ array: UnsafeMutablePointer<ArrowArray>?,
  _ at: UnsafePointer<CChar>?, _ flags: CUnsignedInt, _ columns: UnsafePointer<UnsafePointer<CChar>?>?,
  _ columnCount: Int,
  _ resultSchema: UnsafeMutablePointer<ArrowSchema>?, _ result: UnsafeMutablePointer<ArrowArray>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  error?.pointee = nil
  resultSchema?.pointee.release = nil
  result?.pointee.release = nil
  return answering(error) { () throws(Unusable) in
    guard let engine, let schema, let array, let resultSchema, let result else {
      schema.map { $0.pointee.release?($0) }
      array.map { $0.pointee.release?($0) }
      throw Unusable("an engine, a table and places for the decisions are needed")
    }
    let request: (time: Timestamp, columns: [String]?)
    do throws(Unusable) {
      try check(flags, among: UInt32(PERSONALIZATION_CELLS))
      request = (try time(at), try names(columns, columnCount))
    } catch {
      schema.pointee.release?(schema)
      array.pointee.release?(array)
      throw error
    }
    do throws(TableError) {
      try Engine.of(engine).tables.evaluate(
        schema: schema, array: array, at: request.time, readsCells: flags & UInt32(PERSONALIZATION_CELLS) != 0,
        columns: request.columns, resultSchema: resultSchema,
        result: result)
      return (PERSONALIZATION_OK, nil)
    } catch {
      throw Unusable(error.message)
    }
  }
}

/// The attributes, segments and experiments of an engine.
@_cdecl("personalization_describe")
public func describe(_ engine: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  engine.map { copy(Engine.of($0).description.text(pretty: false)) }
}

/// Frees a text that was handed out.
@_cdecl("personalization_free")
public func free(_ text: UnsafeMutablePointer<CChar>?) { text?.deallocate() }

// MARK: Between C and Swift

/// Hands out what the body answers or throws, and its code.
private func answering(
  _ place: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ body: () throws(Unusable) -> (code: Int, json: JSONOutput?)
) -> CInt {
  do throws(Unusable) {
    let (code, json) = try body()
    if let json, let place { place.pointee = copy(json.text(pretty: false)) }
    return CInt(code)
  } catch {
    place?.pointee = copy(error.error.text(pretty: false))
    return CInt(PERSONALIZATION_UNUSABLE)
  }
}

private func copy(_ text: String) -> UnsafeMutablePointer<CChar> { copy(Array(text.utf8)) }

/// The bytes, and a zero behind them.
private func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
  for (index, byte) in bytes.enumerated() { (copy + index).initialize(to: CChar(bitPattern: byte)) }
  (copy + bytes.count).initialize(to: 0)
  return copy
}

private func isFile(_ path: String) -> Bool {
  var isDirectory = false
  return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && !isDirectory
}

private func contents(of path: String) throws(Unusable) -> [UInt8] {
  do throws(BundleFile.Problem) {
    return try BundleFile.bytes(at: path)
  } catch {
    throw Unusable("\(path): \(error.reason)")
  }
}

/// The text, if it is there and is UTF-8.
private func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.flatMap { String(validatingCString: $0) } }

private func time(_ pointer: UnsafePointer<CChar>?) throws(Unusable) -> Timestamp {
  guard let pointer else { return .now }
  guard let time = text(pointer).flatMap({ Timestamp($0) }) else {
    throw Unusable("the time is none: expected one such as 2026-03-29 or 2026-03-29T02:30:00Z")
  }
  return time
}

private func check(_ flags: CUnsignedInt, among known: UInt32) throws(Unusable) {
  guard flags & ~known == 0 else { throw Unusable("flags \(flags) have no meaning") }
}

private func names(_ pointers: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int) throws(Unusable) -> [String]? {
  guard let pointers else { return nil }
  var names: [String] = []
  for index in 0..<max(0, count) {
    guard let name = text(pointers[index]) else { throw Unusable("column \(index + 1) has no name in UTF-8") }
    names.append(name)
  }
  return names
}
