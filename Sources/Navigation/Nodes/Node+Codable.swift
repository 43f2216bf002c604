extension Node: Codable {
  /// Decodes `{"name": {…arguments…}}`, or a bare `"name"`.
  ///
  /// - Throws: `DecodingError` if there is not exactly one name, or an argument is not a string, number or boolean.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self.init(name)
      return
    }
    let container = try decoder.container(keyedBy: Name.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: container.codingPath,
          debugDescription: "a node is a name, or an object with one member: the name and its arguments"))
    }
    self.init(key.stringValue, try container.decode([String: NodeArgument].self, forKey: key))
  }

  /// Encodes `{"name": {…arguments…}}`, as Swift encodes an enum case with labelled values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    try container.encode(arguments, forKey: Name(stringValue: name))
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension NodeArgument: Codable {
  /// Decodes a bare string, number or boolean.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .boolean(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  /// Encodes the bare value; whole numbers as integers, so that an `Int` argument decodes them.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let text): try container.encode(text)
    case .number(let number):
      if let whole = Int64(exactly: number) { try container.encode(whole) } else { try container.encode(number) }
    case .boolean(let flag): try container.encode(flag)
    }
  }
}
