import Testing

@testable import Reporting

@Suite("Numbers for people")
struct NumberTextTests {
  @Test(
    "a chance is never shown as none",
    arguments: [
      (0.7544, "0.754"), (1, "1.000"), (0.001, "0.001"), (0.00099999, "1.0e-3"), (0.000994, "9.9e-4"),
      (3.5e-42, "3.5e-42"),
      (1e-300, "1.0e-300"), (0, "<1e-300"),
    ])
  func chances(_ p: Double, _ expected: String) {
    #expect(probability(p) == expected)
  }

  @Test(
    "a share is shown as nothing only where it is nothing",
    arguments: [
      (0, 5, "0 %"), (1, 100_000, "<0.1 %"), (1, 3, "33.3 %"), (99_999, 100_000, ">99.9 %"), (5, 5, "100.0 %"),
      (0, 0, "–"),
    ])
  func shares(_ part: Int, _ whole: Int, _ expected: String) {
    #expect(percent(part, of: whole) == expected)
  }
}
