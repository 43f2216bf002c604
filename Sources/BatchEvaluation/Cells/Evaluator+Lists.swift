package import Personalization

extension Evaluator {
  /// Gives a user the list that a cell spells.
  ///
  /// - Parameter isSeparatorInUse: Whether the column is known to hold lists of several elements with this separator.
  /// - Returns: How the list is written.
  /// - Throws: Why the cell spells none; the user's value is then missing.
  package mutating func addList(
    _ cell: Span<UInt8>, to attribute: Int, isOfTexts: Bool, separator: UInt8, isSeparatorInUse: Bool,
    spelling: CellSpelling? = nil, user: Int
  ) throws(ListFlaw) -> ListForm {
    let form = ListForm(of: cell)
    guard case .separated = form else {
      let elements = try ListCell.elements(cell, form: form)
      if isOfTexts {
        for element in elements { addElement(attribute, text: element.span, user: user) }
      } else {
        let numbers = elements.compactMap { NumberCell.number($0.span) }
        guard numbers.count == elements.count else { throw ListFlaw(sentence: "is not a list of numbers") }
        for number in numbers { addElement(attribute, number: number, user: user) }
      }
      endList(attribute, count: elements.count, user: user)
      return form
    }
    let elements = ListCell.elements(cell, separator: separator)
    if elements.count == 1,
      let other = ListCell.otherSeparator(in: cell, than: separator, isInUse: isSeparatorInUse)
    {
      throw ListFlaw(sentence: CellFlaw.otherSeparator(other, than: separator))
    }
    if isOfTexts {
      for element in elements { addElement(attribute, text: cell.extracting(element), user: user) }
    } else {
      let numbers = elements.compactMap { element -> Double? in
        let text = cell.extracting(element)
        return spelling.map { $0.number(text) } ?? NumberCell.number(text)
      }
      guard numbers.count == elements.count else {
        throw ListFlaw(sentence: CellFlaw.numberList(separator: separator))
      }
      for number in numbers { addElement(attribute, number: number, user: user) }
    }
    endList(attribute, count: elements.count, user: user)
    return form
  }
}
