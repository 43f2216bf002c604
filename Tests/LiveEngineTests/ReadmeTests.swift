import Authoring
import Foundation
import LiveEngine
import Personalization
import TestSupport
import Testing

@Suite("The README's app")
struct ReadmeTests {
  @Test("is compiled and run here, line for line")
  func text() throws {
    let here = URL(filePath: #filePath)
    let code = try String(
      contentsOf: here.appending(path: "../Support/Configuration.swift").standardized, encoding: .utf8)
    let readme = try String(contentsOf: here.appending(path: "../../../README.md").standardized, encoding: .utf8)
    let start = try #require(code.range(of: "/// What the app decides by"))
    #expect(readme.contains("```swift\n" + code[start.lowerBound...] + "```"))
  }

  @Test("begins with its bundle, and refuses one with a node that it does not have")
  func app() throws {
    let folder = try Folder()
    try Data(Variant.tab.bundle()).write(to: folder.file("app.bundle"))
    let app = try Configuration(shipped: folder.file("app.bundle"), caches: folder.url)
    let navigation = SampleFiles.replacing(
      #""login": {}"#, in: SampleFiles.navigation, with: #""login": {}, "news": {}"#)
    let files = SampleFiles.changed(["catalog/navigation.json": navigation]).compactMapValues(\.self)
    #expect(throws: (any Error).self) { try app.store.update(bundle: Workspace(files: files).bundle()) }
    #expect(app.store.refusal?.reasons.joined().contains("news") == true)
    try app.store.update(bundle: Variant.dashboard.bundle())
    #expect(app.store.engine.variant == .dashboard)
  }
}
