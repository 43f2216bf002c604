/// The words that other tools and languages use for what a workspace calls otherwise.
enum PeerWords {
  /// The names of ours that a foreign name may stand for; the first that is legal where it stands is meant.
  static func meaning(of name: String, among names: some Sequence<String>) -> String? {
    guard let meanings = words[folded(name)] else { return nil }
    return meanings.first { names.contains($0) }
  }

  /// What to write for an operator of another tool: an operator of ours, or how ours say it.
  static func meaning(ofOperator name: String, onLists: Bool) -> (operator: String?, form: String?) {
    let name = folded(name)
    if let known = operators[name] { return (known, nil) }
    return (nil, onLists ? listForms[name] ?? forms[name] : forms[name])
  }

  /// Small letters, without the sign of operators and what separates words.
  private static func folded(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.filter { !"$_- .".unicodeScalars.contains($0) })).lowercased()
  }

  private static func table(_ rows: [(ours: [String], theirs: String)]) -> [String: [String]] {
    var table: [String: [String]] = [:]
    for row in rows {
      for word in row.theirs.split(separator: " ") { table[String(word), default: []] += row.ours }
    }
    return table
  }

  /// Members, types and states.
  private static let words = table([
    // Types.
    (["number"], "integer int float double decimal long short numeric real bigint smallint int32 int64 uint count"),
    (["boolean"], "bool flag bit"),
    (["date"], "datetime timestamp time timestamptz instant day datetimeoffset"),
    (["list"], "array set tuple vector collection strings stringarray repeated multiple"),
    (["version"], "semver semanticversion appversion"),
    (["string"], "text str varchar char enum uuid id securestring category symbol"),
    // States.
    (["running"], "active enabled live on published started inprogress"),
    (["stopped"], "paused disabled inactive archived completed complete finished ended off done concluded"),
    (["draft"], "pending new scheduled planned notstarted"),
    // Members of experiments and segments.
    (["variations"], "variants variant variation treatments treatment groups arms cells buckets branches"),
    (
      ["when", "audience"],
      "rules rule conditions condition filter filters targeting criteria where match matches constraints predicate query"
    ),
    (["audience"], "segment segments users when"),
    (["status"], "enabled active state on isactive isenabled disabled archived"),
    (["coverage"], "rollout percentage traffic allocation trafficallocation exposure sampling sample percent"),
    (["weight"], "split share ratio rollout percentage percent allocation traffic size coverage"),
    (
      ["navigation"],
      "value values payload config configuration settings overrides parameters params slots actions "
        + "variables attachment then set data"
    ),
    (["key"], "id name slug variationid identifier"),
    (["seed"], "salt hashseed bucketingkey"),
    (["unit"], "hashattribute bucketby randomizationunit idtype stickiness assignmentunit identifier primarykey id"),
    (["fallbackUnit"], "fallbackattribute secondaryunit"),
    (["layer"], "namespace mutex exclusion exclusiongroup universe domain"),
    (["range"], "slice interval"),
    (["requires"], "prerequisites prerequisite parentconditions dependson dependencies parent"),
    (["start"], "startdate startat startsat begin from starttime activefrom since"),
    (["end"], "enddate endat endsat finish until to endtime expires activeuntil"),
    (["winner"], "releasedvariation winningvariation winningvariant"),
    (["sticky"], "stickybucketing persistassignment"),
    (["priority"], "rank order weight position precedence"),
    (["lock"], "locked final frozen"),
    // Members of the catalog.
    (["attributes"], "properties traits fields columns schema context"),
    (["arguments"], "args params parameters props properties payload"),
    (["nodes"], "screens pages steps path stack views"),
    (["routes"], "paths flows journeys"),
    (["deepLinks"], "links urls universallinks deeplinks"),
    (["pattern"], "url link path uri"),
    (["node"], "screen page destination target view"),
    (["route"], "flow journey destination path"),
    (["of"], "items itemtype elementtype element"),
    (["separator"], "delimiter sep"),
    (["values"], "enum choices allowed oneof options allowedvalues"),
    (["optional"], "required nullable isoptional"),
    (["since"], "minversion from introduced minappversion availablesince"),
    (["until"], "maxversion to removed deprecated"),
    (["fallback"], "onunavailable else default otherwise"),
    // Members of expectations.
    (["cases"], "tests examples scenarios"),
    (["user"], "context attributes given input person"),
    (["expect"], "expected then output result assert"),
    (["at"], "time now date when"),
    (["force"], "forced overrides"),
    // Values of slots.
    (["dashboard"], "grid cards tiles"),
    (["sheet"], "modal dialog popup pagesheet"),
    (["push"], "stack navigation"),
    // Operators between conditions.
    (["$and"], "and && allof every all"),
    (["$or"], "or || anyof some any"),
    (["$not"], "not !"),
    (["$nor"], "noneof none nor"),
    (["$segment"], "insegment segmentmatch"),
  ])

  private static let operators = table([
    (["$eq"], "== = === eq equals equal equalto is"),
    (["$ne"], "!= !== <> ne neq notequals notequal notequalto isnot"),
    (["$gt"], "> gt greater greaterthan after morethan isafter"),
    (["$gte"], ">= => gte ge greaterthanorequal greaterthanorequalto atleast min onorafter"),
    (["$lt"], "< lt less lessthan before fewerthan isbefore"),
    (["$lte"], "<= =< lte le lessthanorequal lessthanorequalto atmost max onorbefore"),
    (["$in"], "in anyof oneof any isoneof includes isin memberof"),
    (["$nin"], "nin notin noneof isnotoneof isnotin none excludes"),
    (["$ini"], "iin inignorecase oneofcaseinsensitive"),
    (["$all"], "allof containsall every hasall"),
    (["$exists"], "exist isset defined present has isdefined haskey notnull isnotnull"),
    (["$regex"], "matches match regexp rlike ~ =~ matchesregex like"),
    (["$notRegex"], "notmatches !~ notregexp doesnotmatch notlike"),
    (["$regexi"], "iregex imatch ilike ~*"),
    (["$size"], "length len count cardinality"),
    (["$elemMatch"], "elementmatch anyelement contain"),
    (["$inGroup"], "inlist insavedgroup group"),
    (["$notInGroup"], "notinlist notinsavedgroup"),
    (["$veq"], "semverequal semvereq versioneq versionequals"),
    (["$vne"], "semvernotequal semverneq versionne"),
    (["$vgt"], "semvergreaterthan semvergt versiongt"),
    (["$vgte"], "semvergreaterthanorequal semvergte versiongte"),
    (["$vlt"], "semverlessthan semverlt versionlt"),
    (["$vlte"], "semverlessthanorequal semverlte versionlte"),
    (["$not"], "not !"),
  ]).compactMapValues(\.first)

  /// What is several operators of ours, or one with another operand.
  private static let forms: [String: String] = [
    "between": #"{"$gte": LEAST, "$lte": MOST}"#, "range": #"{"$gte": LEAST, "$lte": MOST}"#,
    "notbetween": #"{"$not": {"$gte": LEAST, "$lte": MOST}}"#,
    "contains": #"{"$regex": "TEXT"}"#, "substring": #"{"$regex": "TEXT"}"#,
    "notcontains": #"{"$notRegex": "TEXT"}"#, "doesnotcontain": #"{"$notRegex": "TEXT"}"#,
    "icontains": #"{"$regexi": "TEXT"}"#,
    "startswith": #"{"$regex": "^TEXT"}"#, "beginswith": #"{"$regex": "^TEXT"}"#, "prefix": #"{"$regex": "^TEXT"}"#,
    "hasprefix": #"{"$regex": "^TEXT"}"#, "notstartswith": #"{"$notRegex": "^TEXT"}"#,
    "endswith": #"{"$regex": "TEXT$"}"#, "suffix": #"{"$regex": "TEXT$"}"#, "hassuffix": #"{"$regex": "TEXT$"}"#,
    "notendswith": #"{"$notRegex": "TEXT$"}"#,
    "isnull": #"{"$exists": false}"#, "null": #"{"$exists": false}"#, "isempty": #"{"$exists": false}"#,
    "missing": #"{"$exists": false}"#, "notexists": #"{"$exists": false}"#, "notset": #"{"$exists": false}"#,
    "istrue": #"{"$eq": true}"#, "isfalse": #"{"$eq": false}"#,
    "type": #"{"$exists": true}; an attribute has the type that the catalog declares"#,
  ]

  /// The same on lists.
  private static let listForms: [String: String] = [
    "contains": #"{"$in": ["VALUE"]}"#, "notcontains": #"{"$nin": ["VALUE"]}"#,
    "doesnotcontain": #"{"$nin": ["VALUE"]}"#, "icontains": #"{"$ini": ["VALUE"]}"#, "isempty": #"{"$size": 0}"#,
  ]
}

