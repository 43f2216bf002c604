import Navigation
import Personalization
import Testing
import TestSupport

/// Links: rows 75 to 82, and every line of the table of awkward URLs.
@Suite("Links")
struct RowLinkTests {
  let rules = Coach.rules()

  /// A link and where it leads, from the root; or what is wrong with it.
  struct Line: CustomTestStringConvertible, Sendable {
    let link: String
    let leads: Result<[CoachNode], LinkProblem>
    var testDescription: String { link.count < 80 ? link : "\(link.prefix(40))…" }

    init(_ link: String, _ nodes: CoachNode...) { (self.link, leads) = (link, .success(nodes)) }
    init(_ link: String, fails problem: LinkProblem) { (self.link, leads) = (link, .failure(problem)) }
  }

  static let lines = [
    Line("coach://home", .home()),
    Line("coach://saved", .savedList()),
    Line("coach://settings", .home(), .settings),
    Line("coach://welcome", .login, .welcomeSetup),
    Line("coach://practice/review", .home(), .speaking(mode: .review)),
    Line("coach://practice/topicTalk", .home(), .speaking(mode: .topicTalk)),
    Line("coach://practice/review?profile=a", .home(profile: "a"), .speaking(mode: .review, profile: "a")),
    Line("coach://profiles/a/practice/review", .home(), .speaking(mode: .review, profile: "a")),
    // Empty segments count for nothing.
    Line("coach://practice//review/", .home(), .speaking(mode: .review)),
    Line("coach:///practice/review", .home(), .speaking(mode: .review)),
    // An escaped slash is part of its segment.
    Line("coach://practice%2Freview", fails: .noPattern),
    Line("coach://profiles/a%2Fb/practice/review", .home(), .speaking(mode: .review, profile: "a/b")),
    Line("coach://profiles/%C3%A9%20%3F/practice/review", .home(), .speaking(mode: .review, profile: "é ?")),
    Line("coach://profiles/é/practice/review", .home(), .speaking(mode: .review, profile: "é")),
    // Without the slashes it is no link.
    Line("coach:practice/review", fails: .notALink),
    Line("not a url", fails: .notALink),
    Line("", fails: .notALink),
    Line("://practice", fails: .notALink),
    Line("coach", fails: .notALink),
    Line("1coach://home", fails: .notALink),
    Line("co ach://home", fails: .notALink),
    // The case of scheme and host does not matter, that of the rest does.
    Line("COACH://HOME", .home()),
    Line("Coach://Practice/review", .home(), .speaking(mode: .review)),
    Line("coach://practice/Review", fails: .illegalArgument("mode", value: "Review")),
    Line("coach://profiles/a/Practice/review", fails: .noPattern),
    Line("coach://home/../settings", fails: .dotSegments),
    Line("coach://home/%2E%2e", fails: .dotSegments),
    Line("coach://./home", fails: .dotSegments),
    Line("coach://user:pw@practice:80/review", fails: .authority),
    Line("coach://user@practice/review", fails: .authority),
    Line("coach://practice:80/review", fails: .authority),
    // A query's argument counts once; a name that nobody asked for, never.
    Line("coach://practice/review?profile=a&profile=b", fails: .repeatedArgument("profile")),
    Line("coach://practice/review?mode=topicTalk", fails: .repeatedArgument("mode")),
    Line("coach://practice/review?x=1&x=2&y=", .home(), .speaking(mode: .review)),
    Line("coach://practice/review?profile=", fails: .illegalArgument("profile", value: "")),
    Line("coach://practice/review?profile=a+b", .home(profile: "a b"), .speaking(mode: .review, profile: "a b")),
    Line("coach://practice/review#profile=a?x", .home(), .speaking(mode: .review)),
    Line("coach://practice/dance", fails: .illegalArgument("mode", value: "dance")),
    Line("coach://practice", fails: .noPattern),
    Line("coach://practice/review/again", fails: .noPattern),
    Line("coach://", fails: .noPattern),
    Line("other://practice/review", fails: .noPattern),
    Line("coach://practice/%", fails: .badEscape),
    Line("coach://practice/%G0", fails: .badEscape),
    Line("coach://practice/%FF", fails: .badEscape),
    Line("coach://practice/%00", fails: .badEscape),
    Line("coach://practice/" + String(repeating: "a", count: 2048), fails: .tooLong),
    // A universal link means the same as the app's own.
    Line("https://coach.example/practice/review", .home(), .speaking(mode: .review)),
    Line("https://Coach.Example/home", .home()),
    Line("HTTPS://coach.example/settings?x=1#top", .home(), .settings),
    Line("https://other.example/home", fails: .noPattern),
    Line("http://coach.example/home", fails: .noPattern),
    Line("https://coach.example", fails: .noPattern),
    Line("https://coach.example:443/home", fails: .authority),
    Line("https://coach.example@evil.example/home", fails: .authority),
    Line("https://coach.example/home/../settings", fails: .dotSegments),
  ]

