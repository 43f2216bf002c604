import TestSupport
import Testing

@testable import Reporting

@Suite("Labels of drawings")
struct LabelFitTests {
  @Test(
    "are whole where they fit, and else cut at an ellipsis",
    arguments: [
      ("short", 40.0, "short"), ("shared-family-device", 200, "shared-family-device"), ("", 5, ""),
      ("shared-family-device", 60, "share…"), ("学习日语的人", 78, "学习日语的人"), ("学习日语的人", 60, "学习日…"),
      ("anything", 0, "…"),
    ])
  func fit(_ text: String, _ width: Double, _ expected: String) {
    #expect(fitting(text, width: width) == expected)
  }

  @Test("never take more room than they were given")
  func room() {
    var random = SplitMix64(seed: 3)
    let letters = Array("abcmwWMil-._ 0123456789ÄéñßЖ学한ア🧑‍🚀")
    for _ in 0..<2000 {
      let text = String(
        (0..<Int.random(in: 0...40, using: &random)).map { _ in letters.randomElement(using: &random) ?? "x" })
      let room = Double.random(in: 13...300, using: &random)
      #expect(textWidth(fitting(text, width: room)) <= room)
    }
  }

  @Test("keep their number, whatever becomes of the name")
  func numbers() {
    #expect(Sankey.label("tab", "1,234", width: 200) == "tab 1,234")
    let label = Sankey.label(String(repeating: "shared-", count: 9), "29,320", width: 200)
    #expect(label.hasPrefix("shared-") && label.hasSuffix("… 29,320") && textWidth(label) <= 200)
  }

  @Test("are no wider in a browser than they were taken for", .enabled(if: Browser.exists))
  func measured() throws {
    let texts = [
      "shared-family-device 29,320", "quick-practice", "WWWWMMMM", "illiterate", "0123456789",
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
      "abcdefghijklmnopqrstuvwxyz", "home(profile: <profile_id>)", "[home, practice, saved]", "Größe übermäßig",
      "学习日语的人",
      "Жизнь и судьба",
    ]
    var svg = Markup()
    svg.element("svg", ["width": "900", "height": "20"]) { svg in
      for text in texts {
        svg.element("text", ["style": "font:13px system-ui,sans-serif", "class": "t"], text)
      }
    }
    let script = "document.title=[...document.querySelectorAll('.t')].map(t=>t.getComputedTextLength()).join(' ')"
    let opened = try Browser.open("<!doctype html><meta charset=utf-8>\(svg.text)<script>\(script)</script>")
    let title = try #require(opened.dom.firstMatch(of: /<title>([0-9. ]+)<\/title>/))
    let widths = title.1.split(separator: " ").compactMap { Double($0) }
    #expect(widths.count == texts.count)
    for (text, width) in zip(texts, widths) { #expect(width <= textWidth(text) + 0.5, "\(text)") }
  }
}