/// How a message about a name that does not exist goes on: the name that was meant, or what there is.
struct Remedy {
  /// As many names are listed.
  private static let few = 8

  /// What comes after the message.
  let ending: String
  /// The name that was meant.
  let suggestion: String?

  /// What leads on from a name.
  ///
  /// - Parameters:
  ///   - place: Where names of the kind are declared; nil where they are the product's own.
  ///   - plural: What names of the kind are called.
  init(for name: String, among names: some Collection<String>, in place: String? = nil, called plural: String = "") {
    suggestion =
      (place == nil ? PeerWords.meaning(of: name, among: names) : nil) ?? nearestName(to: name, among: names)
      ?? Self.ending(in: name, among: names)
    ending =
      switch (suggestion, place) {
      case (_?, _): ""
      case (nil, nil) where names.isEmpty: ""
      case (nil, nil): "; expected \(alternatives(names.sorted()))"
      case (nil, let place?) where names.isEmpty: "; \(place) declares none"
      case (nil, let place?) where names.count > Self.few: "; \(plural) are declared in \(place)"
      case (nil, let place?): "; \(place) declares \(alternatives(names.sorted(), "and"))"
      }
  }

  /// The only name whose last part is this one: `home.tabs` for `tabs`.
  private static func ending(in name: String, among names: some Collection<String>) -> String? {
    let folded = name.lowercased()
    let found = names.filter { $0.lowercased().hasSuffix("." + folded) }
    return found.count == 1 ? found.first : nil
  }
}
