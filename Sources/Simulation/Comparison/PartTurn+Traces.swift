internal import Personalization

extension Comparison.PartTurn {
  /// The smallest parts that make a condition turn out otherwise than before; nothing if it turns out the same.
  ///
  /// Goes down as long as both are built alike, and leaves out what is the same in both. Where they are not, the parts are
  /// given whole.
  static func turns(from before: ConditionTrace?, to after: ConditionTrace?) -> [Self] {
    guard let before, let after else {
      return before == nil && after == nil
        ? [] : [Self(before: before.map(Part.init), after: after.map(Part.init))]
    }
    guard before.holds != after.holds else { return [] }
    let isBuiltAlike = ExactText(before.text) == ExactText(after.text) && !before.parts.isEmpty && !after.parts.isEmpty
    guard isBuiltAlike else { return [Self(before: Part(before), after: Part(after))] }
    let (lost, gained) = differences(before.parts, after.parts)
    // Of parts without a counterpart, only those matter that would have decided: a false one of "all of", a true one of
    // "any of".
    let decides = before.text == "any of"
    var turns: [Self] = []
    for index in 0..<max(lost.count, gained.count) {
      if index < lost.count, index < gained.count {
        turns += Self.turns(from: lost[index], to: gained[index])
      } else if index < lost.count, lost[index].holds == decides {
        turns.append(Self(before: Part(lost[index]), after: nil))
      } else if index < gained.count, gained[index].holds == decides {
        turns.append(Self(before: nil, after: Part(gained[index])))
      }
    }
    return turns.isEmpty ? [Self(before: Part(before), after: Part(after))] : turns
  }

  /// The parts of each that the other has not, in their order.
  private static func differences(
    _ before: [ConditionTrace], _ after: [ConditionTrace]
  ) -> (lost: [ConditionTrace], gained: [ConditionTrace]) {
    var gained = after
    let lost = before.filter { part in
      let sentence = ExactText(part.sentence)
      guard let place = gained.firstIndex(where: { $0 == part && ExactText($0.sentence) == sentence }) else {
        return true
      }
      gained.remove(at: place)
      return false
    }
    return (lost, gained)
  }
}

extension Comparison.PartTurn.Part {
  init(_ trace: ConditionTrace) {
    self.init(text: trace.sentence, holds: trace.holds, missing: trace.allMissing)
  }
}

extension ConditionTrace {
  /// The condition in a line, with parentheses where they are needed.
  var sentence: String {
    guard !parts.isEmpty else { return text }
    if text == "not" { return "not " + parts[0].inner }
    return parts.map(\.inner).joined(separator: text == "any of" ? " or " : " and ")
  }

  private var inner: String { parts.count > 1 ? "(\(sentence))" : sentence }
}
