/// How made-up users are drawn: what each attribute's values are, how often it has none, and what depends on what.
package struct Population: Sendable {
  /// The attributes in an order in which each comes after the one that decides its distribution.
  package let attributes: [Attribute]

  package init(attributes: [Attribute]) { self.attributes = attributes }

  /// One attribute.
  package struct Attribute: Sendable {
    /// Its place in the catalog.
    package let index: Int
    /// How often it has no value, 0 to 1; nil: as often as in the file that it is drawn from, or never.
    package let missing: Double?
    package let distribution: Distribution

    package init(index: Int, missing: Double?, distribution: Distribution) {
      self.index = index
      self.missing = missing
      self.distribution = distribution
    }
  }

  /// What values are drawn from.
  package indirect enum Distribution: Sendable {
    /// One of some values, as cells of a CSV file would spell them, by weight.
    case choices([Choice])
    /// A number, or the days by which a date comes after the time of the simulation.
    case number(NumberDistribution)
    /// By the value of another attribute: the first case that it meets.
    case given(attribute: Int, [Case])
    /// As in the column of its name in a CSV file of users, which nobody has read yet.
    case empirical(file: String)
  }

  package struct Choice: Sendable {
    package let text: String
    package let weight: Double

    package init(text: String, weight: Double) {
      self.text = text
      self.weight = weight
    }
  }

  /// A distribution of numbers, cut to a range and to some decimals.
  package struct NumberDistribution: Sendable {
    package let shape: Shape
    package let minimum: Double
    package let maximum: Double
    package let decimals: Int

    package init(
      shape: Shape, minimum: Double = -.greatestFiniteMagnitude, maximum: Double = .greatestFiniteMagnitude,
      decimals: Int
    ) {
      self.shape = shape
      self.minimum = minimum
      self.maximum = maximum
      self.decimals = decimals
    }

    package enum Shape: Sendable {
      case normal(mean: Double, deviation: Double)
      /// The logarithm is normal: `median` is e to its mean.
      case logNormal(median: Double, deviation: Double)
      case uniform(from: Double, to: Double)
      /// Straight lines between values that equal parts of the users lie between.
      case quantiles([Double])
    }
  }

  /// A distribution, and for whom it is.
  package struct Case: Sendable {
    package let test: Test
    package let distribution: Distribution

    package enum Test: Sendable {
      /// A number below this one.
      case below(Double)
      /// One of these texts.
      case isOne(Set<String>)
      /// Everybody else, those without a value included.
      case otherwise
    }
  }
}
