import Navigation
import Testing

/// What view models want, and what it means.
@Suite("Intents")
struct IntentTests {
  enum ProfileIntent: Hashable, Sendable, CaseIterable { case openProfile, openSettings, practise, showFilter }

  static let table = IntentTable<ProfileIntent, CoachNode> { intent, state in
    switch intent {
    case .openProfile: .switchTab("saved")
    case .openSettings: .push(.settings)
    case .practise: state.presented.isEmpty ? .present(FlowRequest("practice", start: .greeting(mode: .review))) : nil
    case .showFilter: nil
    }
  }

  /// A view model that says what is wanted, and knows of nothing that could go there.
  struct ProfileModel {
    var wanted: [ProfileIntent] = []
    mutating func avatarTapped() { wanted.append(.openProfile) }
    mutating func filterTapped() { wanted.append(.showFilter) }
  }

  @Test("A view model emits intents; no controller is needed to test it (rows 21, 46, 55)")
  func viewModel() {
    var model = ProfileModel()
    model.avatarTapped()
    model.filterTapped()
    #expect(model.wanted == [.openProfile, .showFilter])
  }

  static let meanings: [(ProfileIntent, CoachCommand?)] = [
    (.openProfile, .switchTab("saved")), (.openSettings, .push(.settings)),
    (.practise, .present(FlowRequest("practice", start: .greeting(mode: .review)))), (.showFilter, nil),
  ]

  @Test("Each intent is one command, and what stays on the screen is none (rows 39, 46)", arguments: meanings)
  func meaning(intent: ProfileIntent, command: CoachCommand?) {
    #expect(Set(Self.meanings.map(\.0)) == Set(ProfileIntent.allCases))
    let state = CoachState(Coach.configuration())
    #expect(Self.table.command(for: intent, in: state) == command)
    #expect(Self.table.command(for: intent, in: state) == Self.table.command(for: intent, in: state))
  }

  @Test("What an intent means may depend on where the user is (rows 39, 51)")
  func place() {
    let rules = Coach.rules()
    var state = CoachState(rules.configuration)
    state.apply(.present(FlowRequest("help", start: .login)), under: rules)
    #expect(Self.table.command(for: .practise, in: state) == nil)
  }

  @Test("One intent drives two executors to the same tree (row 22)")
  @MainActor
  func executors() {
    let rules = Coach.rules()
    let controller = FlowController(rules: rules)
    var state = CoachState(rules.configuration)
    for intent in ProfileIntent.allCases {
      if let command = Self.table.command(for: intent, in: controller.state) { controller.send(command) }
      if let command = Self.table.command(for: intent, in: state) { state.apply(command, under: rules) }
      #expect(controller.state == state)
    }
  }
}
