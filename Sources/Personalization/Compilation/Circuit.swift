/// A truth value while a user is evaluated: one bit, as it is or inverted.
struct Signal: Hashable, Sendable {
  let bit: Int
  let isInverted: Bool

  /// Bit 0 is always set.
  static let always = Signal(bit: 0, isInverted: false)
  static let never = Signal(bit: 0, isInverted: true)

  var inverted: Signal { Signal(bit: bit, isInverted: !isInverted) }

  @inline(__always)
  func isSet(in bits: [UInt64]) -> Bool {
    (bits[bit >> 6] >> UInt64(bit & 63)) & 1 != (isInverted ? 1 : 0)
  }
}

/// Boolean formulas as a flat list of gates over a vector of bits.
///
/// The vector begins with the inputs (bit 0 is constant, the others are what users are asked), goes on with one bit for
/// each gate, and ends with the outputs, which begin at a whole word so that they can be compared as words. Each gate is
/// a conjunction; a disjunction is its inversion over inverted inputs. A gate looks at whole words of inputs at once.
final class Circuit: Sendable {
  /// Sets `output` if, in every one of its terms, all bits of `mask` are set after flipping.
  struct Gate {
    let output: Int
    let firstTerm: Int
    let endTerm: Int
  }

  struct Term: Hashable {
    let word: Int
    var mask: UInt64
    var flip: UInt64
  }

  let gates: [Gate]
  let terms: [Term]
  let inputCount: Int
  let wordCount: Int
  let outputCount: Int

  init(gates: [Gate], terms: [Term], inputCount: Int, wordCount: Int, outputCount: Int) {
    self.gates = gates
    self.terms = terms
    self.inputCount = inputCount
    self.wordCount = wordCount
    self.outputCount = outputCount
  }

  /// The words that hold the inputs, gates in the last of them not counted.
  var inputWords: Int { (inputCount + 63) / 64 }
  var outputWords: Int { (outputCount + 63) / 64 }
  /// The word where the outputs begin.
  var firstOutputWord: Int { wordCount - outputWords }

  func output(_ index: Int) -> Signal { Signal(bit: firstOutputWord * 64 + index, isInverted: false) }

  /// Sets the bits of gates and outputs, which must be clear, from the inputs.
  func evaluate(_ bits: inout [UInt64]) {
    for gate in gates {
      var index = gate.firstTerm
      while index < gate.endTerm {
        let term = terms[index]
        guard (bits[term.word] ^ term.flip) & term.mask == term.mask else { break }
        index += 1
      }
      if index == gate.endTerm { bits[gate.output >> 6] |= 1 << UInt64(gate.output & 63) }
    }
  }
}

/// Builds a circuit; equal conjunctions become one gate, whichever formulas they stand in.
struct CircuitBuilder {
  private let inputCount: Int
  private var conjunctions: [[Signal]] = []
  private var gateOfInputs: [[Signal]: Signal] = [:]

  /// Inputs include the constant bit 0.
  ///
  /// Gates begin at the next whole word: the words of the inputs alone tell users apart.
  init(inputCount: Int) {
    self.inputCount = inputCount
  }

  private var firstGate: Int { (inputCount + 63) / 64 * 64 }

  mutating func conjunction(_ signals: [Signal]) -> Signal {
    var inputs = Set(signals)
    inputs.remove(.always)
    if inputs.contains(.never) || inputs.contains(where: { inputs.contains($0.inverted) }) { return .never }
    guard inputs.count != 1 else { return inputs.first ?? .always }
    guard !inputs.isEmpty else { return .always }
    let sorted = inputs.sorted { ($0.bit, $0.isInverted ? 1 : 0) < ($1.bit, $1.isInverted ? 1 : 0) }
    if let gate = gateOfInputs[sorted] { return gate }
    let gate = Signal(bit: firstGate + conjunctions.count, isInverted: false)
    conjunctions.append(sorted)
    gateOfInputs[sorted] = gate
    return gate
  }

  mutating func disjunction(_ signals: [Signal]) -> Signal {
    conjunction(signals.map(\.inverted)).inverted
  }

  /// The signal of a formula, and those of its parts in the same shape, so that an explanation can read them.
  mutating func signal<Leaf>(of formula: Formula<Leaf>, leaf: (Leaf) -> Signal) -> FormulaSignals {
    switch formula {
    case .leaf(let claim):
      return FormulaSignals(signal: leaf(claim), parts: [])
    case .not(let part):
      let signals = signal(of: part, leaf: leaf)
      return FormulaSignals(signal: signals.signal.inverted, parts: [signals])
    case .all(let parts):
      let signals = parts.map { signal(of: $0, leaf: leaf) }
      return FormulaSignals(signal: conjunction(signals.map(\.signal)), parts: signals)
    case .any(let parts):
      let signals = parts.map { signal(of: $0, leaf: leaf) }
      return FormulaSignals(signal: disjunction(signals.map(\.signal)), parts: signals)
    }
  }

  /// The finished circuit; its outputs copy these signals, in this order.
  func circuit(outputs: [Signal]) -> Circuit {
    let firstOutput = (firstGate + conjunctions.count + 63) / 64 * 64
    var gates: [Circuit.Gate] = []
    var terms: [Circuit.Term] = []
    func add(_ inputs: [Signal], output: Int) {
      let firstTerm = terms.count
      for input in inputs {
        let flag: UInt64 = 1 << UInt64(input.bit & 63)
        if terms.count == firstTerm || terms[terms.count - 1].word != input.bit >> 6 {
          terms.append(Circuit.Term(word: input.bit >> 6, mask: 0, flip: 0))
        }
        terms[terms.count - 1].mask |= flag
        if input.isInverted { terms[terms.count - 1].flip |= flag }
      }
      gates.append(Circuit.Gate(output: output, firstTerm: firstTerm, endTerm: terms.count))
    }
    for (index, inputs) in conjunctions.enumerated() { add(inputs, output: firstGate + index) }
    for (index, signal) in outputs.enumerated() { add([signal], output: firstOutput + index) }
    return Circuit(
      gates: gates, terms: terms, inputCount: inputCount, wordCount: (firstOutput + outputs.count + 63) / 64,
      outputCount: outputs.count)
  }
}

/// The signals of a formula and of its parts, in the formula's shape.
struct FormulaSignals: Sendable {
  let signal: Signal
  let parts: [FormulaSignals]
}
