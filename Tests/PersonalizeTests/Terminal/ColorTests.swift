import Testing

@testable import personalize

@Suite("Colour")
struct ColorTests {
  struct Case: CustomTestStringConvertible {
    let choice: ColorChoice
    let environment: Environment
    let isTerminal: Bool
    let expected: Bool
    let testDescription: String

    init(_ reason: String, _ choice: ColorChoice, _ environment: Environment, tty: Bool, _ expected: Bool) {
      testDescription = reason
      self.choice = choice
      self.environment = environment
      isTerminal = tty
      self.expected = expected
    }
  }

  static let cases = [
    Case("a terminal has colour", .auto, [:], tty: true, true),
    Case("a pipe has none", .auto, [:], tty: false, false),
    Case("a dumb terminal has none", .auto, ["TERM": "dumb"], tty: true, false),
    Case("other terminals have", .auto, ["TERM": "xterm-256color"], tty: true, true),
    Case("NO_COLOR", .auto, ["NO_COLOR": "1"], tty: true, false),
    Case("NO_COLOR with any text, even 0", .auto, ["NO_COLOR": "0"], tty: true, false),
    Case("an empty NO_COLOR is none", .auto, ["NO_COLOR": ""], tty: true, true),
    Case("NO_COLOR is over FORCE_COLOR", .auto, ["NO_COLOR": "1", "FORCE_COLOR": "1"], tty: true, false),
    Case("NO_COLOR is over CLICOLOR_FORCE", .auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], tty: false, false),
    Case("CLICOLOR_FORCE", .auto, ["CLICOLOR_FORCE": "1"], tty: false, true),
    Case("FORCE_COLOR", .auto, ["FORCE_COLOR": "3"], tty: false, true),
    Case("forcing is over dumb", .auto, ["FORCE_COLOR": "1", "TERM": "dumb"], tty: false, true),
    Case("CLICOLOR_FORCE=0 forces nothing", .auto, ["CLICOLOR_FORCE": "0"], tty: false, false),
    Case("FORCE_COLOR=0 forces nothing", .auto, ["FORCE_COLOR": "0"], tty: true, true),
    Case("an empty FORCE_COLOR is none", .auto, ["FORCE_COLOR": ""], tty: false, false),
    Case("--color always is over NO_COLOR", .always, ["NO_COLOR": "1"], tty: false, true),
    Case("--color always is over dumb", .always, ["TERM": "dumb"], tty: false, true),
    Case("--color never is over FORCE_COLOR", .never, ["FORCE_COLOR": "1"], tty: true, false),
  ]

  @Test("the first rule with an opinion decides", arguments: cases)
  func policy(_ row: Case) {
    #expect(row.choice.usesColor(in: row.environment, isTerminal: row.isTerminal) == row.expected)
  }

  @Test("styles vanish where colour is off")
  func styles() {
    let text: Styled = "\("error:", .bold, .red) \(3) rows in \("a.csv", .dim)\("", .red)"
    #expect(text.rendered(inColor: false) == "error: 3 rows in a.csv")
    #expect(text.rendered(inColor: true) == "\u{1B}[1;31merror:\u{1B}[0m 3 rows in \u{1B}[2ma.csv\u{1B}[0m")
    #expect(("a" + Styled("b", .bold)).plain == "ab")
  }

  @Test(
    "control characters in a name are written out, with colour or without",
    arguments: [
      ("\u{1B}]0;title\u{07}", #"\u{1B}]0;title\u{07}"#), ("a\rb", #"a\rb"#), ("\u{9B}2J", #"\u{009B}2J"#),
      ("a\r\nb", "a\\r\nb"), ("line\n\ttab é", "line\n\ttab é"),
    ])
  func control(text: String, shown: String) {
    #expect(Styled(text).rendered(inColor: false) == shown)
    #expect(Styled(text, .bold).rendered(inColor: true) == "\u{1B}[1m\(shown)\u{1B}[0m")
  }
}
