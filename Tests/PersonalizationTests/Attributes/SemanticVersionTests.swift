import Testing

@testable import Personalization

@Suite("Versions")
struct SemanticVersionTests {
  @Test(
    "come in the order of SemVer 2, whatever the size of their numbers",
    arguments: [
      ("1.2", "1.2.1"), ("0.9.0", "0.10.0"), ("1.0.0-alpha", "1.0.0-alpha.1"), ("1.0.0-alpha.1", "1.0.0-alpha.beta"),
      ("1.0.0-alpha.beta", "1.0.0-beta"), ("1.0.0-beta.2", "1.0.0-beta.11"), ("1.0.0-rc.1", "1.0.0"),
      ("1.0.0-9999", "1.0.0--"), ("99999.0.0", "100000.0.0"),
      ("18446744073709551616.0.0", "18446744073709551617.0.0"), ("2.1.0", "10"), ("1.0.0-Foo", "1.0.0-foo"),
    ])
  func order(smaller: String, greater: String) throws {
    let first = try #require(SemanticVersion(smaller))
    let second = try #require(SemanticVersion(greater))
    #expect(first < second)
    #expect(!(second < first))
  }

  @Test(
    "are equal if their precedence is",
    arguments: [("1.2", "1.2.0"), ("v1.2.3", "1.2.3"), ("1.2.3+build.7", "1.2.3+other"), ("1", "1.0.0")])
  func equality(one: String, other: String) throws {
    #expect(try #require(SemanticVersion(one)) == #require(SemanticVersion(other)))
  }

  @Test(
    "are nothing else",
    arguments: [
      "", "v", "1.", ".1", "1..2", "1.2.3.4", "01.2.3", "1.2.3-01", "1.2.3-", "1.2.3-a..b", "a.b.c", "1.2.3 ",
    ])
  func refused(text: String) {
    #expect(SemanticVersion(text) == nil)
  }

  @Test("have a packed form that orders as they do, where one exists")
  func packed() throws {
    let texts = ["0", "0.0.1", "0.1", "1.2", "1.2.3", "v1.10.0", "2", "2097151.2097151.2097151"]
    let packed = texts.compactMap { text in text.withBytes { SemanticVersion.packed($0) } }
    #expect(packed.count == texts.count)
    #expect(packed == packed.sorted())
    for text in ["1.2.3-a", "2097152", "01", "1.2.3.4", "", "1.2.3+b"] {
      let packed = text.withBytes { SemanticVersion.packed($0) }
      #expect(packed == nil, "\(text)")
    }
  }
}
