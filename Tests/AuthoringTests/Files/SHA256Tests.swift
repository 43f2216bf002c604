import Personalization
import TestSupport
import Testing

@testable import Authoring

@Suite("SHA-256")
struct SHA256Tests {
  /// The examples of FIPS 180-4 and NIST's million letters.
  @Test(
    "is that of the standard",
    arguments: [
      ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func standard(_ text: String, _ count: Int, _ expected: String) {
    var hash = SHA256()
    for _ in 0..<count { hash.update(text.utf8) }
    #expect(hash.hex == expected)
  }

  @Test("does not depend on the pieces in which bytes come")
  func pieces() {
    var random = SplitMix64(seed: 5)
    for length in Array(0...130) + [1000, 4096] {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      var whole = SHA256()
      whole.update(bytes)
      var hash = SHA256()
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...rest.count, using: &random)
        hash.update(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(hash.hex == whole.hex, "\(length)")
    }
  }

  @Test("of a workspace is another with every change of a path or a text, and the same wherever it stands")
  func fingerprint() {
    let fingerprint = Workspace.check(files: SampleFiles.all).fingerprint
    #expect(Workspace.check(files: SampleFiles.all).fingerprint == fingerprint)
    for changed in [
      ["segments/senior.json": SampleFiles.senior + " "], ["segments/night.json": nil],
      ["segments/night.json": nil, "segments/nights.json": SampleFiles.night],
    ] as [[String: String?]] {
      #expect(Workspace.check(files: SampleFiles.changed(changed)).fingerprint != fingerprint)
    }
  }
}
