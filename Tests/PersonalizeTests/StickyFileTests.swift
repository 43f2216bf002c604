#if os(Linux)
  import Foundation
  import Testing

  @testable import SQLiteStickyStore

  /// `--sticky`: assignments that outlive a change of weights.
  @Suite("A file of assignments on the command line")
  struct StickyFileTests {
    /// A folder with one sticky experiment, and users.
    private final class Folder {
      let faults: BatchFaultTests.Folder

      init(rows: Int, weights: (control: Int, other: Int) = (1, 0), isSticky: Bool = true) throws {
        faults = try BatchFaultTests.Folder(rows: rows)
        let experiments = faults.url.appending(path: "experiments")
        for name in try FileManager.default.contentsOfDirectory(atPath: experiments.path) {
          try FileManager.default.removeItem(at: experiments.appending(path: name))
        }
        try weigh(weights.control, weights.other, isSticky: isSticky)
      }

      func weigh(_ control: Int, _ other: Int, isSticky: Bool = true) throws {
        let text = """
          { "status": "running", "seed": "s", "sticky": \(isSticky), "variations": [
            { "key": "control", "weight": \(control) },
            { "key": "other", "weight": \(other), "navigation": { "entry": "review" } } ] }
          """
        try Data(text.utf8).write(to: faults.url.appending(path: "experiments/e.json"))
      }

      func run(_ line: String) throws -> (status: Int32, stderr: String) { try BatchFaultTests.shell(line, in: faults) }

      func text(_ name: String) throws -> String {
        try String(contentsOf: faults.url.appending(path: name), encoding: .utf8)
      }

      func copy(_ name: String, to other: String) throws {
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(at: faults.url.appending(path: other + suffix))
        }
        try FileManager.default.copyItem(
          at: faults.url.appending(path: name), to: faults.url.appending(path: other))
      }

      /// Whether SQLite finds nothing wrong with a file.
      func isSound(_ name: String) throws -> Bool {
        let connection = try Connection(faults.url.appending(path: name).path, timeout: .seconds(5))
        let check = try Statement("PRAGMA integrity_check", connection)
        return try check.step() && check.text(0) == "ok"
      }
    }

    @Test("keeps whoever was assigned where they are, for a file and for one user")
    func keeps() throws {
      let folder = try Folder(rows: 500)
      #expect(try folder.run("$personalize batch users.csv -o first.csv --sticky a.db --quiet").status == 0)
      try folder.weigh(0, 1)
      #expect(try folder.run("$personalize batch users.csv -o second.csv --sticky a.db --quiet").status == 0)
      #expect(try folder.text("first.csv") == folder.text("second.csv"))
      #expect(try folder.run("$personalize batch users.csv -o without.csv --quiet").status == 0)
      #expect(try folder.text("first.csv") != folder.text("without.csv"))

      let evaluate = "$personalize evaluate --sticky a.db --quiet --user "
      #expect(try folder.run(evaluate + #"'{"user_id": "user-7"}' | grep -E 'e +control +sticky'"#).status == 0)
      #expect(try folder.run(evaluate + #"'{"user_id": "new"}' | grep -E 'e +other +assigned'"#).status == 0)
      try folder.weigh(1, 0)
      #expect(try folder.run(evaluate + #"'{"user_id": "new"}' | grep -E 'e +other +sticky'"#).status == 0)
    }

    @Test("says where no experiment is sticky")
    func nothingSticky() throws {
      let folder = try Folder(rows: 5, isSticky: false)
      for command in ["batch users.csv -o out.csv", #"evaluate --user '{"user_id": "u"}'"#] {
        let result = try folder.run("$personalize \(command) --sticky a.db")
        #expect(result.status == 0)
        #expect(result.stderr.contains("note: no experiment is sticky; nothing is read or remembered\n"))
      }
    }

    @Test(
      "that cannot be used ends in a sentence and code 2, and nothing is written",
      arguments: [
        ("catalog", "catalog: is a directory, not a file"),
        ("users.csv", "users.csv: is not a database of assignments"),
        ("no/a.db", "no/a.db: cannot be opened, or the files beside it cannot be made: No such file or directory"),
        (
          "/proc/a.db", "/proc/a.db: cannot be opened, or the files beside it cannot be made: No such file or directory"
        ),
      ])
    func refused(_ path: String, _ sentence: String) throws {
      let folder = try Folder(rows: 5)
      for command in ["batch users.csv -o out.csv", #"evaluate --user '{"user_id": "u"}'"#] {
        let result = try folder.run("$personalize \(command) --sticky \(path)")
        #expect(result.status == 2)
        #expect(result.stderr == "error: \(sentence)\n")
      }
      #expect(try folder.faults.others == [])
    }

    @Test(
      "is not overwritten by the rows or the list of flaws",
      arguments: ["-o a.db", "-o ./a.db", "-o x.csv --rejects a.db"])
    func overwriting(_ options: String) throws {
      let folder = try Folder(rows: 5)
      let result = try folder.run("$personalize batch users.csv \(options) --sticky a.db")
      #expect(result.status == 2)
      #expect(result.stderr.hasSuffix("a.db: would overwrite its input\n"))
      #expect(try folder.isSound("a.db"))
    }

    @Test(
      "that is deleted or replaced during a batch is noticed, and nothing is written",
      arguments: ["rm a.db", "rm a.db a.db-wal a.db-shm", "mv a.db away.db", "cp a.db b.db; mv b.db a.db"])
    func moved(_ change: String) throws {
      let folder = try Folder(rows: 20_000)
      #expect(try folder.run("$personalize batch users.csv -o first.csv --sticky a.db --quiet").status == 0)
      let result = try folder.run(
        """
        mkfifo pipe
        $personalize batch - -o out.csv --sticky a.db --quiet <pipe &
        exec 3>pipe; cat users.csv >&3
        until ls out.csv.partial-* >/dev/null 2>&1; do :; done
        \(change)
        exec 3>&-
        wait $!
        """)
      #expect(result.status == 2)
      // A worker that opens the file in the very moment may find less than that.
      let isNamed = result.stderr == "error: a.db: was deleted or replaced while it was in use\n"
      #expect(isNamed || change == "rm a.db" && result.stderr.hasPrefix("error: a.db: "), "\(result.stderr)")
      #expect(try !folder.faults.others.contains { $0.hasPrefix("out.csv") })
    }

    @Test("remembers nothing of a batch that fails")
    func failing() throws {
      let folder = try Folder(rows: 20_000)
      try folder.weigh(0, 1)
      #expect(try folder.run("$personalize batch users.csv -o all.csv --quiet").status == 0)
      try folder.weigh(1, 0)
      let flaw = "{ cat users.csv; echo 'user-1,old'; } >flawed.csv"
      let result = try folder.run("\(flaw); $personalize batch flawed.csv -o out.csv --strict --sticky a.db --quiet")
      #expect(result.status == 1)
      // The limit stands in for a full disk.
      let full = try folder.run(
        "trap '' XFSZ; ulimit -f 200; $personalize batch users.csv -o /dev/null --sticky a.db --quiet")
      #expect(full.status == 2)
      #expect(full.stderr.hasPrefix("error: a.db: ") && full.stderr.split(separator: "\n").count == 1, "\(full.stderr)")
      #expect(try folder.isSound("a.db"))
      try folder.weigh(0, 1)
      #expect(try folder.run("$personalize batch users.csv -o out.csv --sticky a.db --quiet").status == 0)
      #expect(try folder.text("out.csv") == folder.text("all.csv"))
    }

    @Test("loses nothing and breaks in no way where a batch is killed, again and again")
    func killed() throws {
      let folder = try Folder(rows: 20_000)
      #expect(
        try folder.run("head -n 10001 users.csv | $personalize batch - -o half.csv --sticky start.db --quiet").status
          == 0)
      try folder.weigh(0, 1)
      try folder.copy("start.db", to: "a.db")
      let clock = ContinuousClock()
      let start = clock.now
      #expect(try folder.run("$personalize batch users.csv -o expected.csv --sticky a.db --quiet").status == 0)
      let duration = clock.now - start
      let expected = try folder.text("expected.csv")
      #expect(expected.split(separator: "\n").count { $0.contains("control") } == 10_000)

      try folder.copy("start.db", to: "a.db")
      for step in 1...12 {
        let process = Process()
        process.executableURL = try toolLocation()
        process.arguments = ["batch", "users.csv", "-o", "killed.csv", "--sticky", "a.db", "--quiet"]
        process.currentDirectoryURL = folder.faults.url
        process.standardError = FileHandle.nullDevice
        try process.run()
        usleep(UInt32(duration / .microseconds(1) * Double(step) / 12))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(try folder.isSound("a.db"))
      }
      #expect(try folder.run("$personalize batch users.csv -o again.csv --sticky a.db --quiet").status == 0)
      #expect(try folder.text("again.csv") == expected)
    }

    @Test("is made by whichever of two batches comes first", arguments: 1...20)
    func madeTogether(_ round: Int) throws {
      let folder = try Folder(rows: 10, weights: (1, 1))
      let batch = "$personalize batch users.csv --sticky a.db --quiet"
      let result = try folder.run("\(batch) -o a.csv & first=$!; \(batch) -o b.csv && wait $first")
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try folder.text("a.csv") == folder.text("b.csv"))
    }

    @Test("lets two batches at once come one after the other, with the same result")
    func together() throws {
      let folder = try Folder(rows: 20_000, weights: (1, 1))
      let batch = "$personalize batch users.csv --sticky a.db --quiet"
      let result = try folder.run("\(batch) -o a.csv & first=$!; \(batch) -o b.csv --threads 1 && wait $first")
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try folder.text("a.csv") == folder.text("b.csv"))
      #expect(try folder.isSound("a.db"))
    }
  }
#endif
