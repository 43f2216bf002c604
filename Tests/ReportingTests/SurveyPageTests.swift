import Authoring
import BatchEvaluation
import Foundation
import Personalization
import Simulation
import TestSupport
import Testing

@testable import Reporting

@Suite("The page of a survey")
struct SurveyPageTests {
  static let hostile = #"</script><svg onload="alert(1)"><b>'&"#

  /// A page of the shipped workspace and its sample users.
  static func page(_ name: String = "users.csv", limit: Int = 1) throws -> (html: String, survey: Survey) {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let engine = PersonalizationEngine(try Workspace(directory: root.path()))
    let options = BatchOptions(time: try #require(Timestamp("2026-11-30T08:00:00Z")))
    let survey = try Simulation(engine, options).survey(of: root.appending(path: "Samples/users.csv").path()).survey
    let page = SurveyPage(survey, engine, users: name, cells: SmallCells(limit: limit), version: "0.0.0")
    return (page.html, survey)
  }

  @Test("has one file's worth of everything: no script, no address, and a policy that says so")
  func selfContained() throws {
    let html = try Self.page().html
    #expect(html.contains("default-src 'none'"))
    for word in ["<script", "http:", "https:", "//", "url(", "@import", "onload", "javascript"] {
      #expect(!html.contains(word), "\(word)")
    }
  }

  @Test("takes a hostile name for text")
  func hostileNames() throws {
    let html = try Self.page(Self.hostile.replacing("/", with: "")).html
    #expect(!html.contains("<svg onload") && !html.contains("<b>"))
    #expect(html.contains("&lt;svg onload=&quot;alert(1)&quot;&gt;&lt;b&gt;&#39;&amp;"))
    #expect(Markup.escaped("a\u{202E}b\u{0}c") == "a\u{FFFD}b\u{FFFD}c")
  }

  @Test("shows the numbers of the survey")
  func numbers() throws {
    let (html, survey) = try Self.page()
    for reach in survey.segments {
      #expect(html.contains("<td class=\"\">\(reach.segment)</td><td class=\"n \">\(reach.users)</td>"))
    }
    for count in survey.entries + survey.layouts + survey.fallbacks {
      #expect(html.contains("<td class=\"\">\(Markup.escaped(count.value))</td><td class=\"n \">\(count.users)</td>"))
    }
  }

  @Test("is the same bytes each time")
  func repeats() throws {
    #expect(try Self.page().html == Self.page().html)
  }

  @Test("hides small cells in tables and drawings")
  func smallCells() throws {
    let (html, survey) = try Self.page(limit: 5)
    #expect(survey.entries.contains { $0.users < 5 })
    #expect(html.contains("&lt;5"))
    for small in 1..<5 {
      #expect(!html.contains(">\(small)</td>") && !html.contains(": \(small)</title>"))
    }
    // What is known of one variation would tell the other.
    let small = try #require(
      survey.experiments.first { $0.variations.map(\.users).contains { 1..<5 ~= $0 } && $0.dealt > 5 })
    for variation in small.variations where variation.users >= 5 {
      #expect(!html.contains(percent(variation.users, of: small.dealt)))
    }
    #expect(html.contains("home → dailyReview: &lt;5</title>") && !html.contains("dailyReview: 0"))
  }

  @Test("text stands out from its paper, in the light and in the dark")
  func contrast() throws {
    let html = try Self.page().html
    let schemes = try #require(html.firstMatch(of: /:root\{([^}]*)\}[\s\S]*?:root\{([^}]*)\}/))
    for scheme in [schemes.1, schemes.2] {
      var colours: [String: String] = [:]
      for match in scheme.matches(of: /--(\w+):#([0-9a-f]+)/) { colours[String(match.1)] = String(match.2) }
      let paper = luminance(try #require(colours["paper"]))
      for name in ["ink", "faint", "good", "poor", "bad"] {
        let ink = luminance(try #require(colours[name]))
        let ratio = (max(ink, paper) + 0.05) / (min(ink, paper) + 0.05)
        #expect(ratio >= 4.5, "\(name): \(ratio)")
      }
      // Bars and lines: WCAG 2.2 asks of them 3.
      for name in (0..<6).map({ "c\($0)" }) {
        let colour = luminance(try #require(colours[name]))
        #expect((max(colour, paper) + 0.05) / (min(colour, paper) + 0.05) >= 3, "\(name)")
      }
    }
  }

  /// WCAG 2.2, relative luminance.
  private func luminance(_ hex: String) -> Double {
    let digits = hex.count == 3 ? hex.flatMap { [$0, $0] } : Array(hex)
    let parts = stride(from: 0, to: 6, by: 2).map { place -> Double in
      let value = Double(Int(String(digits[place...place + 1]), radix: 16) ?? 0) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  @Test("opens in a browser without a word on its console and without a request", .enabled(if: Browser.exists))
  func opensInBrowser() throws {
    let opened = try Browser.open(try Self.page().html)
    #expect(opened.dom.contains("<svg") && opened.dom.contains("quick-session"))
    #expect(opened.console.isEmpty && opened.requests.isEmpty)
  }
}