  @Test("Each leads where it says or is refused with its reason (rows 75, 77, 81, R4)", arguments: lines)
  func table(line: Line) {
    let match = Coach.links.match(line.link)
    #expect(match.map { [$0.start] + $0.path } == line.leads)
  }

  @Test("A link that is refused changes nothing, not even in part (row 77, invariant 21)", arguments: lines)
  func refused(line: Line) {
    guard case .failure(let problem) = line.leads else { return }
    var state = CoachState(rules.configuration)
    state.play([.push(.login), .present(FlowRequest("help", start: .login))], under: rules)
    let before = state
    let step = state.apply(.open(line.link), under: rules)
    #expect(step.outcome == .rejected(.invalidLink(problem)))
    #expect(state == before && step.events == [.dropped(link: line.link, .invalid)])
    #expect(!problem.description.isEmpty)
  }

  @Test("Where the host asks for it, a link that leads nowhere lands on its fallback (row 77)")
  func landsInvalid() {
    var rules = rules
    rules.landsInvalidLinks = true
    var state = CoachState(rules.configuration)
    #expect(state.apply(.open("coach://nowhere"), under: rules).outcome == .applied)
    #expect(state.visible.node == .settings)
    var gated = CoachState(rules.configuration, session: SessionState(isSignedIn: false))
    let before = gated
    #expect(gated.apply(.open("coach://nowhere"), under: rules).outcome == .rejected(.invalidLink(.noPattern)))
    #expect(gated == before)
  }

  @Test("A notification leads to a page with everything under it, so that back means something (row 76, invariant 24)")
  func backStack() {
    var state = CoachState(rules.configuration)
    state.play([.switchTab("saved"), .push(.login), .present(FlowRequest("help", start: .login))], under: rules)
    let step = state.apply(.open("coach://practice/review"), under: rules)
    #expect(step.opened == ["coach://practice/review"] && step.endings == [.landed])
    #expect(state.screens == [[.home(), .speaking(mode: .review)]])
    #expect(state.home.selectedTab == "home")
    #expect(state.home.tabs[2].stack.nodes == [.savedList(), .login], "the other tab keeps its path")
    state.apply(.back, under: rules)
    #expect(state.visible.node == .home())
  }

  @Test("A link lands with nothing over it, unless a flow may not be closed (invariant 22)")
  func nothingCovers() {
    for guarding in DismissalGuard.allCases {
      var state = CoachState(rules.configuration)
      state.apply(.present(FlowRequest("help", start: .login, guarding: guarding)), under: rules)
      let before = state
      let step = state.apply(.open("coach://settings"), under: rules)
      if guarding == .block {
        #expect(state == before && step.outcome == .rejected(.guarded(before.presented.map(\.id))))
      } else {
        #expect(state.presented.isEmpty && state.visible.node == .settings)
      }
    }
  }

  @Test("Signed out, a link waits for the sign-in and is delivered once (row 78, invariant 23)")
  func signIn() {
    var state = CoachState(rules.configuration, session: SessionState(isSignedIn: false))
    #expect(state.visible.node == .login)
    #expect(state.apply(.open("coach://practice/review"), under: rules).outcome == .deferred(.signIn))
    #expect(state.visible.node == .login && state.parkedLinks == ["coach://practice/review"])
    #expect(state.apply(.open("coach://practice/review"), under: rules).outcome == .noop(.duplicateLink))
    let step = state.apply(.signIn(profile: nil), under: rules)
    #expect(step.opened == ["coach://practice/review"] && state.parkedLinks.isEmpty)
    #expect(state.screens == [[.home(), .speaking(mode: .review)]])
    #expect(state.apply(.signIn(profile: nil), under: rules).opened.isEmpty)
  }

