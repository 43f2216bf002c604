import Testing

@testable import ArrowEvaluation

@Suite("Column types")
struct ColumnTypeTests {
  @Test(
    "are read from the format strings of the C data interface",
    arguments: [
      ("n", .null), ("b", .boolean), ("c", .integer(bytes: 1, isSigned: true)),
      ("C", .integer(bytes: 1, isSigned: false)), ("S", .integer(bytes: 2, isSigned: false)),
      ("i", .integer(bytes: 4, isSigned: true)), ("L", .integer(bytes: 8, isSigned: false)), ("e", .float(bytes: 2)),
      ("f", .float(bytes: 4)), ("g", .float(bytes: 8)), ("d:9,2", .decimal(bytes: 16, scale: 2)),
      ("d:9,-2,32", .decimal(bytes: 4, scale: -2)), ("d:18,4,64", .decimal(bytes: 8, scale: 4)),
      ("d:76,5,256", .decimal(bytes: 32, scale: 5)), ("d:9,99", .decimal(bytes: 16, scale: 99)), ("tdD", .days),
      ("tdm", .ticks(perSecond: 1000)), ("tss:", .ticks(perSecond: 1)),
      ("tsn:Europe/Vienna", .ticks(perSecond: 1_000_000_000)), ("tsu:+02:00", .ticks(perSecond: 1_000_000)),
      ("u", .text(.offsets32)), ("U", .text(.offsets64)), ("vu", .text(.views)), ("+l", .list(.offsets32)),
      ("+L", .list(.offsets64)), ("+vl", .list(.views32)), ("+vL", .list(.views64)), ("+w:3", .list(.fixed(3))),
      ("+s", .structure),
    ] as [(String, ColumnType)])
  func known(format: String, type: ColumnType) {
    #expect(ColumnType(format: format) == type)
  }

  @Test(
    "that no attribute takes have a name for people",
    arguments: [
      ("z", "binary"), ("vz", "binary"), ("w:42", "binary"),
      ("d:76,5,512", "decimal of another size than 32, 64, 128 or 256 bits"),
      ("d:", "decimal of another size than 32, 64, 128 or 256 bits"), ("ttu", "time of day"),
      ("tDs", "duration"), ("tiM", "interval"), ("+m", "map"), ("+r", "run-end encoded"), ("+ud:0,1", "union"),
      ("+w:-1", "type +w:-1"), ("+w:x", "type +w:x"), ("", "type "), ("?", "type ?"),
    ])
  func unknown(format: String, name: String) {
    #expect(ColumnType(format: format) == .other(name))
  }

  @Test(
    "of sixteen bits mean what IEEE 754 says",
    arguments: [
      (0x0000, 0), (0x0001, 0x1p-24), (0x03FF, 0x3FFp-24), (0x0400, 0x1p-14), (0x3C00, 1), (0x3555, 0.333251953125),
      (0xC000, -2), (0x7BFF, 65504), (0x7C00, .infinity), (0xFC00, -.infinity),
    ] as [(UInt16, Double)])
  func halves(bits: UInt16, number: Double) {
    #expect(Double(halfPrecision: bits) == number)
  }

  @Test("of sixteen bits can be no number")
  func noNumber() {
    #expect(Double(halfPrecision: 0x7E00).isNaN)
    #expect(Double(halfPrecision: 0x8000).sign == .minus)
  }
}
