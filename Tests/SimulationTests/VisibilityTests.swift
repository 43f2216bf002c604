import Simulation
import Testing

@Suite("What the users of an experiment make visible")
struct VisibilityTests {
  /// R's `power.prop.test`: 14,750.79 in each arm for 10 % against 11 %, 3,840.85 for 12 %.
  @Test("is what as many users were planned for", arguments: [(14_751, 0.01), (3841, 0.02)])
  func plans(_ users: Int, _ effect: Double) throws {
    let enough = try #require(Visibility(users: [users, users], weights: [0.5, 0.5], baseline: 0.1)?.increase)
    let fewer = try #require(Visibility(users: [users - 1, users - 1], weights: [0.5, 0.5], baseline: 0.1)?.increase)
    #expect(enough <= effect && fewer > effect)
  }

  @Test("is less with more arms, and with a smaller one")
  func arms() throws {
    let two = try #require(Visibility(users: [1000, 1000], weights: [1, 1], baseline: 0.1)?.increase)
    let three = try #require(Visibility(users: [1000, 1000, 1000], weights: [1, 1, 1], baseline: 0.1)?.increase)
    let uneven = try #require(Visibility(users: [1000, 200], weights: [1, 1], baseline: 0.1)?.increase)
    #expect(two < three && two < uneven)
  }

  @Test(
    "is nothing where there is nothing to compare",
    arguments: [([], []), ([5], [1]), ([5, 0], [1, 1]), ([0, 5], [1, 1]), ([5, 5], [0, 1]), ([5, 0], [1, 0])])
  func nothing(_ users: [Int], _ weights: [Double]) {
    #expect(Visibility(users: users, weights: weights, baseline: 0.1) == nil)
  }

  @Test("takes no notice of an arm without weight, and says where users are too few")
  func unweighted() {
    let all = Visibility(users: [900, 0, 900], weights: [1, 0, 1], baseline: 0.1)
    #expect(all != nil && all == Visibility(users: [900, 900], weights: [1, 1], baseline: 0.1))
    let few = Visibility(users: [1, 1], weights: [1, 1], baseline: 0.1)
    #expect(few != nil && few?.increase == nil)
  }
}
