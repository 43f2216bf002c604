import Testing

@testable import personalize

@Suite("Tables")
struct TitledTableTests {
  private func table(_ rows: [[String]]) -> Styled {
    var table = TitledTable([
      .init(title: "name"), .init(title: "users", isNumber: true), .init(title: "", isBar: true), .init(title: "why"),
    ])
    for row in rows { table.add(row.map { Styled($0) }) }
    return table.text()
  }

  private static let rows = [
    ["shared-family-device", "1,234", "█████", "because"], ["学习日语的人们都来了", "5", "█", ""],
  ]

  @Test("are as wide as they need to be where nobody watches, and where there is room")
  func whole() {
    let expected = """
        name                  users         why
        shared-family-device  1,234  █████  because
        学习日语的人们都来了      5  █

      """
    #expect(table(Self.rows).rendered(inColor: false) == expected)
    #expect(table(Self.rows).rendered(inColor: false, columns: 46) == expected)
  }

  @Test("leave out bars first, and then cut the widest text by what it takes on the screen")
  func narrow() {
    #expect(
      table(Self.rows).rendered(inColor: false, columns: 45) == """
          name                  users  why
          shared-family-device  1,234  because
          学习日语的人们都来了      5

        """)
    #expect(
      table(Self.rows).rendered(inColor: false, columns: 31) == """
          name          users  why
          shared-fami…  1,234  because
          学习日语的…       5

        """)
  }

  @Test("never cut a number, however narrow the terminal")
  func numbers() {
    let narrow = table(Self.rows).rendered(inColor: false, columns: 4)
    #expect(narrow.contains("1,234") && narrow.contains("shared-…"))
  }

  @Test(
    "fit every width that is wide enough for their numbers, whatever they hold", arguments: [32, 33, 40, 50, 64, 100])
  func fit(_ width: Int) {
    let rows = [
      ["\u{1B}[31mred", "7", "██", "👨‍👩‍👧 a family, and more than fits anywhere at all"],
      ["e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", "1,000,000", "█", "x"],
    ]
    for line in table(rows).rendered(inColor: false, columns: width).split(separator: "\n") {
      #expect(String(line).displayWidth < width)
    }
  }

  @Test("keep the colour of what is cut")
  func colour() {
    let text: Styled = "\("abc", .red)\("defgh", .bold)"
    #expect(text.cut(to: 5).rendered(inColor: true) == "\u{1B}[31mabc\u{1B}[0m\u{1B}[1md\u{1B}[0m\u{1B}[1m…\u{1B}[0m")
    #expect(text.cut(to: 8) == text && text.cut(to: 0).plain == "")
  }

  @Test("keep a row on its line, and the terminal as it is, whatever a name holds")
  func hostile() {
    #expect(
      table([["line\r\nbreak\t\u{1B}[2J\u{202E}", "1", "", ""]]).rendered(inColor: false)
        == "  name                              users    why\n  line\\r\\nbreak\\t\\u{1B}[2J\\u{202E}      1\n")
  }
}
