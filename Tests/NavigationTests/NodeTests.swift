import Foundation
import Navigation
import Testing

private enum Mode: String, Codable, Hashable { case review, topicTalk }

private enum AppNode: Codable, Hashable {
  case home
  case speaking(mode: Mode, profile: String?)
  case lesson(number: Int)
}

@Suite("Nodes")
struct NodeTests {
  @Test("are read by an app's enum with synthesised Codable")
  func typed() throws {
    #expect(try Node("home").typed(as: AppNode.self) == .home)
    #expect(
      try Node("speaking", ["mode": "review"]).typed(as: AppNode.self) == .speaking(mode: .review, profile: nil))
    #expect(
      try Node("speaking", ["mode": "topicTalk", "profile": "p1"]).typed(as: AppNode.self)
        == .speaking(mode: .topicTalk, profile: "p1"))
    #expect(try Node("lesson", ["number": 3]).typed(as: AppNode.self) == .lesson(number: 3))
  }

  @Test(
    "that the app's enum does not have are refused by name",
    arguments: [Node("attic"), Node("speaking"), Node("speaking", ["mode": "dance"]), Node("lesson", ["number": 1.5])])
  func refused(node: Node) throws {
    let error = #expect(throws: UnknownNodesError.self) { try node.typed(as: AppNode.self) }
    #expect(error?.failures.map(\.node) == [node])
  }

  @Test("survive a round trip, and a bare name is a node without arguments")
  func coding() throws {
    let node = Node("speaking", ["mode": "review", "level": 2, "isLong": true])
    #expect(try JSONDecoder().decode(Node.self, from: JSONEncoder().encode(node)) == node)
    #expect(try JSONDecoder().decode(Node.self, from: Data("\"home\"".utf8)) == Node("home"))
  }

  @Test("are written as a call, arguments in the order of their names")
  func description() {
    #expect(Node("speaking", ["mode": "review", "level": 2]).description == "speaking(level: 2, mode: review)")
  }
}
