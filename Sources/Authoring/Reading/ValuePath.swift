/// The way from the root of a file to a value; becomes a JSON pointer only where a problem is reported.
indirect enum ValuePath {
  case root
  case member(ValuePath, String)
  case element(ValuePath, Int)

  /// The pointer after RFC 6901.
  var pointer: String {
    var steps: [String] = []
    var path = self
    while true {
      switch path {
      case .root: return steps.reversed().map { "/" + $0 }.joined()
      case .member(let parent, let key):
        steps.append(Self.escaped(key))
        path = parent
      case .element(let parent, let index):
        steps.append(String(index))
        path = parent
      }
    }
  }

  private static func escaped(_ key: String) -> String {
    var text = ""
    for scalar in key.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
