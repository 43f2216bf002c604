import Foundation
import Testing

@Suite("Tables on a terminal", .enabled(if: FileManager.default.fileExists(atPath: "/dev/ptmx")))
struct TerminalWidthTests {
  /// What the tool writes on a terminal of so many columns; few lines, or they would not fit the terminal's memory.
  private func output(columns: UInt16, environment: [String: String] = [:]) throws -> [Substring] {
    // Glibc does not show the names of these two to Swift: TIOCGPTN and TIOCSPTLCK of Linux.
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(terminal) }
    var (number, isLocked): (Int32, Int32) = (0, 0)
    try #require(ioctl(terminal, 0x8004_5430, &number) == 0 && ioctl(terminal, 0x4004_5431, &isLocked) == 0)
    let screen = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(screen >= 0)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(screen, UInt(TIOCSWINSZ), &size) == 0)
    let process = Process()
    process.executableURL = try toolLocation()
    process.arguments = [
      "evaluate", "--config", "Benchmarks/workspace", "--at", "2026-11-30", "--user", #"{"user_id": "u", "age": 70}"#,
    ]
    process.currentDirectoryURL = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    process.environment = environment.merging(["NO_COLOR": "1"]) { $1 }
    process.standardOutput = FileHandle(fileDescriptor: screen, closeOnDealloc: false)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    close(screen)
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(terminal, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split { $0.isNewline }
  }

  @Test("are cut to its width, or to what COLUMNS asks for")
  func cut() throws {
    let wide = try output(columns: 200)
    #expect(wide.count > 10 && wide.contains { $0.count > 50 } && !wide.contains { $0.contains("…") })
    for lines in [try output(columns: 40), try output(columns: 200, environment: ["COLUMNS": "40"])] {
      #expect(lines.count == wide.count && lines.contains { $0.contains("…") })
      #expect(lines.filter { $0.hasPrefix("  ") }.allSatisfy { $0.count < 40 })
    }
  }
}