  @Test("A link that needs no session passes the gate; no other does (rows 78, invariant 22)")
  func passes() {
    var state = CoachState(rules.configuration, session: SessionState(isSignedIn: false))
    #expect(state.apply(.open("coach://welcome"), under: rules).outcome == .applied)
    #expect(state.screens == [[.login, .welcomeSetup]])
    #expect(state.apply(.open("coach://home"), under: rules).outcome == .deferred(.signIn))
    #expect(state.screens == [[.login, .welcomeSetup]])
  }

  @Test("A sign-in and then a profile: the link waits for both (row 78, invariant 23)")
  func twoGates() {
    let rules = Coach.rules(Coach.configuration(entry: .profilePicker, scope: .profile, signedOut: .login))
    var state = CoachState(rules.configuration, session: SessionState(isSignedIn: false))
    state.apply(.open("coach://settings"), under: rules)
    let signedIn = state.apply(.signIn(profile: nil), under: rules)
    #expect(signedIn.opened.isEmpty && state.visible.node == .profilePicker)
    #expect(state.parkedLinks == ["coach://settings"])
    #expect(state.apply(.switchProfile("a"), under: rules).opened == ["coach://settings"])
    #expect(state.visible.node == .settings && state.parkedLinks.isEmpty)
  }

  @Test("Links that wait are dropped with the session or the profile (row 78, invariants 23, 30)")
  func dropped() {
    let rules = Coach.rules(Coach.configuration())
    var state = CoachState(rules.configuration, session: SessionState(profile: "a"), isReady: false)
    state.play([.open("coach://settings"), .open("coach://saved")], under: rules)
    for command in [CoachCommand.switchProfile("b"), .switchProfile(nil), .signOut] {
      var ended = state
      let step = ended.apply(command, under: rules)
      #expect(step.dropped == ["coach://settings", "coach://saved"] && ended.parkedLinks.isEmpty)
      #expect(ended.apply(.ready, under: rules).opened.isEmpty)
    }
  }

