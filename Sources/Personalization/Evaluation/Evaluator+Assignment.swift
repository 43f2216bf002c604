/// What became of one experiment for one user.
struct Attempt: Sendable {
  var reason: AssignmentReason
  /// The variation; -1: none.
  var variation = -1
  /// The bucket, once it was needed; -1: it was not.
  var bucket = -1
  /// The captured value that is the unit; -1: none was looked for or found.
  var unit = -1
}

extension Evaluator {
  /// Asks every experiment for the block's only user, without overrides and records, those required first.
  mutating func assignOnlyUser(_ cohort: Int) {
    startAssigning(cohort)
    let rules = rules
    let verdicts = cohorts.cohorts[cohort].verdicts
    let plan = cohorts.plan(of: Int32(truncatingIfNeeded: cohort))
    var next = plan.candidates.lowerBound
    var combination: UInt64 = 0
    for experiment in rules.experimentOrder {
      let verdict = verdicts[experiment]
      guard verdict.isCandidate else {
        attempts[experiment] = attempt(experiment, verdict)
        continue
      }
      let candidate = cohorts.plans.candidates[next]
      next &+= 1
      let attempt =
        candidate.winner >= 0 ? attempt(experiment, verdict) : draw(candidate, admission(experiment, verdict))
      record(attempt, of: experiment)
      combination = combination &* candidate.outcomes &+ UInt64(truncatingIfNeeded: attempt.variation &+ 1)
    }
    if plan.isNumbered { self.combination = combination }
  }

  /// Prepares to ask the experiments one by one for the block's only user.
  mutating func startAssigning(_ cohort: Int) {
    hashCandidates(cohort)
    variations.startOver(users: 1) { _ in }
    combination = nil
  }

  /// Notes what became of an experiment for the block's only user.
  @inline(__always)
  mutating func record(_ attempt: Attempt, of experiment: Int) {
    attempts[experiment] = attempt
    variations[0, experiment] = attempt.variation
  }

  /// The checks of a candidate after the record, with the hashes of `hashCandidates`.
  @inline(__always)
  private func draw(_ candidate: AssignmentPlan.Candidate, _ admission: Attempt) -> Attempt {
    guard admission.reason == .assigned else { return admission }
    let tables = rules.experimentTables
    var attempt = admission
    if candidate.layerHash >= 0 {
      let bucket = candidate.layerHasher.bucket(after: hashes[candidate.layerHash], pool: tables.seeds)
      guard tables.share(of: bucket, candidate.layerShares) != nil else {
        attempt.reason = .layerMiss
        return attempt
      }
    }
    guard meets(candidate.requirements, 0) else {
      attempt.reason = .prerequisiteMiss
      return attempt
    }
    let bucket = candidate.hasher.bucket(after: hashes[candidate.hash], pool: tables.seeds)
    attempt.bucket = bucket.number
    attempt.variation = tables.share(of: bucket, candidate.shares) ?? -1
    attempt.reason = attempt.variation >= 0 ? .assigned : .coverageMiss
    return attempt
  }
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
