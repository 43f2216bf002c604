@testable import personalize

extension Option {
  static let output = Option("output", short: "o", .file("FILE"), help: "Where to.")
  static let tag = Option("tag", short: "t", .text("TAG"), isRepeatable: true, help: "A tag.")
  static let shape = Option("shape", .choice(["round", "square", "oval"]), default: "round", help: "The shape.")
  static let offset = Option("offset", .integer("N", -9...9), help: "Where from.")
  static let all = Option(flag: "all", short: "a", help: "Everything.")
  static let left = Option("left", .text("L"), help: "Left.")
  static let right = Option("right", .text("R"), help: "Right.")
  static let key = Option("key", .text("KEY"), isRequired: true, help: "The key.")
}

extension Positional {
  static let file = Positional(name: "FILE", help: "The file.", isRequired: false)
  static let place = Positional(name: "PLACE", help: "The place.")
}

extension Command {
  /// A small tool with every feature of the parser.
  static let sample = Command(
    name: "tool", summary: "A sample.", examples: [], options: [.version],
    body: .subcommands([
      Command(
        name: "cut", summary: "Cut.", examples: [], positionals: [.file],
        options: [.output, .tag, .shape, .offset, .all], body: .run { _, _ in .done }),
      Command(
        name: "pick", summary: "Pick.", examples: [], positionals: [.place], options: [.left, .right, .key],
        exactlyOneOf: [[.left, .right]], body: .run { _, _ in .done }),
      Command(
        name: "group", summary: "A group.", examples: [],
        body: .subcommands([
          Command(name: "inner", summary: "Inside.", examples: [], body: .run { _, _ in .done })
        ])),
      Command(
        name: "help", summary: "Help.", examples: [],
        positionals: [Positional(name: "COMMAND", help: "Which.", isRequired: false)], body: .help),
    ]))
}
