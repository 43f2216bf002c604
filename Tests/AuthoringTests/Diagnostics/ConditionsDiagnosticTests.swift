import Testing

@Suite("Problems of conditions")
struct ConditionsDiagnosticTests {
  @Test("are reported with exact text and place", arguments: cases)
  func report(_ example: DiagnosticCase) {
    #expect(example.found == example.expected)
  }

  static let cases: [DiagnosticCase] = [
    DiagnosticCase(
      "an attribute that does not exist", [.replace(Path.senior, #""age""#, with: #""agee""#)],
      [
        #"segments/senior.json:3:13: error[unknown-attribute]: there is no attribute "agee"; did you mean "age"?"#
      ]),
    DiagnosticCase(
      "an operator that does not exist",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with:
            #"{ "user_id": { "$notInGroup": "staff" }, "shift": { "$regx": "a" }, "age": { "gte": 1 }, "$or ": [], "$gte": 1 }"#
        )
      ],
      [
        #"segments/senior.json:3:63: error[unknown-operator]: there is no operator "$regx"; did you mean "$regex"?"#,
        #"segments/senior.json:3:88: error[unknown-operator]: expected an operator such as "$eq", found "gte"; did you mean "$gte"?"#,
        #"segments/senior.json:3:100: error[unknown-operator]: there is no operator "$or "; did you mean "$or"?"#,
        #"segments/senior.json:3:112: error[unknown-operator]: "$gte" stands under an attribute, as in {"age": {"$gte": …}}"#,
      ]),
    DiagnosticCase(
      "a segment that does not exist",
      [
        .replace(Path.entry, #""night""#, with: #""nigth""#),
        .replace(Path.night, #"["senior"]"#, with: #"["seniors"]"#),
      ],
      [
        #"experiments/entry.json:3:29: error[unknown-segment]: there is no segment "nigth"; did you mean "night"?"#,
        #"segments/night.json:2:54: error[unknown-segment]: there is no segment "seniors"; did you mean "senior"?"#,
      ]),
    DiagnosticCase(
      "a group that does not exist",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with: #"{ "user_id": { "$notInGroup": "staff" }, "shift": { "$inGroup": "staf" } }"#)
      ],
      [
        #"segments/senior.json:3:75: error[unknown-group]: there is no group "staf"; did you mean "staff"?"#
      ]),
    DiagnosticCase(
      "an operator that does not fit the type",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with:
            #"{ "user_id": { "$notInGroup": "staff" }, "age": { "$regex": "6." }, "premium": { "$in": [true] }, "devices": { "$gt": 1 }, "shift": { "$vgt": "1" }, "scores": { "$size": { "$exists": true, "$inGroup": "staff" } } }"#
        )
      ],
      [
        "segments/senior.json:3:61: error[operator-type]: $regex does not fit a number; expected $eq, $ne, $in, $nin, $lt, $lte, $gt, $gte, $exists, $inGroup or $notInGroup",
        "segments/senior.json:3:92: error[operator-type]: $in does not fit a boolean; expected $eq, $ne or $exists",
        "segments/senior.json:3:122: error[operator-type]: $gt does not fit a list of string; expected $eq, $ne, $in, $nin, $ini, $nini, $exists, $all, $alli, $elemMatch or $size",
        "segments/senior.json:3:145: error[operator-type]: $vgt does not fit a string; expected $eq, $ne, $in, $nin, $ini, $nini, $lt, $lte, $gt, $gte, $regex, $regexi, $notRegex, $notRegexi, $exists, $inGroup or $notInGroup",
        "segments/senior.json:3:200: error[operator-type]: $inGroup does not fit the size of a list; expected $eq, $ne, $in, $nin, $lt, $lte, $gt, $gte or $exists",
      ]),
    DiagnosticCase(
      "an operand that does not fit the type", [.replace(Path.senior, "65", with: #""65""#)],
      [
        #"segments/senior.json:3:30: error[operand-type]: expected a number, found the string "65""#
      ]),
    DiagnosticCase(
      "operands of other types",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with:
            #"{ "user_id": { "$notInGroup": "staff" }, "age": {}, "shift": 1, "premium": "yes", "app_version": { "$gt": 2 }, "joined": true, "devices": "phone", "device_id": { "$in": "a" } }"#
        )
      ],
      [
        #"segments/senior.json:3:59: error[operand-type]: expected an object of operators such as {"$exists": true}, found an empty one"#,
        "segments/senior.json:3:72: error[operand-type]: expected a string, found the number 1",
        #"segments/senior.json:3:86: error[operand-type]: expected true or false, found the string "yes""#,
        #"segments/senior.json:3:117: error[operand-type]: expected a version such as "2.1.0", found the number 2"#,
        #"segments/senior.json:3:132: error[operand-type]: expected a date such as "2026-01-31", found true"#,
        #"segments/senior.json:3:149: error[operand-type]: a list equals no single value; expected null, or operators such as {"$in": ["phone"]}"#,
        #"segments/senior.json:3:180: error[operand-type]: expected an array, found the string "a""#,
      ]),
    DiagnosticCase(
      "operands of other types, inside operators",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with:
            #"{ "user_id": { "$notInGroup": "staff" }, "age": { "$in": [null, 1] }, "shift": { "$ini": [1] }, "devices": { "$elemMatch": 1 }, "scores": { "$size": "1" }, "premium": { "$exists": 1 }, "segments": "senior", "device_id": { "$not": 1 } }"#
        )
      ],
      [
        "segments/senior.json:3:69: error[operand-type]: expected a number, found null",
        "segments/senior.json:3:101: error[operand-type]: expected a string, found the number 1",
        #"segments/senior.json:3:134: error[operand-type]: expected an object of operators such as {"$in": […]}, found the number 1"#,
        #"segments/senior.json:3:160: error[operand-type]: expected a number, found the string "1""#,
        "segments/senior.json:3:191: error[operand-type]: expected true or false, found the number 1",
        #"segments/senior.json:3:208: error[operand-type]: expected an object with "$in" or "$nin", found the string "senior""#,
        #"segments/senior.json:3:241: error[operand-type]: expected an object of operators such as {"$exists": true}, found the number 1"#,
      ]),
    DiagnosticCase(
      "an invalid regular expression",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with:
            #"{ "user_id": { "$notInGroup": "staff" }, "shift": { "$regex": "ni(ght" }, "device_id": { "$regexi": "[z-a]" } }"#
        )
      ],
      [
        #"segments/senior.json:3:80: error[invalid-pattern]: the regular expression "ni(ght" is wrong: missing closing parenthesis"#,
        #"segments/senior.json:3:115: error[invalid-pattern]: the regular expression "[z-a]" is wrong: range out of order in character class"#,
      ]),
    DiagnosticCase(
      "a fault of a regular expression behind escapes",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with: #"{ "user_id": { "$notInGroup": "staff" }, "shift": { "$regex": "\\d\u00e9\ud83d\ude00é)" } }"#)
      ],
      [
        #"segments/senior.json:3:96: error[invalid-pattern]: the regular expression "\dé😀é)" is wrong: unmatched closing parenthesis"#
      ]),
    DiagnosticCase(
      "an invalid version",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with: #"{ "user_id": { "$notInGroup": "staff" }, "app_version": { "$gte": "2.x" } }"#)
      ],
      [
        #"segments/senior.json:3:77: error[invalid-version]: expected a version such as "2.1.0", found "2.x""#
      ]),
    DiagnosticCase(
      "an invalid date",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with: #"{ "user_id": { "$notInGroup": "staff" }, "joined": { "$gte": "2026-02-30" } }"#),
        .replace(Path.cards, "2026-01-01", with: "1 January"),
      ],
      [
        #"experiments/cards.json:4:12: error[invalid-date]: expected a date that exists, such as "2026-01-31" or "2026-01-31T09:00:00Z", found "1 January""#,
        #"segments/senior.json:3:72: error[invalid-date]: expected a date that exists, such as "2026-01-31" or "2026-01-31T09:00:00Z", found "2026-02-30""#,
      ]),
    DiagnosticCase(
      "an invalid period",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with: #"{ "user_id": { "$notInGroup": "staff" }, "joined": { "$gte": { "ago": "7 days" } } }"#),
        .replace(Path.navigation, "PT30M", with: "30m"),
      ],
      [
        #"catalog/navigation.json:39:29: error[invalid-period]: expected a period such as "P7D" or "PT30M", found "30m""#,
        #"segments/senior.json:3:81: error[invalid-period]: expected a period such as "P7D" or "PT30M", found "7 days""#,
      ]),
    DiagnosticCase(
      "a date of another form",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with:
            #"{ "user_id": { "$notInGroup": "staff" }, "joined": { "$gte": { "before": "P7D" }, "$eq": { "ago": "P7D" }, "$lt": 1e300 } }"#
        )
      ],
      [
        #"segments/senior.json:3:72: error[missing-member]: "ago" is missing; expected a period such as "P7D""#,
        #"segments/senior.json:3:74: error[unknown-member]: there is no member "before" here; expected "ago""#,
        #"segments/senior.json:3:100: error[operand-type]: expected a date such as "2026-01-31", found an object"#,
        "segments/senior.json:3:125: error[invalid-date]: expected seconds since 1970 within the years 0 to 9999, found 1e300",
      ]),
    DiagnosticCase(
      "too many levels",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with: #"{ "user_id": { "$notInGroup": "staff" }, "$not": "# + String(repeating: #"{"$not":"#, count: 100)
            + "{}" + String(repeating: "}", count: 100) + " }")
      ],
      [
        "segments/senior.json:3:852: error[too-deep]: conditions are nested more than 100 levels deep here; expected fewer"
      ]),
    DiagnosticCase(
      "a line of a group that is no number for a number",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with: #"{ "user_id": { "$notInGroup": "staff" }, "age": { "$inGroup": "staff" } }"#),
        .write(Path.staff, "65\n\n0x47\r\nu-1\r\n"),
      ],
      [
        #"catalog/groups/staff.txt:3:1: error[group-value]: a condition compares this group with a number attribute; expected a number, found "0x47""#,
        #"catalog/groups/staff.txt:4:1: error[group-value]: a condition compares this group with a number attribute; expected a number, found "u-1""#,
      ]),
    DiagnosticCase(
      "segments that ask for each other",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with: #"{ "user_id": { "$notInGroup": "staff" }, "$segment": "night" }"#)
      ],
      [
        "segments/night.json:2:11: error[segment-cycle]: segments ask for each other in a circle: night -> senior -> night"
      ]),
    DiagnosticCase(
      "a segment that asks for itself", [.replace(Path.night, #""senior""#, with: #""night""#)],
      [
        "segments/night.json:2:11: error[segment-cycle]: segments ask for each other in a circle: night -> night"
      ]),
    DiagnosticCase(
      "an operand twice",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with:
            #"{ "user_id": { "$notInGroup": "staff" }, "shift": { "$in": ["a", "b", "a"] }, "device_id": { "$ini": ["A", "a"] } }"#
        )
      ],
      [
        #"segments/senior.json:3:81: warning[duplicate-operand]: "a" is in this array already"#,
        #"segments/senior.json:3:118: warning[duplicate-operand]: "a" is in this array already"#,
      ]),
    DiagnosticCase(
      "other values under segments",
      [
        .replace(
          Path.senior, #"{ "age": { "$gte": 65 }, "user_id": { "$notInGroup": "staff" } }"#,
          with:
            #"{ "user_id": { "$notInGroup": "staff" }, "segments": { "$eq": "night" }, "$and": {}, "$segment": 1, "$not": [] }"#
        )
      ],
      [
        #"segments/senior.json:3:66: error[unknown-operator]: "segments" takes "$in" or "$nin", not "$eq""#,
        "segments/senior.json:3:92: error[wrong-type]: expected an array of conditions, found an object",
        "segments/senior.json:3:108: error[wrong-type]: expected the key of a segment, found the number 1",
        "segments/senior.json:3:119: error[wrong-type]: expected a condition, an object of attributes and operators, found an array",
      ]),
  ]
}
