import Authoring
import Foundation
import TestSupport
import Testing

@testable import Personalization

@Suite("A bundle")
struct BundleTests {
  private static func sample() throws -> [UInt8] { try Workspace(files: SampleFiles.all).bundle() }

  @Test("gives back the workspace that it was written from, from any kind of bytes")
  func roundTrip() throws {
    let workspace = try Workspace(files: SampleFiles.all)
    let bytes = try workspace.bundle()
    #expect(try Workspace(bundle: bytes) == workspace)
    #expect(try PersonalizationEngine(bundle: Data(bytes)).workspace == workspace)
  }

  @Test("of the same workspace has the same bytes")
  func reproducible() throws {
    #expect(try Self.sample() == Self.sample())
    #expect(try Workspace(bundle: Self.sample()).bundle() == Self.sample())
  }

  @Test("is refused wherever one of its bytes is changed")
  func damage() throws {
    let bytes = try Self.sample()
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= UInt8(1 << (index % 8))
      let error = #expect(throws: BundleError.self) { try Workspace(bundle: changed) }
      switch error {
      case .foreign: #expect(index < 8)
      case .truncated: #expect((20..<28).contains(index))
      case .damaged: #expect(index >= 8)
      default: Issue.record("byte \(index): \(String(describing: error))")
      }
    }
  }

  @Test("that is cut off is refused, and told from one that is damaged")
  func truncation() throws {
    let bytes = try Self.sample()
    for length in [0, 7] { #expect(throws: BundleError.foreign) { try Workspace(bundle: bytes.prefix(length)) } }
    for length in [8, 27, 28, bytes.count / 2, bytes.count - 1] {
      let error = #expect(throws: BundleError.self) { try Workspace(bundle: bytes.prefix(length)) }
      guard case .truncated(_, length)? = error else {
        Issue.record("\(length): \(String(describing: error))")
        continue
      }
    }
    #expect(throws: BundleError.damaged) { try Workspace(bundle: bytes + [0]) }
  }

  @Test(
    "is told from other files",
    arguments: ["", "{}", #"{"catalog": {}}"#, "\u{89}PNG\r\n\u{1A}\n", String(repeating: "PNB", count: 100)])
  func foreign(text: String) {
    #expect(throws: BundleError.foreign) { try Workspace(bundle: text.utf8) }
  }

  @Test("of a newer format is refused by its number")
  func newerFormat() throws {
    let error = #expect(throws: BundleError.self) {
      try Workspace(bundle: BundleFrame.framed(Array("whatever comes".utf8), format: 2))
    }
    #expect(error == .newerFormat(2))
    #expect(error?.description.contains("update the app") == true)
  }

  @Test("whose length would overflow is cut off")
  func hugeLength() throws {
    var bytes = try Self.sample()
    for index in 20..<28 { bytes[index] = 0xFF }
    #expect(throws: BundleError.truncated(expected: Int.max, found: bytes.count)) { try Workspace(bundle: bytes) }
  }

  /// A change of the content that keeps the checksum right, and a part of what is said of it.
  struct Forgery: CustomTestStringConvertible, Sendable {
    let old: String
    let new: String
    let reason: String

    init(_ old: String, _ new: String, _ reason: String) {
      (self.old, self.new, self.reason) = (old, new, reason)
    }

    var testDescription: String { reason }
  }

  @Test(
    "that somebody else made is refused where it does not fit together",
    arguments: [
      Forgery(#""attribute":"age""#, #""attribute":"agee""#, "segment senior: there is no attribute agee"),
      Forgery(#""segment":"senior""#, #""segment":"senor""#, "segment night: there is no segment senor"),
      Forgery(#""segment":"senior""#, #""segment":"night""#, "the segments go in a circle"),
      Forgery(#""weight":900000"#, #""weight":-900000"#, "the weight of control is out of range"),
      Forgery(#""weight":900000"#, #""weight":9223372036854775807"#, "the weight of control is out of range"),
      Forgery(#""weight":900000"#, #""weight":1e99"#, "a value is not legal"),
      Forgery(#""coverage":500000"#, #""coverage":1500000"#, "experiment cards: its coverage is out of range"),
      Forgery(#""ends":[500000]"#, #""ends":[0]"#, "0..<0 millionths is no range"),
      Forgery(#""ends":[500000]"#, #""ends":[]"#, "a range of its layer has no end"),
      Forgery(#""hashVersion":2"#, #""hashVersion":4"#, "there is no hash version 4"),
      Forgery(#""steps":[0]"#, #""steps":[0,0]"#, "its condition lacks a part"),
      Forgery(#""steps":[0]"#, #""steps":[]"#, "its condition has parts too many"),
      Forgery(#""steps":[0]"#, #""steps":[0,9223372036854775807]"#, "its condition lacks a part"),
      Forgery(#""steps":[0]"#, #""steps":[0,-1]"#, "its condition has an unknown step"),
      Forgery(
        #""steps":[0]"#, #""steps":[0\#(String(repeating: ",1", count: 600))]"#, "nested more than 500 levels deep"),
      Forgery(#""requires":{"entry":["control"]}"#, #""requires":{"layout":["control"]}"#, "go in a circle"),
      Forgery(#""requires":{"entry":["control"]}"#, #""requires":{"entry":["x"]}"#, "that do not exist"),
      Forgery(#""fallback":"practice""#, #""fallback":"continue-last""#, "the fallbacks of routes go in a circle"),
      Forgery(#""fallback":{"node":"modeSelection"}"#, #""fallback":{"node":"nowhere"}"#, "there is no node nowhere"),
      Forgery(#""since":"2.0.0""#, #""since":"two""#, "node speaking: two is no version"),
      Forgery(#""unit":"user_id""#, #""unit":"age""#, "the unit age is no string attribute"),
      Forgery(#""home.layout":{"text":"tab"}"#, #""home.layout":{"text":"tabs"}"#, "home.layout has no legal value"),
      Forgery(#""seconds":1800"#, #""seconds":-1"#, "session.resumeWithin cannot be"),
      Forgery(#""catalog":"#, #""katalog":"#, "catalog is missing"),
      Forgery(#""catalog":"#, #""catalog":["#, "a value is not legal"),
    ])
  func forgery(_ forgery: Forgery) throws {
    let content = String(decoding: try BundleFrame.content(of: Self.sample()), as: UTF8.self)
    let forged = SampleFiles.replacing(forgery.old, in: content, with: forgery.new)
    try #require(forged != content, "\(forgery.old) is not in\n\(content)")
    let error = #expect(throws: BundleError.self) {
      try Workspace(bundle: BundleFrame.framed(Array(forged.utf8)))
    }
    guard case .unsound(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains(forgery.reason))
  }
}
