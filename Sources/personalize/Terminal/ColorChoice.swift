/// What `--color` asks for.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// Whether a stream is written in colour: the first of these that has an opinion decides.
  ///
  /// | asked                                     | colour                     |
  /// | ---                                       | ---                        |
  /// | `--color always`, `--color never`         | yes, no                    |
  /// | `NO_COLOR` not empty                      | no                         |
  /// | `CLICOLOR_FORCE` or `FORCE_COLOR`, not 0  | yes                        |
  /// | the stream is a terminal                  | yes, unless `TERM` is dumb |
  func usesColor(in environment: Environment, isTerminal: Bool) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      if environment["NO_COLOR"] != nil {
        false
      } else if environment.isOn("CLICOLOR_FORCE") || environment.isOn("FORCE_COLOR") {
        true
      } else {
        isTerminal && environment["TERM"] != "dumb"
      }
    }
  }
}
