import BatchEvaluation
import Authoring
import Foundation
import Personalization
import Simulation
import Testing

@testable import Reporting

@Suite("The page of surveys over time")
struct TimelinePageTests {
  /// A page of the shipped workspace and its sample users, day by day over the start of an experiment.
  private static func page(limit: Int = 1) throws -> (html: String, surveys: [Survey]) {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let engine = PersonalizationEngine(try Workspace(directory: root.path()))
    let surveys = try (13...17).map { day in
      let time = try #require(Timestamp("2026-11-\(day)"))
      return try Simulation(engine, BatchOptions(time: time)).survey(
        of: root.appending(path: "Samples/users.csv").path()
      ).survey
    }
    let page = TimelinePage(surveys, users: "users.csv", cells: SmallCells(limit: limit), version: "0.0.0")
    return (page.html, surveys)
  }

  @Test("shows the numbers of the surveys, at the times at which they change")
  func numbers() throws {
    let (html, surveys) = try Self.page()
    let dealt = surveys.map { $0.experiments.first { $0.key == "tab-order" }?.variations.map(\.users) ?? [] }
    #expect(dealt[1] == [0, 0] && dealt[2] != [0, 0] && dealt[3] == dealt[2])
    func row(_ time: String, _ counts: [Int]) -> String {
      "<tr><td class=\"\">\(time)</td>" + counts.map { "<td class=\"n \">\(grouped($0))</td>" }.joined() + "</tr>"
    }
    #expect(html.contains("\(row("2026-11-13", [0, 0]))\(row("2026-11-15", dealt[2]))</tbody>"))
    for share in dealt[2].map({ decimal(Double($0) / Double(surveys[2].users) * 100, 1) }) {
      #expect(html.contains(" \(share) %</text>"))
    }
  }

  @Test("is the same bytes each time, and one file's worth of everything")
  func selfContained() throws {
    let html = try Self.page().html
    #expect(try html == Self.page().html)
    #expect(html.contains("default-src 'none'"))
    for word in ["<script", "http:", "https:", "//", "url(", "@import", "onload", "javascript"] {
      #expect(!html.contains(word), "\(word)")
    }
  }

  @Test("hides small cells in tables, and breaks lines there")
  func smallCells() throws {
    let html = try Self.page(limit: 5).html
    #expect(html.contains("&lt;5"))
    for small in 1..<5 { #expect(!html.contains(">\(small)</td>")) }
  }

  @Test("opens in a browser without a word on its console and without a request", .enabled(if: Browser.exists))
  func opensInBrowser() throws {
    let opened = try Browser.open(try Self.page().html)
    #expect(opened.dom.contains("<svg") && opened.dom.contains("tab-order"))
    #expect(opened.console.isEmpty && opened.requests.isEmpty)
  }
}