  @Test("Before the start links queue up; then each is delivered once, in order (row 79, invariant 23)")
  func coldStart() {
    var state = CoachState(rules.configuration, isReady: false)
    let links = ["coach://saved", "coach://settings", "coach://practice/review"]
    for link in links { #expect(state.apply(.open(link), under: rules).outcome == .deferred(nil)) }
    #expect(state.apply(.open(links[1]), under: rules).outcome == .noop(.duplicateLink))
    #expect(state.apply(.open("coach://nowhere"), under: rules).outcome == .rejected(.invalidLink(.noPattern)))
    #expect(state.parkedLinks == links && state.visible.node == .home())
    #expect(state.apply(.ready, under: rules).opened == links)
    #expect(state.visible.node == .speaking(mode: .review) && state.parkedLinks.isEmpty)
    #expect(state.apply(.ready, under: rules).outcome == .noop(.unchanged))
  }

  @Test("A link for another profile is refused (invariant 30)")
  func otherProfile() {
    for profile in [nil, "b"] {
      var state = CoachState(rules.configuration, session: SessionState(profile: profile))
      let outcome = state.apply(.open("coach://profiles/a/practice/review"), under: rules).outcome
      #expect(outcome == .rejected(.invalidLink(.otherProfile)))
    }
    var state = CoachState(rules.configuration, session: SessionState(profile: "a"))
    #expect(state.apply(.open("coach://profiles/a/practice/review"), under: rules).outcome == .applied)
  }

  @Test("What is printed is read back: the shipped links of every node (row 81, R4, invariant 25)")
  func printed() throws {
    var printed = 0
    for profile in [nil, "p-1", "ü/ %?#+&=", "..", "", String(repeating: "x", count: 3000)] {
      let rules = try Shipped.rules(Shipped.user(profile: profile))
      let links = try #require(rules.links)
      for node in Shipped.AppNode.all(profile: profile) {
        guard let link = links.link(to: node) else { continue }
        #expect(try links.match(link).get().target == node, "\(link)")
        printed += 1
      }
    }
    #expect(printed > 20)
  }

  @Test("What is printed is read back: every sample of the coach (row 81, invariant 25)")
  func printedSamples() throws {
    for node in RowTypesTests.samples {
      guard let link = Coach.links.link(to: node) else { continue }
      #expect(try Coach.links.match(link).get().target == node, "\(link)")
    }
    #expect(Coach.links.link(to: .speaking(mode: .review, profile: "a b")) == "coach://practice/review?profile=a%20b")
    #expect(Coach.links.link(to: .greeting(mode: .review)) == nil)
  }

  @Test("A value that spells a more exact pattern is printed as no link rather than as another's (invariant 25)")
  func exactPattern() throws {
    enum Item: Codable, Hashable { case create, item(id: String) }
    let create = try #require(LinkPattern("app://item/new"))
    let any = try #require(LinkPattern("app://item/{id}"))
    let links = LinkTable<Item>([
      .init(pattern: any, destination: .node("item", ["id": LinkArgument(.string)], below: { _ in [] })),
      .init(pattern: create, destination: .route(start: Node("create"), path: [])),
    ])
    #expect(try links.match("app://item/new").get().target == .create)
    #expect(links.link(to: .create) == "app://item/new")
    #expect(links.link(to: .item(id: "old")) == "app://item/old")
    for id in ["new", "", ".", "a\u{0}b", String(repeating: "x", count: 2048)] {
      #expect(links.link(to: .item(id: id)) == nil)
    }
  }

  @Test("Numbers and booleans of a link are typed, and nothing else is taken for them (row 75)")
  func typedArguments() throws {
    enum Page: Codable, Hashable { case page(number: Double, isLong: Bool) }
    let pattern = try #require(LinkPattern("app://page/{number}/{isLong}"))
    let arguments = ["number": LinkArgument(.number), "isLong": LinkArgument(.boolean)]
    let links = LinkTable<Page>([.init(pattern: pattern, destination: .node("page", arguments, below: { _ in [] }))])
    for number in [0, -3, 2.5, 1e300, -0.125] {
      let page = Page.page(number: number, isLong: number > 0)
      let link = try #require(links.link(to: page))
      #expect(try links.match(link).get().target == page, "\(link)")
    }
    for text in ["0x10", "nan", "inf", "1e999", "", "١", "1 "] {
      #expect(throws: LinkProblem.self) { try links.match("app://page/\(text)/true").get() }
    }
    for text in ["TRUE", "1", "yes"] {
      #expect(throws: LinkProblem.self) { try links.match("app://page/1/\(text)").get() }
    }
  }

  @Test("The shipped links land in the user's own app, and an old app's on what it has (rows 75, 76, invariant 24)")
  func shipped() throws {
    let rules = try Shipped.rules(Shipped.user())
    let links = try #require(rules.links)
    let home = Shipped.AppNode.home(profile: "p-1")
    #expect(
      try links.match("coach://continue").get()
        == LinkMatch(start: home, path: [.speaking(mode: .review, profile: "p-1")]))
    #expect(try links.match("coach://settings").get() == LinkMatch(start: home, path: [.settings]))
    let prepared = try links.match("https://coach.example/prepare/review?profile=p-1").get()
    #expect(prepared.start == home)
    #expect(prepared.path == [.modeSelection(profile: "p-1"), .topicPrep(mode: .review, profile: "p-1")])
    let old = try #require(try Shipped.rules(Shipped.user(["app_version": "1.9.0"])).links)
    #expect(try old.match("coach://prepare/review").get().target == .modeSelection(profile: "p-1"))
    #expect(try old.match("coach://review").get().target == .savedList(profile: "p-1"))
  }

  @Test("Ten thousand random links give a tree or a reason, and never a trap (rows 80, 82)")
  func fuzz() {
    var random = SplitMix64(seed: 75)
    var (applied, refused) = (0, 0)
    let base = CoachState(rules.configuration)
    for _ in 0..<10_000 {
      var bytes = Array((Self.lines.filter { $0.link.count < 100 }.randomElement(using: &random)?.link ?? "").utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(5), at: place)
        }
      }
      let link = String(decoding: bytes, as: UTF8.self)
      var state = base
      switch state.apply(.open(link), under: rules).outcome {
      case .applied: applied += 1
      case .rejected(.invalidLink):
        refused += 1
        #expect(state == base)
      case .noop(.unchanged): #expect(state == base, "the app is there already")
      case let other: Issue.record("\(link): \(other)")
      }
    }
    #expect(applied > 500 && refused > 500)
  }
}
