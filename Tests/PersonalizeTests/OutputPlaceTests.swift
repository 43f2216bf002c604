#if os(Linux)
  import Foundation
  import Testing

  /// Where outputs may go, and what they must never destroy.
  @Suite("An output")
  struct OutputPlaceTests {
    private static func folder(rows: Int = 20) throws -> BatchFaultTests.Folder {
      let folder = try BatchFaultTests.Folder(rows: rows)
      try Data(#"{"attributes": {"age": {"empirical": "others.csv"}}}"#.utf8)
        .write(to: folder.url.appending(path: "population.json"))
      try FileManager.default.copyItem(
        at: folder.url.appending(path: "users.csv"), to: folder.url.appending(path: "others.csv"))
      return folder
    }

    /// Runs lines of shell with the folder's commands; `$p` is the tool without notes.
    private static func run(_ lines: String, in folder: BatchFaultTests.Folder) throws -> (
      status: Int32, stderr: String
    ) {
      try BatchFaultTests.shell("set -e; p() { $personalize \"$@\" --quiet; }\n" + lines, in: folder)
    }

    private static let commands = [
      "batch users.csv -o", "simulate --users users.csv --at 2026-11-30T08:00:00Z -o", "population --from users.csv -o",
      "bundle -o",
      "generate swift -o", "diff --base . --users users.csv -o",
    ]

    @Test(
      "that is standard output by another name is added to what stands there, by every command", arguments: commands)
    func standardOutput(_ command: String) throws {
      for place in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link", "../{name}/link2"] {
        let folder = try Self.folder()
        let place = place.replacing("{name}", with: folder.url.lastPathComponent)
        let result = try Self.run(
          """
          ln -s /dev/stdout link; ln -s link link2
          p \(command) expected
          echo before > all
          p \(command) \(place) >> all
          echo before | cat - expected | cmp - all
          test -L link; test -L link2; test -L /dev/stdout
          """, in: folder)
        #expect(result.status == 0, "\(command) \(place): \(result.stderr)")
      }
    }

    @Test("goes to pipes, devices, sockets and open files as it comes, and replaces none of them", arguments: commands)
    func streams(_ command: String) throws {
      let folder = try Self.folder()
      let result = try Self.run(
        """
        p \(command) expected
        mkfifo fifo
        cat fifo > got & p \(command) fifo; wait $!
        cmp expected got; test -p fifo
        p \(command) /dev/null; test -c /dev/null
        p \(command) /dev/fd/7 7> seven; cmp expected seven
        p \(command) - > eight; cmp expected eight
        { p \(command) /dev/fd/9 9>&1 | cat > nine; }; cmp expected nine
        """, in: folder)
      #expect(result.status == 0, "\(result.stderr)")
    }

    @Test("goes through links, whether they lead to a file or to the place of one", arguments: commands)
    func links(_ command: String) throws {
      let folder = try Self.folder()
      let result = try Self.run(
        """
        p \(command) expected
        mkdir there; echo old > there/live
        ln -s there/live live; ln -s there/dangling dangling; ln -s "$PWD/there/far" far; ln -s far further
        for each in live dangling further; do p \(command) $each; test -L $each; cmp expected $each; done
        test ! -L there/live; test ! -L there/dangling; test ! -L there/far; test "$(ls -A there | wc -l)" = 3
        ln -s circle circle
        if p \(command) circle 2> errors; then exit 9; fi
        grep -q 'symbolic links' errors
        """, in: folder)
      #expect(result.status == 0, "\(result.stderr)")
    }

    @Test(
      "never is a file that the command reads, whatever name leads to it",
      arguments: [
        ("batch users.csv -o", "users.csv"), ("batch users.csv -o", "catalog/attributes.json"),
        ("batch users.csv -o", "segments/$(ls segments | head -n 1)"), ("batch users.csv --rejects", "users.csv -o x"),
        ("batch users.csv --rejects", "catalog/navigation.json -o x"), ("batch - < users.csv -o", "users.csv"),
        ("batch users.csv --config app.bundle -o", "app.bundle"), ("batch users.csv --sticky a.db -o", "a.db"),
        ("batch users.csv -o x --sticky a.db --rejects", "a.db"), ("bundle -o", "catalog/attributes.json"),
        ("generate swift -o", "catalog/navigation.json"), ("simulate --users users.csv -o", "users.csv"),
        ("simulate --users users.csv -o", "catalog/navigation.json"),
        ("simulate --population population.json -o", "population.json"),
        ("simulate --population population.json -o", "others.csv"), ("population --from users.csv -o", "users.csv"),
        ("diff --base app.bundle --users users.csv -o", "app.bundle"),
        ("diff --base old --users users.csv -o", "old/catalog/attributes.json"),
        ("diff --base . --head old --users users.csv -o", "old/catalog/attributes.json"),
        ("simulate --users users.csv --at 2026-01-01 --until 2026-01-03 -o", "users.csv"),
      ])
    func inputs(_ command: String, _ input: String) throws {
      let folder = try Self.folder()
      // The name by itself, and a link and a hard link to it.
      let result = try Self.run(
        """
        p bundle -o app.bundle
        mkdir old; cp -r catalog segments experiments old
        $personalize evaluate --user '{"user_id": "u"}' --sticky a.db --quiet > evaluated 2>&1
        file=$(set -- \(input); echo $1); rest="$(set -- \(input); shift; echo $*)"
        ln -s "$(realpath $file)" soft; ln $file hard
        cp -r . ../before-$$
        for name in $file soft hard; do
          rm -f x
          if eval "p \(command) $name $rest" 2> errors; then echo "$name was written" >&2; exit 9; fi
          grep -q 'would overwrite its input' errors || { cat errors >&2; exit 8; }
        done
        rm errors; cmp $file ../before-$$/$file; test ! -e x
        rm -rf ../before-$$
        """, in: folder)
      #expect(result.status == 0, "\(result.stderr)")
    }

    @Test(
      "never is standard output that a file is read from",
      arguments: [
        ("simulate --users users.csv", "users.csv"), ("batch users.csv -o -", "users.csv"),
        ("batch users.csv -o /dev/stdout", "users.csv"), ("batch users.csv -o x --rejects -", "users.csv"),
        ("validate", "catalog/attributes.json"), ("population --from users.csv", "users.csv"),
        ("simulate --population population.json", "others.csv"), ("evaluate --user-file user.json", "user.json"),
        ("test expectations/a.json", "expectations/a.json"), ("graph", "catalog/navigation.json"),
        ("diff --base old --users users.csv", "old/catalog/attributes.json"),
      ])
    func appended(_ command: String, _ input: String) throws {
      let folder = try Self.folder()
      let result = try Self.run(
        """
        mkdir old expectations; cp -r catalog segments experiments old
        echo '{"user_id": "u"}' > user.json; echo '{"cases": []}' > expectations/a.json
        cp \(input) ../kept-$$
        if p \(command) >> \(input) 2> errors; then exit 9; fi
        grep -q 'standard output: would be appended to its input' errors || { cat errors >&2; exit 8; }
        cmp \(input) ../kept-$$; rm ../kept-$$
        """, in: folder)
      #expect(result.status == 0, "\(result.stderr)")
    }

    @Test(
      "never is the place of another one",
      arguments: [
        "-o - --rejects - > all", "-o - --rejects /dev/stdout > all", "-o /dev/fd/1 --rejects - > all",
        "-o all --rejects ./all", "-o all --rejects $PWD/all", "-o all --rejects link", "-o - --rejects all >> all",
        "-o all --rejects - >> all", "-o fifo --rejects fifo", "-o /dev/fd/1 --rejects /dev/fd/3 3>&1 > all",
      ])
    func clashing(_ options: String) throws {
      let folder = try Self.folder()
      let result = try Self.run(
        """
        ln -s all link; mkfifo fifo
        if p batch users.csv \(options) 2> errors; then exit 9; fi
        grep -q 'cannot hold both the rows and the list of flaws' errors || { cat errors >&2; exit 8; }
        test ! -s all
        """, in: folder)
      // Two descriptors of one file that nothing else names are one pipe or one terminal as well: that is allowed.
      #expect(result.status == 0 || options.contains("3>&1"), "\(options): \(result.stderr)")
    }

    @Test("keeps owner and mode of the file whose place it takes", arguments: commands)
    func ownerAndMode(_ command: String) throws {
      let folder = try Self.folder()
      let result = try Self.run(
        """
        echo old > out; chmod 640 out; [ "$(id -u)" != 0 ] || chown 12345:23456 out
        stat -c '%a %u %g' out > before
        p \(command) out
        stat -c '%a %u %g' out | cmp - before
        umask 077; p \(command) private; test "$(stat -c %a private)" = 600
        umask 002; p \(command) common; test "$(stat -c %a common)" = 664
        """, in: folder)
      #expect(result.status == 0, "\(result.stderr)")
    }

    @Test("may have the longest name that the file system takes", arguments: ["x", "é", "👩"])
    func longNames(_ letter: String) throws {
      let folder = try Self.folder()
      for command in Self.commands {
        let name = String(repeating: letter, count: (255 - 4) / letter.utf8.count) + ".txt"
        let result = try Self.run("p \(command) \(name); test -s \(name); test ! -e *partial*", in: folder)
        #expect(result.status == 0, "\(command): \(result.stderr)")
      }
    }
  }
#endif
