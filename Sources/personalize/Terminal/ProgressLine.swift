/// One line on standard error that is written over again and again while work goes on.
struct ProgressLine {
  private let output: Output
  private let isShown: Bool
  private let interval: Duration = .milliseconds(100)
  private var lastDrawn: ContinuousClock.Instant?
  private var isOnScreen = false

  init(on output: Output, isShown: Bool) {
    self.output = output
    self.isShown = isShown
  }

  /// Whether a person is watching: both streams are terminals (a pipe's text would be torn), and nobody said no.
  static func isWanted(
    outputIsTerminal: Bool, errorsIsTerminal: Bool, isQuiet: Bool, environment: Environment
  ) -> Bool {
    outputIsTerminal && errorsIsTerminal && !isQuiet && environment["TERM"] != "dumb" && !environment.isOn("CI")
  }

  /// Draws the text unless the last drawing is younger than a tenth of a second; the text is then not computed.
  mutating func show(
    _ text: () -> String, now: ContinuousClock.Instant = .now,
    columns: Int? = nil
  ) {
    guard isShown else { return }
    if let lastDrawn, now - lastDrawn < interval { return }
    lastDrawn = now
    isOnScreen = true
    // One column less: a full line would wrap and could not be cleared.
    let width = (columns ?? SystemCalls.columns(of: output.descriptor)) - 1
    try? output.write("\r\u{1B}[2K" + text().fitting(width))
  }

  /// Takes the line away; anything else that is printed must do this first.
  mutating func clear() {
    guard isOnScreen else { return }
    isOnScreen = false
    lastDrawn = nil
    try? output.write("\r\u{1B}[2K")
  }
}
