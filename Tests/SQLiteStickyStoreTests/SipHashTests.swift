import Personalization
import Testing

@Suite("SipHash-2-4 with 128 bits")
struct SipHashTests {
  @Test(
    "gives what its authors' reference gives",
    arguments: [
      (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
      (8, "3b62a9ba6258f5610f83e264f31497b4"), (63, "5150d1772f50834a503e069a973fbd7c"),
    ])
  func vectors(_ length: Int, _ expected: String) {
    // The key 00 01 … 0f, its lowest byte first; the text 00 01 02 …
    let hash = SipHash(key: .init(high: 0x0F0E_0D0C_0B0A_0908, low: 0x0706_0504_0302_0100))
    let text = (0..<length).map { UInt8($0) }
    let value = hash.hash(text.span)
    let bytes = [value.low, value.high].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> (UInt64($0) * 8)) }
    }
    #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
  }
}
