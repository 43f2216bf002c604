/// What became of one experiment for one user.
struct Attempt {
  var reason: AssignmentReason
  /// The variation; -1: none.
  var variation = -1
  /// The bucket, once it was needed; -1: it was not.
  var bucket = -1
  /// The captured value that is the unit; -1: none was looked for or found.
  var unit = -1
}

extension Evaluator {
  /// Runs the checks of an experiment for a user of the block, without override and record.
  ///
  /// The experiments that it requires must have been asked before.
  func attempt(_ experiment: Int, _ verdict: Cohort.Verdict, of user: Int = 0) -> Attempt {
    let admission = admission(experiment, verdict, of: user)
    return admission.reason == .assigned ? draw(experiment, verdict, admission, of: user) : admission
  }

  /// The checks up to the record: status, schedule, unit, locks and choices.
  ///
  /// `assigned` means: go on.
  func admission(_ experiment: Int, _ verdict: Cohort.Verdict, of user: Int = 0) -> Attempt {
    if let early = verdict.early { return Attempt(reason: early, variation: verdict.winner) }
    var unit = rules.experiments[experiment].unit
    if unit < 0 || captured.range(of: unit, user: user).isEmpty { unit = rules.experiments[experiment].fallbackUnit }
    guard unit >= 0, !captured.range(of: unit, user: user).isEmpty else { return Attempt(reason: .noUnit) }
    return Attempt(reason: verdict.afterUnit ?? .assigned, unit: unit)
  }

  /// The checks after the record: layer, audience, requirements, bucket.
  func draw(_ experiment: Int, _ verdict: Cohort.Verdict, _ admission: Attempt, of user: Int = 0) -> Attempt {
    let unit = admission.unit
    var attempt = admission
    if let layer = rules.experiments[experiment].layer {
      let bucket = bucket(of: unit, layer.hasher, user)
      guard share(of: bucket, layer.shares) != nil else {
        attempt.reason = .layerMiss
        return attempt
      }
    }
    guard verdict.isAudience else {
      attempt.reason = .audienceMiss
      return attempt
    }
    guard meets(rules.experiments[experiment].requirements, user) else {
      attempt.reason = .prerequisiteMiss
      return attempt
    }
    let bucket = bucket(of: unit, rules.experiments[experiment].hasher, user)
    attempt.bucket = bucket.number
    attempt.variation = share(of: bucket, rules.experiments[experiment].shares) ?? -1
    attempt.reason = attempt.variation >= 0 ? .assigned : .coverageMiss
    return attempt
  }

  /// The bucket of a user's captured value, from a hash that was worked out with others where there is one.
  func bucket(of unit: Int, _ hasher: BucketHasher, _ user: Int = 0) -> Bucket {
    if user == 0, let known = hash(of: unit, from: hasher.start) {
      return hasher.bucket(after: known, pool: rules.experimentTables.seeds)
    }
    return hasher.bucket(
      of: captured.range(of: unit, user: user), in: captured.bytes.span, pool: rules.experimentTables.seeds)
  }

  private func meets(_ requirements: Range<Int>, _ user: Int) -> Bool {
    requirements.allSatisfy {
      let requirement = rules.experimentTables.requirements[$0]
      return requirement.isMet(by: variations[user, requirement.experiment])
    }
  }

  /// Which of the ranges owns the bucket.
  private func share(of bucket: Bucket, _ shares: Range<Int>) -> Int? {
    rules.experimentTables.share(of: bucket, shares)
  }
}

extension ExperimentTables.Requirement {
  /// Whether the variation of the required experiment, -1 for none, is one of those that are required.
  @inline(__always)
  func isMet(by variation: Int) -> Bool { variation >= 0 && variations >> UInt64(variation) & 1 == 1 }
}

extension ExperimentTables {
  /// Which of the ranges owns the bucket.
  @inline(__always)
  func share(of bucket: Bucket, _ shares: Range<Int>) -> Int? {
    for index in shares where self.shares[index].contains(bucket.number) { return index &- shares.lowerBound }
    return nil
  }
}
