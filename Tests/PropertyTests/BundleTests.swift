import Authoring
import Foundation
import TestSupport
import Testing

@testable import Personalization

@Suite("Bundles")
struct BundleTests {
  @Test("hold the whole workspace, and decide as the files do")
  func roundTrip() async {
    await Property.holds(rounds: 150) { random in
      let world = RandomWorkspace(&random)
      let workspace = try Workspace(files: world.files)
      let bundle = try workspace.bundle()
      let bundled = try Workspace(bundle: bundle)
      var problems: [String] = []
      if bundled != workspace { problems.append("another workspace") }
      if try Workspace(files: world.files).bundle() != bundle { problems.append("other bytes from the same files") }
      if try bundled.bundle() != bundle { problems.append("other bytes from the bundle") }
      let (engine, other) = (PersonalizationEngine(workspace), PersonalizationEngine(bundled))
      for _ in 0..<8 {
        let user = RandomUser(of: world, &random).user
        let time = try Moment.random(&random)
        let (first, second) = (engine.decide(for: user, at: time), other.decide(for: user, at: time))
        problems += differences("bundle", first.lines, second.lines)
      }
      return problems
    }
  }

  @Test("with bytes changed and the checksum made right are refused, or decide whole decisions")
  func forgeries() async {
    await Property.holds(rounds: 60) { random in
      let world = RandomWorkspace(&random)
      let content = Array(try BundleFrame.content(of: Workspace(files: world.files).bundle()))
      let user = RandomUser(of: world, &random).user
      let time = try Moment.random(&random)
      for _ in 0..<40 {
        let forged = Self.forged(content, &random)
        guard let engine = try? PersonalizationEngine(bundle: BundleFrame.framed(forged)) else { continue }
        let decision = engine.decide(for: user, at: time)
        guard decision.slots.count == Slot.allCases.count, !decision.explanation.slots.isEmpty else {
          return ["a decision that is not whole"]
        }
      }
      return []
    }
  }

  /// A few changes of the kind that keeps JSON mostly legal: another digit, another letter, a piece doubled or left out.
  private static func forged(_ content: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = content
    for _ in 0..<random.int(1...3) {
      let place = random.int(0...bytes.count - 1)
      switch random.int(1...5) {
      case 1, 2:
        // The next digit from here on.
        if let digit = bytes[place...].firstIndex(where: { (0x30..<0x3A).contains($0) }) {
          bytes.replaceSubrange(
            digit...digit, with: random.pick(["0", "-1", "7", "99999999", "9223372036854775807", "0.5", "null"]).utf8)
        }
      case 3: bytes[place] = UInt8(random.int(0x20...0x7E))
      case 4:
        let end = min(bytes.count, place + random.int(1...40))
        bytes.insert(contentsOf: bytes[place..<end], at: random.int(0...bytes.count))
      default:
        // An element or member, up to the next comma.
        if let start = bytes[place...].firstIndex(of: UInt8(ascii: ",")),
          let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: ","))
        {
          bytes.removeSubrange(start..<end)
        }
      }
    }
    return bytes
  }
}
