import Foundation
import Testing

@testable import personalize

@Suite("Output")
struct OutputTests {
  @Test("all bytes arrive, although a pipe takes them in pieces")
  func shortWrites() async throws {
    let pipe = Pipe()
    let text = String(repeating: "0123456789", count: 100_000)
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    // A non-blocking pipe accepts 64 KiB and then says "again".
    _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFL, O_NONBLOCK)
    async let received = Task.detached {
      FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).readDataToEndOfFile()
    }.value
    try Output(descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "pipe").write(text)
    try pipe.fileHandleForWriting.close()
    #expect(await received == Data(text.utf8))
  }

  @Test("a descriptor that cannot be written is an error with the system's reason")
  func badDescriptor() {
    #expect(throws: OutputError.failed(name: "nowhere", reason: "Bad file descriptor")) {
      try Output(descriptor: -1, name: "nowhere").write("x")
    }
  }
}

@Suite("The progress line")
struct ProgressLineTests {
  @Test(
    "is shown only where a person watches",
    arguments: [
      (true, true, false, [:], true), (false, true, false, [:], false), (true, false, false, [:], false),
      (true, true, true, [:], false), (true, true, false, ["TERM": "dumb"], false),
      (true, true, false, ["CI": "true"], false), (true, true, false, ["CI": "false"], true),
    ] as [(Bool, Bool, Bool, Environment, Bool)])
  func isWanted(output: Bool, errors: Bool, isQuiet: Bool, environment: Environment, expected: Bool) {
    #expect(
      ProgressLine.isWanted(
        outputIsTerminal: output, errorsIsTerminal: errors, isQuiet: isQuiet, environment: environment) == expected)
  }

  @Test("is drawn at most ten times a second, cut to the width, and cleared once")
  func drawing() throws {
    let pipe = Pipe()
    var line = ProgressLine(
      on: Output(descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "pipe"), isShown: true)
    let start = ContinuousClock.now
    line.show({ "one" }, now: start, columns: 80)
    line.show({ "not seen" }, now: start + .milliseconds(99), columns: 80)
    line.show({ "three or more" }, now: start + .milliseconds(100), columns: 6)
    line.clear()
    line.clear()
    try pipe.fileHandleForWriting.close()
    let drawn = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(drawn == "\r\u{1B}[2Kone\r\u{1B}[2Kthree\r\u{1B}[2K")
  }

  @Test("an error is printed on a cleared line")
  func clearedBeforeErrors() throws {
    let pipe = Pipe()
    let stream = Output(descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "pipe")
    let terminal = Terminal(output: stream, errors: stream, isQuiet: true, showsProgress: true)
    terminal.showProgress("10 %")
    terminal.note("silenced\n")
    terminal.report("error\n")
    try pipe.fileHandleForWriting.close()
    let drawn = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(drawn == "\r\u{1B}[2K10 %\r\u{1B}[2Kerror\n")
  }
}
