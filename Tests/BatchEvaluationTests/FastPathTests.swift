import Foundation
import TestSupport
import Testing

@testable import BatchEvaluation
@testable import Personalization

/// What is read in wide steps agrees with what is read one character at a time.
@Suite("Fast paths")
struct FastPathTests {
  @Test("read a number exactly as the grammar and the C library do")
  func numbers() throws {
    let grammar = try Regex(#"[ \t]*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[ \t]*"#)
    var random = SplitMix64(seed: 1)
    let alphabet = Array("0123456789012345678901234567890123456789..--+eE x")
    for _ in 0..<50_000 {
      let text = String(
        (0..<Int.random(in: 1...12, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
      // Surrounded as in a file, so that more bytes than the cell's can be loaded.
      for (before, after) in [("", ""), ("1,", ",23456789,")] {
        let bytes = Array((before + text + after).utf8)
        let places = before.utf8.count..<before.utf8.count + text.utf8.count
        let expected = try grammar.wholeMatch(in: text).map { _ in strtod(text, nil) }
        #expect(
          NumberCell.number(at: places, in: bytes.span) == (expected?.isFinite == true ? expected : nil), "\(text)")
      }
    }
  }

  @Test("read a date of the usual shape exactly as every other shape")
  func dates() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<20_000 {
      func two(_ range: ClosedRange<Int>) -> String {
        let number = Int.random(in: range, using: &random)
        return (number < 10 ? "0" : "") + String(number)
      }
      let year = ["0000", "0001", "1899", "1900", "1970", "2000", "2024", "2026", "2100", "9999"].randomElement(
        using: &random)!
      let text =
        "\(year)-\(two(0...13))-\(two(0...32))T\(two(0...24)):\(two(0...60)):\(two(0...61))"
      // A fraction keeps the text from the short way.
      let short = Timestamp(text + "Z")
      let long = Timestamp(text + ".0Z")
      #expect(short == long, "\(text)")
    }
  }

  @Test(
    "hash the digits of a number as its text", arguments: [0, 1, 9, 10, 99_999_999, 100_000_000, 999_999_999, .max])
  func decimals(_ number: UInt32) {
    var random = SplitMix64(seed: UInt64(number))
    for number in [number] + (0..<2000).map({ UInt32(truncatingIfNeeded: random.next() >> UInt64($0 % 32)) }) {
      var (digits, text) = (FNV1a(), FNV1a())
      digits.combine(decimal: number)
      text.combine(Array(String(number).utf8).span)
      #expect(digits == text, "\(number)")
    }
  }

  @Test("look for bytes as a loop does, wherever they begin and end")
  func scans() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<4000 {
      let bytes = (0..<Int.random(in: 0...150, using: &random)).map { _ in
        UInt8([0x0A, 0x22, 0x2C, 0x2D, 0x41, 0x61, 0x7F].randomElement(using: &random)!)
      }
      let start = Int.random(in: 0...bytes.count, using: &random)
      let pair = ByteScan.Pair(0x2C, 0x0A)
      #expect(
        ByteScan.firstIndex(of: pair, in: bytes.span, from: start)
          == bytes[start...].firstIndex { $0 == 0x2C || $0 == 0x0A } ?? bytes.count)
      #expect(ByteScan.count(of: 0x22, in: bytes.span) == bytes.count { $0 == 0x22 })
      #expect(ByteScan.hasByte(upTo: 0x2C, in: bytes.span) == bytes.contains { $0 <= 0x2C })
    }
  }

  @Test("find the one byte that is no text at any place of any length", arguments: [UInt8(0), 0x80, 0xC3, 0xFF])
  func flaws(_ flaw: UInt8) {
    for length in 1...100 {
      for place in [0, length / 2, length - 1] {
        var bytes = [UInt8](repeating: 0x61, count: length)
        #expect(ByteScan.isASCII(bytes.span) && TextFlaw.first(in: bytes.span) == nil)
        bytes[place] = flaw
        #expect(ByteScan.isASCII(bytes.span) == (flaw < 0x80))
        let expected: TextFlaw = flaw == 0 ? .nul(place) : .notUTF8(place, byte: flaw)
        #expect(TextFlaw.first(in: bytes.span) == expected)
      }
    }
  }

  @Test("know the place of every slot")
  func slots() {
    #expect(Slot.allCases.map(\.index) == Array(0..<Slot.allCases.count))
  }
}
