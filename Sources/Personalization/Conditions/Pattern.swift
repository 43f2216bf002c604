#if canImport(CPCRE2)
  internal import CPCRE2

  /// A compiled regular expression, searched anywhere in a text with bounded work.
  ///
  /// Patterns run on PCRE2 over UTF-8. A search that would take more than `workLimit` steps is given up: it counts as
  /// no match, and the caller is told. A step is an item of the pattern that is tried, or a byte of the text that is
  /// passed; all places where a match may begin count together.
  ///
  /// `@unchecked`: the compiled code is written once, here, and PCRE2 promises that threads may share it from then on;
  /// what a search changes is in the `PatternScratch` of each caller.
  final class Pattern: @unchecked Sendable {
    /// For a text of so many bytes.
    static func workLimit(_ length: Int) -> Int { 100_000 + 10 * length }

    let source: PatternSource
    private let code: OpaquePointer
    /// How many steps machine code may save at each place where a match could begin.
    private let savings: Int

    init(_ source: PatternSource) throws(PatternError) {
      var options = PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY | PCRE2_AUTO_CALLOUT
      if source.ignoresCase { options |= PCRE2_CASELESS }
      var code: Int32 = 0
      var offset = 0
      let expression = Array(source.expression.utf8)
      let compiled = expression.withUnsafeBufferPointer {
        pcre2_compile_8($0.baseAddress, $0.count, options, &code, &offset, nil)
      }
      guard let compiled else {
        var message = [UInt8](repeating: 0, count: 256)
        let length = pcre2_get_error_message_8(code, &message, message.count)
        throw PatternError(
          message: String(decoding: message.prefix(max(0, Int(length))), as: UTF8.self), offset: offset)
      }
      self.source = source
      self.code = compiled
      savings = expression.count + 1
      // Where the processor has no JIT the interpreter gives the same answers.
      pcre2_jit_compile_8(compiled, PCRE2_JIT_COMPLETE)
    }

    deinit { pcre2_code_free_8(code) }

    /// Whether the pattern is found in the text, which must be UTF-8; nil if the work limit was hit.
    func isFound(in text: Span<UInt8>, _ scratch: PatternScratch) -> Bool? {
      text.withUnsafeBufferPointer { buffer in
        // Machine code skips some places where no match can begin, and their steps; if those could matter, they are
        // counted.
        let limit = Self.workLimit(buffer.count)
        let certain = limit - savings * buffer.count
        if certain > 0, let isFound = search(buffer, certain, 0, scratch) { return isFound }
        return search(buffer, limit, PCRE2_NO_JIT, scratch)
      }
    }

    private func search(
      _ text: UnsafeBufferPointer<UInt8>, _ limit: Int, _ options: UInt32, _ scratch: PatternScratch
    ) -> Bool? {
      scratch.work.pointee = PatternScratch.Work(limit: limit)
      let empty: [UInt8] = [0]
      let result = empty.withUnsafeBufferPointer { zero in
        pcre2_match_8(
          code, text.baseAddress ?? zero.baseAddress, text.count, 0, PCRE2_NO_UTF_CHECK | options,
          scratch.matchData,
          scratch.context)
      }
      if result >= 0 { return true }
      return result == PCRE2_ERROR_NOMATCH ? false : nil
    }
  }

  /// What one thread needs to search patterns.
  final class PatternScratch {
    /// The steps of the present search.
    struct Work {
      let limit: Int
      var steps = 0
      var position = 0

      init(limit: Int) { self.limit = limit }
    }

    fileprivate let matchData: OpaquePointer?
    fileprivate let context: OpaquePointer?
    fileprivate let work: UnsafeMutablePointer<Work>

    init() {
      matchData = pcre2_match_data_create_8(1, nil)
      context = pcre2_match_context_create_8(nil)
      work = .allocate(capacity: 1)
      work.initialize(to: Work(limit: 0))
      // The steps are the limit; PCRE2's own counts differ between machine code and interpreter.
      pcre2_set_match_limit_8(context, .max)
      pcre2_set_depth_limit_8(context, .max)
      // Called before each item of the pattern. `work` lives as long as the context.
      let count: @convention(c) (UnsafeMutablePointer<pcre2_callout_block_8>?, UnsafeMutableRawPointer?) -> Int32 = {
        guard let block = $0, let work = $1?.assumingMemoryBound(to: Work.self) else { return PCRE2_ERROR_MATCHLIMIT }
        let position = block.pointee.current_position
        work.pointee.steps += 1 + max(0, position - work.pointee.position)
        work.pointee.position = position
        return work.pointee.steps > work.pointee.limit ? PCRE2_ERROR_MATCHLIMIT : 0
      }
      pcre2_set_callout_8(context, count, work)
    }

    deinit {
      pcre2_match_data_free_8(matchData)
      pcre2_match_context_free_8(context)
      work.deinitialize(count: 1)
      work.deallocate()
    }
  }
#else
  internal import Foundation

  /// A compiled regular expression where PCRE2 does not exist: Foundation's expressions, given up after the same order
  /// of work.
  ///
  /// `PatternSource.translated` writes what the two engines read differently the way Foundation means it.
  ///
  /// `@unchecked`: `NSRegularExpression` is immutable and documented as safe to share.
  final class Pattern: @unchecked Sendable {
    /// Reports of progress before a search is given up.
    static let workLimit = 100

    let source: PatternSource
    private let expression: NSRegularExpression

    init(_ source: PatternSource) throws(PatternError) {
      do {
        var options: NSRegularExpression.Options = [.useUnixLineSeparators]
        if source.ignoresCase { options.insert(.caseInsensitive) }
        expression = try NSRegularExpression(pattern: source.translated, options: options)
      } catch {
        throw PatternError(message: error.localizedDescription, offset: 0)
      }
      self.source = source
    }

    /// Whether the pattern is found in the text; nil if the work limit was hit.
    func isFound(in text: Span<UInt8>, _ scratch: PatternScratch) -> Bool? {
      let string = text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
      var found: Bool? = false
      var reports = 0
      expression.enumerateMatches(
        in: string, options: .reportProgress, range: NSRange(string.startIndex..., in: string)
      ) { match, _, stop in
        if match != nil {
          found = true
          stop.pointee = true
        } else {
          reports += 1
          if reports > Self.workLimit {
            found = nil
            stop.pointee = true
          }
        }
      }
      return found
    }
  }

  /// Foundation's expressions need nothing of their own for each thread.
  final class PatternScratch {}
#endif

/// Why a pattern does not compile.
package struct PatternError: Error, Hashable, Sendable {
  /// What the expression engine says.
  package let message: String
  /// The UTF-8 offset in the expression where it stopped.
  package let offset: Int
}

extension PatternSource {
  /// Throws what is wrong with the expression, if anything is.
  package func check() throws(PatternError) {
    _ = try Pattern(self)
  }
}
