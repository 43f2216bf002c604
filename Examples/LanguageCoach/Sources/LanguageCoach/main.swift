import Authoring
import Foundation
import Navigation
import Personalization

// A terminal in the place of screens: shows the tree, takes a command a line.

let help = """
  push NODE            push a node, such as: push savedList, push speaking mode=review
  present INTENT NODE  show a flow over it:  present practice greeting mode=review
  finish | cancel      the presented flow ends itself
  swipe                the user swipes it away
  back                 the back button
  tab KEY              another tab
  open LINK            a link:               open coach://practice/review
  profile NAME | out | in
  save | relaunch      leave the app, and start it again
  why                  who decided what
  quit
  """

func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

func node(_ words: some Collection<String>) throws -> AppNode {
  var arguments: [String: NodeArgument] = [:]
  for word in words.dropFirst() {
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    if parts.count == 2 { arguments[parts[0]] = .string(parts[1]) }
  }
  return try Node(words.first ?? "", arguments).typed(as: AppNode.self)
}

func command(_ words: [String]) throws -> FlowCommand<AppNode>? {
  switch words.first {
  case "push": .push(try node(words.dropFirst()))
  case "present": .present(FlowRequest(words.dropFirst().first ?? "", start: try node(words.dropFirst(2))))
  case "finish": .finish(FlowResult("done"))
  case "cancel": .cancel()
  case "swipe": .dismiss(.gesture)
  case "back": .back
  case "tab": .switchTab(words.last ?? "")
  case "open": .open(words.last ?? "")
  case "profile": .switchProfile(words.last)
  case "out": .signOut
  case "in": .signIn(profile: nil)
  default: nil
  }
}

let directory = CommandLine.arguments.dropFirst().first ?? "."
let userText =
  CommandLine.arguments.dropFirst(2).first
  ?? #"{"user_id": "tablet-1", "age": 71, "shared_device": true, "app_version": "2.4.1", "last_mode": "review"}"#
let engine = PersonalizationEngine(try Workspace(directory: directory))
try engine.check(AppNode.self)
var coach = try Coach(engine, user: User(json: userText))
let isInteractive = isatty(0) == 1

print("Segments: \(coach.decision.segments.joined(separator: ", "))   (help lists the commands)\n")
print(coach.controller.state)
while true {
  if isInteractive { print("> ", terminator: "") }
  guard let line = readLine() else { break }
  let parts = words(line)
  guard let first = parts.first, !first.hasPrefix("#") else { continue }
  if !isInteractive { print("\n> \(line)") }
  switch first {
  case "quit": exit(0)
  case "help": print(help)
  case "save": coach.save()
  case "why":
    for slot in coach.decision.slots { print("\(slot.slot.key): \(slot.value) (\(slot.source))") }
  case "relaunch":
    let (next, report) = try coach.relaunched(engine)
    coach = next
    if let report { print("restored: \(report.result)") }
    print(coach.controller.state)
  default:
    do {
      guard let command = try command(parts) else {
        print("no such command; help lists them")
        continue
      }
      print(coach.controller.send(command))
      print(coach.controller.state)
    } catch {
      print(error)
    }
  }
}
