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
  /// Runs the checks of an experiment without override and record.
  ///
  /// The experiments that it requires must have been asked before.
  @inline(__always)
  func attempt(_ experiment: Int, _ verdict: Cohort.Verdict) -> Attempt {
    let admission = admission(experiment, verdict)
    return admission.reason == .assigned ? draw(experiment, verdict, admission) : admission
  }

  /// The checks up to the record: status, schedule, unit, locks and choices.
  ///
  /// `assigned` means: go on.
  @inline(__always)
  func admission(_ experiment: Int, _ verdict: Cohort.Verdict) -> Attempt {
    if let early = verdict.early { return Attempt(reason: early, variation: verdict.winner) }
    let layout = rules.experiments[experiment]
    var unit = layout.unit
    if unit < 0 || captured.range(of: unit).isEmpty { unit = layout.fallbackUnit }
    guard unit >= 0, !captured.range(of: unit).isEmpty else { return Attempt(reason: .noUnit) }
    return Attempt(reason: verdict.afterUnit ?? .assigned, unit: unit)
  }

  /// The checks after the record: layer, audience, requirements, bucket.
  @inline(__always)
  func draw(_ experiment: Int, _ verdict: Cohort.Verdict, _ admission: Attempt) -> Attempt {
    let layout = rules.experiments[experiment]
    let unit = captured.range(of: admission.unit)
    var attempt = admission
    if let layer = layout.layer {
      let bucket = captured.bucket(of: unit, layer.hasher, rules.experimentTables)
      guard share(of: bucket, layer.shares) != nil else {
        attempt.reason = .layerMiss
        return attempt
      }
    }
    guard verdict.isAudience else {
      attempt.reason = .audienceMiss
      return attempt
    }
    for index in layout.requirements {
      let requirement = rules.experimentTables.requirements[index]
      let variation = variations[requirement.experiment]
      guard variation >= 0, requirement.variations >> UInt64(variation) & 1 == 1 else {
        attempt.reason = .prerequisiteMiss
        return attempt
      }
    }
    let bucket = captured.bucket(of: unit, layout.hasher, rules.experimentTables)
    attempt.bucket = bucket.number
    attempt.variation = share(of: bucket, layout.shares) ?? -1
    attempt.reason = attempt.variation >= 0 ? .assigned : .coverageMiss
    return attempt
  }

  /// Which of the ranges owns the bucket.
  @inline(__always)
  private func share(of bucket: Bucket, _ shares: Range<Int>) -> Int? {
    for index in shares where rules.experimentTables.shares[index].contains(bucket.number) {
      return index - shares.lowerBound
    }
    return nil
  }
}
