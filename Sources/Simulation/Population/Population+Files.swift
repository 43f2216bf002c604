package import Authoring
package import BatchEvaluation
package import Personalization

extension Population {
  /// The population with sketches of the files that it is drawn from, each read once; see `PopulationSketch`.
  ///
  /// - Parameter file: The population's own path: others begin in its folder, if they are not absolute.
  /// - Throws: Where a file cannot be read, or has no values to draw from.
  package func filled(
    besides file: String, _ engine: PersonalizationEngine, _ options: BatchOptions
  ) throws(BatchError) -> Population {
    var sketches: [String: PopulationSketch] = [:]
    var filled: [Attribute] = []
    for attribute in attributes {
      guard case .empirical(let users) = attribute.distribution else {
        filled.append(attribute)
        continue
      }
      let path = Self.path(of: users, besides: file)
      if sketches[path] == nil { sketches[path] = try PopulationSketch(of: path, engine, options) }
      let name = engine.workspace.catalog.attributes[attribute.index].name
      let found = sketches[path]?.attributes.first { $0.name == name }
      guard let found, let distribution = found.sketch.distribution else {
        throw .file(
          name: path,
          "\(name) has no value here that \(PopulationSketch.rarest) users have, or too many different texts")
      }
      filled.append(
        Attribute(index: attribute.index, missing: attribute.missing ?? found.missing, distribution: distribution))
    }
    return Population(attributes: filled)
  }

  /// The files of users that are read for the population in this file.
  package func userFiles(besides file: String) -> [String] {
    attributes.compactMap { attribute in
      if case .empirical(let users) = attribute.distribution { Self.path(of: users, besides: file) } else { nil }
    }
  }

  private static func path(of users: String, besides file: String) -> String {
    let folder = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(file[...$0]) } ?? ""
    return users.hasPrefix("/") ? users : folder + users
  }
}

extension PopulationSketch.Sketch {
  /// What is drawn; nil where too little is known.
  fileprivate var distribution: Population.Distribution? {
    switch self {
    case .leftOut: nil
    case .quantiles(let numbers): .number(.init(shape: .quantiles(numbers), decimals: Self.decimals(of: numbers)))
    case .choices(let choices): .choices(choices.map { .init(text: $0.text, weight: Double($0.users)) })
    }
  }

  /// Whole numbers stay whole between the quantiles.
  package static func decimals(of quantiles: [Double]) -> Int { quantiles.allSatisfy { $0 == $0.rounded() } ? 0 : 3 }
}
