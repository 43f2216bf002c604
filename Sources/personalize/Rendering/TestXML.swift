internal import Authoring
internal import JSONTree

/// The results of `personalize test` as build servers read them: JUnit's XML.
///
/// Without times and host names, so that the same files always give the same text.
struct TestXML {
  let results: [ExpectationResult]

  var text: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"personalize test\" \(counts(of: results))>\n"
    var files: [String] = []
    for file in results.map(\.expectation.file) where !files.contains(file) { files.append(file) }
    for file in files {
      let suite = results.filter { $0.expectation.file == file }
      text += "  <testsuite name=\(quoted(file)) \(counts(of: suite))>\n"
      for result in suite { text += testCase(result) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private func counts(of results: [ExpectationResult]) -> String {
    "tests=\"\(results.count)\" failures=\"\(results.filter { !$0.isPassed }.count)\" errors=\"0\" skipped=\"0\""
  }

  private func testCase(_ result: ExpectationResult) -> String {
    let expectation = result.expectation
    let start =
      "    <testcase classname=\(quoted(expectation.file)) name=\(quoted(expectation.name)) "
      + "file=\(quoted(expectation.file)) line=\"\(expectation.position.line)\""
    guard !result.isPassed else { return start + "/>\n" }
    // One element for all: most readers take only the first.
    let messages = result.mismatches.map { "\($0.claim.subject): expected \($0.claim.expected), got \($0.got)" }
    let lines = zip(messages, result.mismatches).map { message, mismatch in
      escaped(
        "\(expectation.file):\(mismatch.claim.position): \(message), because \(result.reason(for: mismatch))")
    }
    return start + ">\n      <failure message=\(quoted(messages.joined(separator: "; ")))>"
      + lines.joined(separator: "\n") + "</failure>\n    </testcase>\n"
  }

  private func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Text in XML 1.0, which has no way to write most control characters at all.
  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
