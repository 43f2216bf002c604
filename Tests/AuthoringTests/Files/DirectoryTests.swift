import Authoring
import Foundation
import JSONTree
import Personalization
import TestSupport
import Testing

@Suite("A directory")
struct DirectoryTests {
  @Test("reads as the same workspace as its texts")
  func sameAsTexts() throws {
    let directory = try TemporaryDirectory(SampleFiles.all)
    #expect(try Workspace(directory: directory.path) == Workspace(files: SampleFiles.all))
    #expect(Workspace.check(directory: directory.path + "/").sources == SampleFiles.all)
  }

  @Test("that does not exist is one problem")
  func absent() {
    #expect(
      Workspace.check(directory: "/no/such/place").diagnostics.map(\.description) == [
        "/no/such/place: error[unreadable-file]: there is no such directory; expected one with catalog/attributes.json"
      ])
  }

  @Test("that is a file is one problem")
  func file() throws {
    let directory = try TemporaryDirectory(["file": ""])
    let path = directory.path + "/file"
    #expect(
      Workspace.check(directory: path).diagnostics.map(\.description) == [
        "\(path): error[unreadable-file]: this is not a directory"
      ])
  }

  @Test("names files that cannot be read, and why")
  func unreadable() throws {
    let directory = try TemporaryDirectory(
      SampleFiles.changed(["segments/folder.json/x": "", "segments/sub/y.json": "{"]))
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/segments/link.json", withDestinationPath: "nowhere.json")
    #expect(mkfifo(directory.path + "/segments/pipe.json", 0o600) == 0)
    #expect(
      Workspace.check(directory: directory.path).diagnostics.map(\.description) == [
        "segments/folder.json: error[unreadable-file]: this is a directory; expected a file",
        "segments/link.json: error[unreadable-file]: this link leads to nothing",
        "segments/pipe.json: error[unreadable-file]: this is neither a file nor a link to one",
        "segments/sub: warning[misplaced-file]: this folder is not read; expected its files directly in segments",
      ])
  }

  @Test("whose folder is a file is a problem, and no segment is unknown")
  func folderIsFile() throws {
    let files = SampleFiles.all.filter { !$0.key.hasPrefix("segments/") }
    let directory = try TemporaryDirectory(files.merging(["segments": ""]) { first, _ in first })
    #expect(
      Workspace.check(directory: directory.path).diagnostics.map(\.description) == [
        "segments: error[unreadable-file]: this is not a directory"
      ])
  }

  @Test("names bytes that are not UTF-8, with their line")
  func notUTF8() throws {
    let directory = try TemporaryDirectory(SampleFiles.all)
    try Data([0x61, 0x0A, 0x62, 0xFF]).write(to: URL(fileURLWithPath: directory.path + "/catalog/groups/staff.txt"))
    try Data([0x7B, 0x22, 0xFF]).write(to: URL(fileURLWithPath: directory.path + "/segments/senior.json"))
    let found = Workspace.check(directory: directory.path).diagnostics
    #expect(found.map(\.code) == [.notUTF8, .notUTF8])
    #expect(found.map(\.position?.line) == [2, 1])
  }
}

/// A directory of some files that goes away with its owner.
final class TemporaryDirectory {
  let path: String

  init(_ files: [String: String]) throws {
    path = FileManager.default.temporaryDirectory.path + "/authoring-\(UUID().uuidString)"
    for (name, text) in files {
      let url = URL(fileURLWithPath: path + "/" + name)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
