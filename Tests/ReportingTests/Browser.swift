import Foundation
import Testing

/// Headless Chromium, where it is installed.
enum Browser {
  /// What became of a page.
  struct Opened {
    /// The document as the browser understood it.
    let dom: String
    /// What was said on the console.
    let console: [Substring]
    /// The addresses that the page asked for, beside itself.
    let requests: Set<Substring>
  }

  private static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  static var exists: Bool { path != nil }

  /// Opens a page from a file.
  static func open(_ html: String) throws -> Opened {
    let folder = FileManager.default.temporaryDirectory.appending(path: "browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (page, log, network) = (
      folder.appending(path: "page.html"), folder.appending(path: "log"), folder.appending(path: "network.json")
    )
    try Data(html.utf8).write(to: page)
    try Data().write(to: log)
    let process = Process()
    process.executableURL = URL(filePath: try #require(path))
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--user-data-dir=\(folder.path())", "--enable-logging=stderr",
      "--v=0", "--log-net-log=\(network.path())", "--dump-dom", page.absoluteString,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
    let dom = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let events = String(decoding: try Data(contentsOf: network), as: UTF8.self)
    // The browser itself asks its maker for news.
    let own = ["google.com/", "googleapis.com/", "gvt1.com/"]
    return Opened(
      dom: dom,
      console: try String(contentsOf: log, encoding: .utf8).split(separator: "\n").filter { $0.contains("CONSOLE") },
      requests: Set(
        events.matches(of: /"url":"((?:https?|wss?|ftp):[^"]*)"/).map(\.1).filter { url in
          !own.contains { url.contains($0) }
        }))
  }
}

@Suite("The browser of the tests", .enabled(if: Browser.exists))
struct BrowserTests {
  @Test("notices a request and a word on the console")
  func notices() throws {
    let opened = try Browser.open(
      #"<!doctype html><title>x</title><img src="http://127.0.0.1:9/x.png"><script>console.log("hello")</script>"#)
    #expect(opened.requests == ["http://127.0.0.1:9/x.png"] && opened.console.contains { $0.contains("hello") })
  }
}
