internal import Personalization

/// The numbers by which blocks name variations.
struct Names {
  struct Variation: Hashable {
    let key: StickyKey
    let variation: String
  }

  private(set) var numbers: [Variation: Int] = [:]
  private(set) var variations: [Int: Variation] = [:]

  /// All that are stored.
  init(_ connection: Connection) throws(StickyStoreError) {
    let variations = try Statement("SELECT id, experiment, bucket_version, variation FROM variations", connection)
    while try variations.step() {
      let key = StickyKey(experiment: variations.text(1), bucketVersion: Int(variations.integer(2)))
      add(Variation(key: key, variation: variations.text(3)), Int(variations.integer(0)))
    }
    // They are given one after the other.
    guard self.variations.keys.allSatisfy({ (1...self.variations.count).contains($0) }) else {
      throw connection.damage("the numbers of variations are not those that were given")
    }
  }

  private mutating func add(_ variation: Variation, _ number: Int) {
    variations[number] = variation
    numbers[variation] = number
  }

  /// The number of a variation, which is stored if it is new; inside a transaction that writes.
  mutating func number(of variation: Variation, _ connection: Connection) throws(StickyStoreError) -> Int {
    if let known = numbers[variation] { return known }
    let insert = try Statement(
      "INSERT INTO variations (experiment, bucket_version, variation) VALUES (?1, ?2, ?3) RETURNING id", connection)
    insert.bind(1, text: variation.key.experiment)
    insert.bind(2, Int64(variation.key.bucketVersion))
    insert.bind(3, text: variation.variation)
    let number = try insert.step() ? Int(insert.integer(0)) : 0
    add(variation, number)
    return number
  }
}
