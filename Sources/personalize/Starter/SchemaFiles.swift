// Written by scripts/embed-schemas from schemas/; changes here are lost.

extension Starter {
  /// The schemas of all files of a workspace, for editors.
  static let schemas = [
    File(
      path: "schemas/attributes.schema.json",
      text: ##"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Attributes",
          "description": "What is known about users: names and types.",
          "type": "object",
          "additionalProperties": false,
          "required": ["unit", "attributes"],
          "properties": {
            "$schema": { "description": "The schema of this file, for editors.", "type": "string" },
            "unit": {
              "description": "The attribute that identifies a user; a declared string.",
              "$ref": "#/$defs/attribute"
            },
            "attributes": {
              "description": "The attributes, by name.",
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/attribute" },
              "additionalProperties": { "$ref": "#/$defs/definition" }
            }
          },
          "$defs": {
            "attribute": {
              "description": "The name of an attribute of catalog/attributes.json.",
              "type": "string",
              "pattern": "^(?!\\$|choice\\.|segments$)[^\\u0000-\\u001f\\u007f-\\u009f]+$"
            },
            "definition": {
              "description": "One attribute.",
              "type": "object",
              "additionalProperties": false,
              "required": ["type"],
              "properties": {
                "type": {
                  "description": "What values it takes; others count as missing and are reported.",
                  "enum": ["string", "number", "boolean", "version", "date", "list"]
                },
                "of": { "description": "What a list holds.", "enum": ["string", "number"], "default": "string" },
                "separator": {
                  "description": "Between the values of a list in a CSV cell; one ASCII character.",
                  "type": "string",
                  "pattern": "^[\\u0001-\\u007f]$",
                  "default": "|"
                },
                "format": {
                  "description": "What a number stands for where the attribute is a date.",
                  "enum": ["epoch-seconds", "epoch-milliseconds"]
                },
                "description": { "description": "For people.", "type": "string" }
              },
              "allOf": [
                {
                  "if": { "properties": { "type": { "const": "list" } } },
                  "else": { "properties": { "of": false, "separator": false } }
                },
                { "if": { "properties": { "type": { "const": "date" } } }, "else": { "properties": { "format": false } } }
              ]
            }
          }
        }

        """##),
    File(
      path: "schemas/columns.schema.json",
      text: ##"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Columns",
          "description": "How files of users are written where they are not written in the usual way.",
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "$schema": { "description": "The schema of this file, for editors.", "type": "string" },
            "description": { "description": "For people.", "type": "string" },
            "names": {
              "description": "The attribute, or choice.SLOT, that a column of another name holds, by the column's name.",
              "type": "object",
              "additionalProperties": { "type": "string" }
            },
            "null": { "$ref": "#/$defs/null" },
            "true": { "$ref": "#/$defs/true" },
            "false": { "$ref": "#/$defs/false" },
            "dateFormat": { "$ref": "#/$defs/dateFormat" },
            "decimalComma": { "$ref": "#/$defs/decimalComma" },
            "thousands": { "$ref": "#/$defs/thousands" },
            "columns": {
              "description": "How the columns of single attributes are written, by attribute; what one does not say, the members above do.",
              "type": "object",
              "additionalProperties": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                  "null": { "$ref": "#/$defs/null" },
                  "true": { "$ref": "#/$defs/true" },
                  "false": { "$ref": "#/$defs/false" },
                  "dateFormat": { "$ref": "#/$defs/dateFormat" },
                  "decimalComma": { "$ref": "#/$defs/decimalComma" },
                  "thousands": { "$ref": "#/$defs/thousands" },
                  "separator": {
                    "description": "Between the elements of a list; one ASCII character.",
                    "type": "string",
                    "pattern": "^[\\u0001-\\u007f]$"
                  },
                  "description": { "description": "For people.", "type": "string" }
                }
              }
            }
          },
          "$defs": {
            "word": { "type": "string", "pattern": "^[^ ](.*[^ ])?$" },
            "words": {
              "anyOf": [{ "$ref": "#/$defs/word" }, { "type": "array", "items": { "$ref": "#/$defs/word" } }]
            },
            "null": { "description": "Words that stand for no value.", "$ref": "#/$defs/words" },
            "true": { "description": "Words for true beside the usual ones.", "$ref": "#/$defs/words" },
            "false": { "description": "Words for false beside the usual ones.", "$ref": "#/$defs/words" },
            "dateFormat": {
              "description": "How dates are written, such as %d.%m.%Y; \"usual\" is RFC 3339.",
              "type": "string",
              "pattern": "^usual$|%Y"
            },
            "decimalComma": { "description": "Whether a comma stands before decimals.", "type": "boolean" },
            "thousands": {
              "description": "What stands between thousands; empty: nothing.",
              "type": "string",
              "pattern": "^[^-+eE\"0-9]?$"
            }
          }
        }

        """##),
    File(
      path: "schemas/expectations.schema.json",
      text: ##"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Expectations",
          "description": "Cases that the rules have to pass: users, and what is promised of the decisions for them.",
          "type": "object",
          "additionalProperties": false,
          "required": ["cases"],
          "properties": {
            "$schema": { "description": "The schema of this file, for editors.", "type": "string" },
            "description": { "description": "For people.", "type": "string" },
            "at": {
              "description": "The time of cases that name none, unless the command line does.",
              "$ref": "#/$defs/date"
            },
            "cases": {
              "description": "The cases, of different names.",
              "type": "array",
              "minItems": 1,
              "items": { "$ref": "#/$defs/case" }
            }
          },
          "$defs": {
            "key": {
              "description": "Letters, digits, dot, underscore and hyphen; begins with a letter or digit.",
              "type": "string",
              "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$"
            },
            "date": {
              "description": "RFC 3339: 2026-11-30T08:00:00Z. A date alone is midnight UTC.",
              "type": "string",
              "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])?)?$"
            },
            "reachedNode": {
              "description": "The node that the user gets: its name, whatever its arguments, or exactly this one: {\"speaking\": {\"mode\": \"review\"}}.",
              "anyOf": [
                { "$ref": "#/$defs/key" },
                {
                  "type": "object",
                  "minProperties": 1,
                  "maxProperties": 1,
                  "propertyNames": { "$ref": "#/$defs/key" },
                  "additionalProperties": {
                    "description": "The node's arguments, by name; no others.",
                    "type": "object",
                    "propertyNames": { "$ref": "#/$defs/key" },
                    "additionalProperties": {
                      "anyOf": [{ "type": "string", "minLength": 1 }, { "type": ["number", "boolean"] }]
                    }
                  }
                }
              ]
            },
            "case": {
              "description": "A user, and what is promised.",
              "type": "object",
              "additionalProperties": false,
              "required": ["name", "user", "expect"],
              "properties": {
                "name": { "description": "What the case says, for people.", "type": "string", "minLength": 1 },
                "description": { "description": "For people.", "type": "string" },
                "user": {
                  "description": "Attributes and their values; choice.SLOT is what the user chose.",
                  "type": "object"
                },
                "at": { "description": "The time of the decision.", "$ref": "#/$defs/date" },
                "force": {
                  "description": "By experiment: the variation that the user gets without hashing.",
                  "type": "object",
                  "propertyNames": { "$ref": "#/$defs/key" },
                  "additionalProperties": { "$ref": "#/$defs/key" }
                },
                "expect": { "$ref": "#/$defs/expected" }
              }
            },
            "expected": {
              "description": "What is compared with what the user gets; what is not named is not.",
              "type": "object",
              "additionalProperties": false,
              "minProperties": 1,
              "properties": {
                "segments": {
                  "description": "All matched segments, from the lowest priority to the highest.",
                  "type": "array",
                  "uniqueItems": true,
                  "items": { "$ref": "#/$defs/key" }
                },
                "entry": {
                  "description": "The route that the user takes into the app, after fallbacks: the key of a route.",
                  "$ref": "#/$defs/key"
                },
                "home.layout": {
                  "description": "How home is laid out: a bar of tabs, or everything at a glance. A dashboard with tabs keeps its tab bar.",
                  "enum": ["tab", "dashboard"]
                },
                "home.tabs": {
                  "description": "The tabs in order: keys of tabs.",
                  "type": "array",
                  "uniqueItems": true,
                  "items": { "$ref": "#/$defs/key" }
                },
                "home.cards": {
                  "description": "The cards of the dashboard in order: keys of cards.",
                  "type": "array",
                  "uniqueItems": true,
                  "items": { "$ref": "#/$defs/key" }
                },
                "home.initialTab": {
                  "description": "The tab that is selected at the start: the key of a tab.",
                  "$ref": "#/$defs/key"
                },
                "fallback.default": {
                  "description": "Where a user lands who is lost in a way that no other fallback names.",
                  "$ref": "#/$defs/reachedNode"
                },
                "fallback.modalDismissed": {
                  "description": "Where a user lands when a modal flow ends, however it ends; null: where the flow was presented.",
                  "anyOf": [{ "$ref": "#/$defs/reachedNode" }, { "type": "null" }]
                },
                "fallback.invalidDeepLink": {
                  "description": "Where an external link leads that cannot be followed.",
                  "$ref": "#/$defs/reachedNode"
                },
                "fallback.unavailableNode": {
                  "description": "Where a user lands whose app does not have the screen.",
                  "$ref": "#/$defs/reachedNode"
                },
                "fallback.signedOut": {
                  "description": "Where a user lands who was signed out.",
                  "$ref": "#/$defs/reachedNode"
                },
                "fallback.restoreFailed": {
                  "description": "Where a user lands whose saved session cannot be restored.",
                  "$ref": "#/$defs/reachedNode"
                },
                "session.scope": {
                  "description": "Whose session is saved and resumed: the account's, or each profile's for itself.",
                  "enum": ["user", "profile"]
                },
                "session.resumeWithin": {
                  "description": "How old a saved session may be and still be resumed: PT30M, P2D; PT0S: never.",
                  "type": "string",
                  "pattern": "^P(?=[0-9T])([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$"
                },
                "modal.style": {
                  "description": "How modal flows are presented.",
                  "enum": ["sheet", "fullScreenCover", "push"]
                },
                "modal.confirmsDismissal": {
                  "description": "Whether a modal flow asks before it closes.",
                  "type": "boolean"
                },
                "experiments": {
                  "description": "By experiment: the variation that the user gets; null: none.",
                  "type": "object",
                  "propertyNames": { "$ref": "#/$defs/key" },
                  "additionalProperties": { "anyOf": [{ "$ref": "#/$defs/key" }, { "type": "null" }] }
                },
                "issues": {
                  "description": "The names of what of the user cannot be used, in any order: attributes, choice.SLOT, forced experiments.",
                  "type": "array",
                  "items": { "type": "string" }
                }
              }
            }
          }
        }

        """##),
    File(
      path: "schemas/experiment.schema.json",
      text: ##"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Experiment",
          "description": "Variations with weights, assigned by hashing a unit. The file's name is its key.",
          "type": "object",
          "additionalProperties": false,
          "required": ["status", "variations"],
          "properties": {
            "$schema": { "description": "The schema of this file, for editors.", "type": "string" },
            "name": { "description": "For people; by default the key.", "type": "string" },
            "description": { "description": "For people.", "type": "string" },
            "hypothesis": { "description": "For people: what is expected, and why.", "type": "string" },
            "status": {
              "description": "draft: nobody is assigned; running; stopped: nobody, or everybody of the audience to the winner.",
              "enum": ["draft", "running", "stopped"]
            },
            "winner": {
              "description": "With stopped only: the variation that everybody of the audience gets from then on.",
              "$ref": "#/$defs/key"
            },
            "unit": {
              "description": "The attribute that is hashed; by default the catalog's unit.",
              "$ref": "#/$defs/attribute"
            },
            "fallbackUnit": {
              "description": "The attribute that is hashed where the unit is missing.",
              "$ref": "#/$defs/attribute"
            },
            "seed": {
              "description": "Hashed together with the unit; by default the key. Another seed is another random split.",
              "type": "string"
            },
            "hashVersion": { "description": "How the unit is hashed: 3 for new experiments, 2, or 1 for GrowthBook's oldest.", "enum": [1, 2, 3], "default": 2 },
            "audience": {
              "description": "Who may take part; by default everybody.",
              "$ref": "#/$defs/condition",
              "default": {}
            },
            "coverage": {
              "description": "The share that takes part; at most six decimals.",
              "type": "number",
              "minimum": 0,
              "maximum": 1,
              "default": 1
            },
            "layer": {
              "description": "Experiments of one layer see disjoint users.",
              "type": "object",
              "additionalProperties": false,
              "required": ["name"],
              "properties": {
                "name": { "description": "The name that the experiments share.", "$ref": "#/$defs/key" },
                "range": {
                  "description": "The part of the layer that is this experiment's: from, up to but not including, to.",
                  "$ref": "#/$defs/range"
                },
                "ranges": {
                  "description": "Several parts.",
                  "type": "array",
                  "minItems": 1,
                  "items": { "$ref": "#/$defs/range" }
                },
                "hashVersion": { "description": "How the layer is hashed: 3 for new layers, 2, or 1 for GrowthBook's namespace.", "enum": [1, 2, 3], "default": 2 }
              },
              "oneOf": [{ "required": ["range"] }, { "required": ["ranges"] }]
            },
            "start": { "description": "From when it runs.", "$ref": "#/$defs/date" },
            "end": { "description": "Until when it runs, not including.", "$ref": "#/$defs/date" },
            "sticky": {
              "description": "Whether an assignment outlives a change of weights, coverage and audience; true, or under which versions.",
              "anyOf": [
                { "type": "boolean" },
                {
                  "type": "object",
                  "additionalProperties": false,
                  "properties": {
                    "bucketVersion": {
                      "description": "The version under which assignments are remembered; raise it to assign everybody anew.",
                      "type": "integer",
                      "minimum": 0,
                      "default": 0
                    },
                    "minBucketVersion": {
                      "description": "Users whose assignment is older than this are left out.",
                      "type": "integer",
                      "minimum": 0,
                      "default": 0
                    }
                  }
                }
              ]
            },
            "requires": {
              "description": "By experiment: the variations of which the user must have one.",
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/key" },
              "additionalProperties": {
                "type": "array",
                "minItems": 1,
                "uniqueItems": true,
                "items": { "$ref": "#/$defs/key" }
              }
            },
            "variations": {
              "description": "The arms, in the order of their ranges.",
              "type": "array",
              "minItems": 2,
              "maxItems": 64,
              "items": { "$ref": "#/$defs/variation" }
            }
          },
          "if": { "required": ["winner"] },
          "then": { "properties": { "status": { "const": "stopped" } } },
          "$defs": {
            "key": {
              "description": "Letters, digits, dot, underscore and hyphen; begins with a letter or digit.",
              "type": "string",
              "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$"
            },
            "attribute": {
              "description": "The name of an attribute of catalog/attributes.json.",
              "type": "string",
              "pattern": "^(?!\\$|choice\\.|segments$)[^\\u0000-\\u001f\\u007f-\\u009f]+$"
            },
            "period": {
              "description": "ISO 8601: P7D, PT30M, P1M. Months are calendar months, a day is 24 hours.",
              "type": "string",
              "pattern": "^P(?=[0-9T])([0-9]+Y)?([0-9]+M)?([0-9]+W)?([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$"
            },
            "date": {
              "description": "RFC 3339: 2026-11-30T08:00:00Z. A date alone is midnight UTC.",
              "type": "string",
              "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])?)?$"
            },
            "version": {
              "description": "SemVer 2, one to three numbers: 2.0.0, 2.1, 3.0.0-beta.2.",
              "type": "string",
              "pattern": "^[vV]?(0|[1-9][0-9]*)(\\.(0|[1-9][0-9]*)){0,2}(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$"
            },
            "argument": {
              "description": "The argument's value, or the attribute of the user that it is taken from.",
              "anyOf": [
                { "type": "string", "minLength": 1 },
                { "type": ["number", "boolean"] },
                {
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["attribute"],
                  "properties": {
                    "attribute": {
                      "description": "The argument takes the user's value of this attribute, where it is legal.",
                      "$ref": "#/$defs/attribute"
                    },
                    "default": {
                      "description": "What the argument takes where the user's value is missing or not legal.",
                      "anyOf": [{ "type": "string", "minLength": 1 }, { "type": ["number", "boolean"] }]
                    }
                  }
                }
              ]
            },
            "node": {
              "description": "A screen: \"home\", or with its arguments {\"speaking\": {\"mode\": \"review\"}}.",
              "anyOf": [
                { "$ref": "#/$defs/key" },
                {
                  "type": "object",
                  "minProperties": 1,
                  "maxProperties": 1,
                  "propertyNames": { "$ref": "#/$defs/key" },
                  "additionalProperties": {
                    "description": "The node's arguments, by name.",
                    "type": "object",
                    "propertyNames": { "$ref": "#/$defs/key" },
                    "additionalProperties": { "$ref": "#/$defs/argument" }
                  }
                }
              ]
            },
            "navigation": {
              "description": "Slots and what they are set to.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "entry": { "description": "Where the app starts: the key of a route.", "$ref": "#/$defs/key" },
                "home.layout": {
                  "description": "How home is laid out: a bar of tabs, or everything at a glance. A dashboard with tabs keeps its tab bar.",
                  "enum": ["tab", "dashboard"]
                },
                "home.tabs": {
                  "description": "The tabs in order: keys of tabs.",
                  "type": "array",
                  "uniqueItems": true,
                  "items": { "$ref": "#/$defs/key" }
                },
                "home.cards": {
                  "description": "The cards of the dashboard in order: keys of cards.",
                  "type": "array",
                  "uniqueItems": true,
                  "items": { "$ref": "#/$defs/key" }
                },
                "home.initialTab": {
                  "description": "The tab that is selected at the start: the key of a tab.",
                  "$ref": "#/$defs/key"
                },
                "fallback.default": {
                  "description": "Where a user lands who is lost in a way that no other fallback names.",
                  "$ref": "#/$defs/node"
                },
                "fallback.modalDismissed": {
                  "description": "Where a user lands when a modal flow ends, however it ends; null: where the flow was presented.",
                  "anyOf": [{ "$ref": "#/$defs/node" }, { "type": "null" }]
                },
                "fallback.invalidDeepLink": {
                  "description": "Where an external link leads that cannot be followed.",
                  "$ref": "#/$defs/node"
                },
                "fallback.unavailableNode": {
                  "description": "Where a user lands whose app does not have the screen.",
                  "$ref": "#/$defs/node"
                },
                "fallback.signedOut": {
                  "description": "Where a user lands who was signed out.",
                  "$ref": "#/$defs/node"
                },
                "fallback.restoreFailed": {
                  "description": "Where a user lands whose saved session cannot be restored.",
                  "$ref": "#/$defs/node"
                },
                "session.scope": {
                  "description": "Whose session is saved and resumed: the account's, or each profile's for itself.",
                  "enum": ["user", "profile"]
                },
                "session.resumeWithin": {
                  "description": "How old a saved session may be and still be resumed: PT30M, P2D; PT0S: never.",
                  "type": "string",
                  "pattern": "^P(?=[0-9T])([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$"
                },
                "modal.style": {
                  "description": "How modal flows are presented.",
                  "enum": ["sheet", "fullScreenCover", "push"]
                },
                "modal.confirmsDismissal": {
                  "description": "Whether a modal flow asks before it closes.",
                  "type": "boolean"
                }
              }
            },
            "condition": {
              "description": "All members must hold; {} holds for everybody. A missing value makes every positive test false.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "$and": {
                  "description": "All of these conditions hold.",
                  "type": "array",
                  "items": { "$ref": "#/$defs/condition" }
                },
                "$or": {
                  "description": "At least one of these conditions holds.",
                  "type": "array",
                  "items": { "$ref": "#/$defs/condition" }
                },
                "$nor": {
                  "description": "None of these conditions holds.",
                  "type": "array",
                  "items": { "$ref": "#/$defs/condition" }
                },
                "$not": { "description": "This condition does not hold.", "$ref": "#/$defs/condition" },
                "$segment": { "description": "The user is in the segment of this key.", "$ref": "#/$defs/key" },
                "segments": {
                  "description": "Which segments the user is in.",
                  "type": "object",
                  "minProperties": 1,
                  "additionalProperties": false,
                  "properties": {
                    "$in": {
                      "description": "In at least one of these.",
                      "type": "array",
                      "items": { "$ref": "#/$defs/key" }
                    },
                    "$nin": { "description": "In none of these.", "type": "array", "items": { "$ref": "#/$defs/key" } }
                  }
                }
              },
              "patternProperties": {
                "^(?!\\$|choice\\.|segments$)[^\\u0000-\\u001f\\u007f-\\u009f]+$": { "$ref": "#/$defs/test" }
              }
            },
            "test": {
              "description": "Of one attribute: a literal it equals (null: it is missing), or operators that must all hold.",
              "anyOf": [{ "$ref": "#/$defs/literal" }, { "$ref": "#/$defs/operators" }]
            },
            "literal": {
              "description": "A value of the attribute's type; null means missing.",
              "type": ["string", "number", "boolean", "null"]
            },
            "operators": {
              "description": "All of these hold for the value.",
              "type": "object",
              "minProperties": 1,
              "additionalProperties": false,
              "properties": {
                "$eq": { "description": "Equals; null: is missing.", "$ref": "#/$defs/literal" },
                "$ne": {
                  "description": "Does not equal, or is missing; null: has a value.",
                  "$ref": "#/$defs/literal"
                },
                "$in": {
                  "description": "Is one of these; of a list: some element is.",
                  "type": "array",
                  "items": { "type": ["string", "number"] }
                },
                "$nin": {
                  "description": "Is none of these, or missing; of a list: no element is.",
                  "type": "array",
                  "items": { "type": ["string", "number"] }
                },
                "$ini": {
                  "description": "Is one of these texts, upper and lower case alike.",
                  "type": "array",
                  "items": { "type": "string" }
                },
                "$nini": {
                  "description": "Is none of these texts, upper and lower case alike, or missing.",
                  "type": "array",
                  "items": { "type": "string" }
                },
                "$lt": {
                  "description": "Is less. A number, a text, a version, a date, or {\"ago\": \"P7D\"}.",
                  "$ref": "#/$defs/bound"
                },
                "$lte": {
                  "description": "Is less or equal. A number, a text, a version, a date, or {\"ago\": \"P7D\"}.",
                  "$ref": "#/$defs/bound"
                },
                "$gt": {
                  "description": "Is greater. A number, a text, a version, a date, or {\"ago\": \"P7D\"}.",
                  "$ref": "#/$defs/bound"
                },
                "$gte": {
                  "description": "Is greater or equal. A number, a text, a version, a date, or {\"ago\": \"P7D\"}.",
                  "$ref": "#/$defs/bound"
                },
                "$veq": { "description": "Is this version, by SemVer precedence.", "$ref": "#/$defs/version" },
                "$vne": { "description": "Is not this version, or missing.", "$ref": "#/$defs/version" },
                "$vlt": { "description": "Is an earlier version.", "$ref": "#/$defs/version" },
                "$vlte": { "description": "Is this or an earlier version.", "$ref": "#/$defs/version" },
                "$vgt": { "description": "Is a later version.", "$ref": "#/$defs/version" },
                "$vgte": { "description": "Is this or a later version.", "$ref": "#/$defs/version" },
                "$regex": { "description": "The pattern is found somewhere in the text.", "type": "string" },
                "$regexi": { "description": "The same, upper and lower case alike.", "type": "string" },
                "$notRegex": { "description": "The pattern is not found, or the value is missing.", "type": "string" },
                "$notRegexi": { "description": "The same, upper and lower case alike.", "type": "string" },
                "$exists": { "description": "true: has a value; false: is missing.", "type": "boolean" },
                "$all": {
                  "description": "The list holds all of these.",
                  "type": "array",
                  "items": { "type": ["string", "number"] }
                },
                "$alli": {
                  "description": "The list holds all of these texts, upper and lower case alike.",
                  "type": "array",
                  "items": { "type": "string" }
                },
                "$elemMatch": {
                  "description": "Some element of the list passes all of these operators.",
                  "$ref": "#/$defs/operators"
                },
                "$size": {
                  "description": "The number of elements: a number, or operators on numbers.",
                  "anyOf": [{ "type": "integer", "minimum": 0 }, { "$ref": "#/$defs/operators" }]
                },
                "$inGroup": {
                  "description": "Belongs to the group: the name of a file in catalog/groups, without .txt.",
                  "$ref": "#/$defs/key"
                },
                "$notInGroup": { "description": "Does not belong to the group, or is missing.", "$ref": "#/$defs/key" },
                "$not": { "description": "These operators do not all hold.", "$ref": "#/$defs/operators" }
              }
            },
            "bound": {
              "description": "What a value is compared with.",
              "anyOf": [
                { "type": ["string", "number"] },
                {
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["ago"],
                  "properties": {
                    "ago": {
                      "description": "A moment so long before the time of the decision.",
                      "$ref": "#/$defs/period"
                    }
                  }
                }
              ]
            },
            "range": {
              "description": "From, up to but not including, to.",
              "type": "array",
              "minItems": 2,
              "maxItems": 2,
              "items": { "type": "number", "minimum": 0, "maximum": 1 }
            },
            "variation": {
              "description": "One arm.",
              "type": "object",
              "additionalProperties": false,
              "required": ["key"],
              "properties": {
                "key": { "description": "Unique within the experiment.", "$ref": "#/$defs/key" },
                "name": { "description": "For people.", "type": "string" },
                "description": { "description": "For people.", "type": "string" },
                "weight": {
                  "description": "Its share relative to the others: ratios of whole numbers, or fractions that sum to exactly 1; at most six decimals.",
                  "type": "number",
                  "minimum": 0,
                  "maximum": 1000000,
                  "default": 1
                },
                "navigation": {
                  "description": "The slots it sets; none: everything stays.",
                  "$ref": "#/$defs/navigation",
                  "default": {}
                }
              }
            }
          }
        }

        """##),
    File(
      path: "schemas/navigation.schema.json",
      text: ##"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Navigation",
          "description": "What the app has: nodes, routes, tabs, cards, deep links, and a value for every slot.",
          "type": "object",
          "additionalProperties": false,
          "required": ["nodes", "routes", "tabs", "defaults"],
          "properties": {
            "$schema": { "description": "The schema of this file, for editors.", "type": "string" },
            "description": { "description": "For people.", "type": "string" },
            "appVersion": {
              "description": "The attribute that holds the user's app version; required if a node has since or until.",
              "$ref": "#/$defs/attribute"
            },
            "nodes": {
              "description": "The screens, by name.",
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/key" },
              "additionalProperties": { "$ref": "#/$defs/nodeDefinition" }
            },
            "routes": {
              "description": "Named intents with the nodes that lead into them, by key.",
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/key" },
              "additionalProperties": { "$ref": "#/$defs/route" }
            },
            "tabs": {
              "description": "The node of each tab, by key.",
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/key" },
              "additionalProperties": { "$ref": "#/$defs/node" }
            },
            "cards": {
              "description": "The node of each card of the dashboard, by key.",
              "type": "object",
              "propertyNames": { "$ref": "#/$defs/key" },
              "additionalProperties": { "$ref": "#/$defs/node" }
            },
            "deepLinks": {
              "description": "Which external links lead where.",
              "type": "array",
              "items": { "$ref": "#/$defs/deepLink" }
            },
            "defaults": {
              "description": "The value of every slot for a user of whom nothing is known.",
              "$ref": "#/$defs/navigation",
              "required": [
                "entry",
                "home.layout",
                "home.tabs",
                "home.cards",
                "home.initialTab",
                "fallback.default",
                "fallback.modalDismissed",
                "fallback.invalidDeepLink",
                "fallback.unavailableNode",
                "fallback.signedOut",
                "fallback.restoreFailed",
                "session.scope",
                "session.resumeWithin",
                "modal.style",
                "modal.confirmsDismissal"
              ],
              "properties": { "home.tabs": { "minItems": 1 } }
            }
          },
          "$defs": {
            "key": {
              "description": "Letters, digits, dot, underscore and hyphen; begins with a letter or digit.",
              "type": "string",
              "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$"
            },
            "attribute": {
              "description": "The name of an attribute of catalog/attributes.json.",
              "type": "string",
              "pattern": "^(?!\\$|choice\\.|segments$)[^\\u0000-\\u001f\\u007f-\\u009f]+$"
            },
            "version": {
              "description": "SemVer 2, one to three numbers: 2.0.0, 2.1, 3.0.0-beta.2.",
              "type": "string",
              "pattern": "^[vV]?(0|[1-9][0-9]*)(\\.(0|[1-9][0-9]*)){0,2}(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$"
            },
            "argument": {
              "description": "The argument's value, or the attribute of the user that it is taken from.",
              "anyOf": [
                { "type": "string", "minLength": 1 },
                { "type": ["number", "boolean"] },
                {
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["attribute"],
                  "properties": {
                    "attribute": {
                      "description": "The argument takes the user's value of this attribute, where it is legal.",
                      "$ref": "#/$defs/attribute"
                    },
                    "default": {
                      "description": "What the argument takes where the user's value is missing or not legal.",
                      "anyOf": [{ "type": "string", "minLength": 1 }, { "type": ["number", "boolean"] }]
                    }
                  }
                }
              ]
            },
            "node": {
              "description": "A screen: \"home\", or with its arguments {\"speaking\": {\"mode\": \"review\"}}.",
              "anyOf": [
                { "$ref": "#/$defs/key" },
                {
                  "type": "object",
                  "minProperties": 1,
                  "maxProperties": 1,
                  "propertyNames": { "$ref": "#/$defs/key" },
                  "additionalProperties": {
                    "description": "The node's arguments, by name.",
                    "type": "object",
                    "propertyNames": { "$ref": "#/$defs/key" },
                    "additionalProperties": { "$ref": "#/$defs/argument" }
                  }
                }
              ]
            },
            "navigation": {
              "description": "Slots and what they are set to.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "entry": { "description": "Where the app starts: the key of a route.", "$ref": "#/$defs/key" },
                "home.layout": {
                  "description": "How home is laid out: a bar of tabs, or everything at a glance. A dashboard with tabs keeps its tab bar.",
                  "enum": ["tab", "dashboard"]
                },
                "home.tabs": {
                  "description": "The tabs in order: keys of tabs.",
                  "type": "array",
                  "uniqueItems": true,
                  "items": { "$ref": "#/$defs/key" }
                },
                "home.cards": {
                  "description": "The cards of the dashboard in order: keys of cards.",
                  "type": "array",
                  "uniqueItems": true,
                  "items": { "$ref": "#/$defs/key" }
                },
                "home.initialTab": {
                  "description": "The tab that is selected at the start: the key of a tab.",
                  "$ref": "#/$defs/key"
                },
                "fallback.default": {
                  "description": "Where a user lands who is lost in a way that no other fallback names.",
                  "$ref": "#/$defs/node"
                },
                "fallback.modalDismissed": {
                  "description": "Where a user lands when a modal flow ends, however it ends; null: where the flow was presented.",
                  "anyOf": [{ "$ref": "#/$defs/node" }, { "type": "null" }]
                },
                "fallback.invalidDeepLink": {
                  "description": "Where an external link leads that cannot be followed.",
                  "$ref": "#/$defs/node"
                },
                "fallback.unavailableNode": {
                  "description": "Where a user lands whose app does not have the screen.",
                  "$ref": "#/$defs/node"
                },
                "fallback.signedOut": {
                  "description": "Where a user lands who was signed out.",
                  "$ref": "#/$defs/node"
                },
                "fallback.restoreFailed": {
                  "description": "Where a user lands whose saved session cannot be restored.",
                  "$ref": "#/$defs/node"
                },
                "session.scope": {
                  "description": "Whose session is saved and resumed: the account's, or each profile's for itself.",
                  "enum": ["user", "profile"]
                },
                "session.resumeWithin": {
                  "description": "How old a saved session may be and still be resumed: PT30M, P2D; PT0S: never.",
                  "type": "string",
                  "pattern": "^P(?=[0-9T])([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$"
                },
                "modal.style": {
                  "description": "How modal flows are presented.",
                  "enum": ["sheet", "fullScreenCover", "push"]
                },
                "modal.confirmsDismissal": {
                  "description": "Whether a modal flow asks before it closes.",
                  "type": "boolean"
                }
              }
            },
            "nodeDefinition": {
              "description": "One screen.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "title": { "description": "For people.", "type": "string" },
                "description": { "description": "For people.", "type": "string" },
                "arguments": {
                  "description": "The arguments, by name.",
                  "type": "object",
                  "propertyNames": { "$ref": "#/$defs/key" },
                  "additionalProperties": { "$ref": "#/$defs/argumentDefinition" }
                },
                "since": { "description": "The first app version that has the node.", "$ref": "#/$defs/version" },
                "until": { "description": "The first app version that no longer has it.", "$ref": "#/$defs/version" },
                "fallback": {
                  "description": "Where to go instead if the user's app lacks the node or an argument has no legal value; chains end.",
                  "$ref": "#/$defs/node"
                },
                "parent": {
                  "description": "What lies below it when a link leads here; may have a parent of its own.",
                  "$ref": "#/$defs/node"
                }
              }
            },
            "argumentDefinition": {
              "description": "What one argument takes.",
              "type": "object",
              "additionalProperties": false,
              "required": ["type"],
              "properties": {
                "type": { "description": "The type of its values.", "enum": ["string", "number", "boolean"] },
                "description": { "description": "For people.", "type": "string" },
                "values": {
                  "description": "The legal texts; without it any text that is not empty.",
                  "type": "array",
                  "minItems": 1,
                  "uniqueItems": true,
                  "items": { "type": "string", "minLength": 1 }
                },
                "optional": { "description": "Whether a node may do without it.", "type": "boolean", "default": false }
              },
              "if": { "properties": { "type": { "const": "string" } } },
              "else": { "properties": { "values": false } }
            },
            "route": {
              "description": "A named intent.",
              "type": "object",
              "additionalProperties": false,
              "required": ["nodes"],
              "properties": {
                "description": { "description": "For people.", "type": "string" },
                "nodes": {
                  "description": "The root first, the target last.",
                  "type": "array",
                  "minItems": 1,
                  "items": { "$ref": "#/$defs/node" }
                },
                "fallback": {
                  "description": "The route to take where the target cannot be shown as written; chains end.",
                  "$ref": "#/$defs/key"
                }
              }
            },
            "deepLink": {
              "description": "An external link, and where it leads.",
              "type": "object",
              "additionalProperties": false,
              "required": ["pattern"],
              "properties": {
                "description": { "description": "For people.", "type": "string" },
                "needsNoSession": {
                  "description": "Whether it leads there even while nobody is signed in or no profile is chosen.",
                  "type": "boolean",
                  "default": false
                },
                "pattern": {
                  "description": "scheme://segment/…; a segment in braces takes an argument's value.",
                  "type": "string",
                  "pattern": "^[A-Za-z][A-Za-z0-9+.-]*://(\\{[A-Za-z0-9][A-Za-z0-9._-]*\\}|[^{}/?#\\s]+)(/(\\{[A-Za-z0-9][A-Za-z0-9._-]*\\}|[^{}/?#\\s]+))*$"
                },
                "node": {
                  "description": "The node it leads to; the pattern names its arguments.",
                  "$ref": "#/$defs/key"
                },
                "route": { "description": "The route it leads to; the pattern has no braces.", "$ref": "#/$defs/key" }
              },
              "oneOf": [{ "required": ["node"] }, { "required": ["route"] }],
              "if": { "required": ["route"] },
              "then": { "properties": { "pattern": { "pattern": "^[^{}]*$" } } }
            }
          }
        }

        """##),
    File(
      path: "schemas/population.schema.json",
      text: ##"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Population",
          "description": "How made-up users are drawn for simulate: what the values of each attribute are, how often it has none, and what depends on what.",
          "type": "object",
          "additionalProperties": false,
          "required": ["attributes"],
          "properties": {
            "$schema": { "description": "The schema of this file, for editors.", "type": "string" },
            "description": { "description": "For people.", "type": "string" },
            "attributes": {
              "description": "A distribution for each attribute; one that is not named is missing for everybody. The unit is not named: every user gets one of its own.",
              "type": "object",
              "additionalProperties": { "$ref": "#/$defs/drawnAttribute" }
            }
          },
          "$defs": {
            "drawnAttribute": {
              "description": "A distribution, and how often there is no value.",
              "type": "object",
              "unevaluatedProperties": false,
              "properties": {
                "missing": { "description": "The share of users without a value.", "type": "number", "minimum": 0, "maximum": 1 }
              },
              "$ref": "#/$defs/distribution"
            },
            "dependentDistribution": {
              "type": "object",
              "unevaluatedProperties": false,
              "$ref": "#/$defs/distribution",
              "not": { "required": ["empirical"] }
            },
            "distribution": {
              "properties": {
                "choices": {
                  "description": "Values, as a CSV file spells them, and their weights.",
                  "type": "object",
                  "minProperties": 1,
                  "additionalProperties": { "type": "number", "minimum": 0 }
                },
                "normal": {
                  "description": "Numbers round a mean; for a date, days after the time of the simulation.",
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["mean", "deviation"],
                  "properties": { "mean": { "type": "number" }, "deviation": { "type": "number", "exclusiveMinimum": 0 } }
                },
                "logNormal": {
                  "description": "Positive numbers with a long tail: their logarithms are normal.",
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["median", "deviation"],
                  "properties": {
                    "median": { "type": "number", "exclusiveMinimum": 0 }, "deviation": { "type": "number", "exclusiveMinimum": 0 }
                  }
                },
                "uniform": {
                  "description": "All numbers of a range alike; for a date, days after the time of the simulation, as in -30 to 0.",
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["from", "to"],
                  "properties": { "from": { "type": "number" }, "to": { "type": "number" } }
                },
                "quantiles": {
                  "description": "Ascending values; equal parts of the users lie between each two.",
                  "type": "array",
                  "minItems": 2,
                  "items": { "type": "number" }
                },
                "empirical": {
                  "description": "As in the column of this name in a CSV file of users; a path from this file's folder. Quantiles, or the values that some users have: no row is copied.",
                  "type": "string",
                  "minLength": 1
                },
                "given": {
                  "description": "By the value of another attribute: the first case that it meets.",
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["attribute", "cases"],
                  "properties": {
                    "attribute": { "description": "The other attribute.", "type": "string" },
                    "cases": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/dependentCase" } }
                  }
                },
                "min": { "description": "Smaller numbers become this one.", "type": "number" },
                "max": { "description": "Greater numbers become this one.", "type": "number" },
                "decimals": { "description": "Numbers are rounded to so many. Default: 6", "type": "integer", "minimum": 0, "maximum": 9 }
              },
              "oneOf": [
                { "required": ["choices"] }, { "required": ["normal"] }, { "required": ["logNormal"] },
                { "required": ["uniform"] }, { "required": ["quantiles"] }, { "required": ["given"] },
                {
                  "required": ["empirical"],
                  "not": { "anyOf": [{ "required": ["min"] }, { "required": ["max"] }, { "required": ["decimals"] }] }
                }
              ]
            },
            "dependentCase": {
              "description": "A distribution and for whom it is; the last case is for everybody else.",
              "type": "object",
              "additionalProperties": false,
              "required": ["then"],
              "properties": {
                "below": { "description": "For numbers below this one.", "type": "number" },
                "is": {
                  "description": "For one of these texts, or true or false as text.",
                  "anyOf": [{ "type": "string" }, { "type": "array", "minItems": 1, "items": { "type": "string" } }]
                },
                "then": { "$ref": "#/$defs/dependentDistribution" }
              },
              "not": { "required": ["below", "is"] }
            }
          }
        }

        """##),
    File(
      path: "schemas/segment.schema.json",
      text: ##"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Segment",
          "description": "A condition, a priority, and what it asks of navigation. The file's name is its key.",
          "type": "object",
          "additionalProperties": false,
          "required": ["when", "priority"],
          "properties": {
            "$schema": { "description": "The schema of this file, for editors.", "type": "string" },
            "name": { "description": "For people; by default the key.", "type": "string" },
            "description": { "description": "For people.", "type": "string" },
            "when": { "description": "Who belongs to it.", "$ref": "#/$defs/condition" },
            "priority": {
              "description": "Of two matched segments that set a slot, the higher one wins.",
              "type": "integer"
            },
            "navigation": { "description": "The slots it sets.", "$ref": "#/$defs/navigation", "default": {} },
            "lock": {
              "description": "The slots that no experiment and no choice of the user may change: true for all that the segment sets.",
              "anyOf": [{ "const": true }, { "type": "array", "uniqueItems": true, "items": { "$ref": "#/$defs/slot" } }]
            }
          },
          "$defs": {
            "key": {
              "description": "Letters, digits, dot, underscore and hyphen; begins with a letter or digit.",
              "type": "string",
              "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$"
            },
            "attribute": {
              "description": "The name of an attribute of catalog/attributes.json.",
              "type": "string",
              "pattern": "^(?!\\$|choice\\.|segments$)[^\\u0000-\\u001f\\u007f-\\u009f]+$"
            },
            "period": {
              "description": "ISO 8601: P7D, PT30M, P1M. Months are calendar months, a day is 24 hours.",
              "type": "string",
              "pattern": "^P(?=[0-9T])([0-9]+Y)?([0-9]+M)?([0-9]+W)?([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$"
            },
            "version": {
              "description": "SemVer 2, one to three numbers: 2.0.0, 2.1, 3.0.0-beta.2.",
              "type": "string",
              "pattern": "^[vV]?(0|[1-9][0-9]*)(\\.(0|[1-9][0-9]*)){0,2}(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$"
            },
            "argument": {
              "description": "The argument's value, or the attribute of the user that it is taken from.",
              "anyOf": [
                { "type": "string", "minLength": 1 },
                { "type": ["number", "boolean"] },
                {
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["attribute"],
                  "properties": {
                    "attribute": {
                      "description": "The argument takes the user's value of this attribute, where it is legal.",
                      "$ref": "#/$defs/attribute"
                    },
                    "default": {
                      "description": "What the argument takes where the user's value is missing or not legal.",
                      "anyOf": [{ "type": "string", "minLength": 1 }, { "type": ["number", "boolean"] }]
                    }
                  }
                }
              ]
            },
            "node": {
              "description": "A screen: \"home\", or with its arguments {\"speaking\": {\"mode\": \"review\"}}.",
              "anyOf": [
                { "$ref": "#/$defs/key" },
                {
                  "type": "object",
                  "minProperties": 1,
                  "maxProperties": 1,
                  "propertyNames": { "$ref": "#/$defs/key" },
                  "additionalProperties": {
                    "description": "The node's arguments, by name.",
                    "type": "object",
                    "propertyNames": { "$ref": "#/$defs/key" },
                    "additionalProperties": { "$ref": "#/$defs/argument" }
                  }
                }
              ]
            },
            "navigation": {
              "description": "Slots and what they are set to.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "entry": { "description": "Where the app starts: the key of a route.", "$ref": "#/$defs/key" },
                "home.layout": {
                  "description": "How home is laid out: a bar of tabs, or everything at a glance. A dashboard with tabs keeps its tab bar.",
                  "enum": ["tab", "dashboard"]
                },
                "home.tabs": {
                  "description": "The tabs in order: keys of tabs.",
                  "type": "array",
                  "uniqueItems": true,
                  "items": { "$ref": "#/$defs/key" }
                },
                "home.cards": {
                  "description": "The cards of the dashboard in order: keys of cards.",
                  "type": "array",
                  "uniqueItems": true,
                  "items": { "$ref": "#/$defs/key" }
                },
                "home.initialTab": {
                  "description": "The tab that is selected at the start: the key of a tab.",
                  "$ref": "#/$defs/key"
                },
                "fallback.default": {
                  "description": "Where a user lands who is lost in a way that no other fallback names.",
                  "$ref": "#/$defs/node"
                },
                "fallback.modalDismissed": {
                  "description": "Where a user lands when a modal flow ends, however it ends; null: where the flow was presented.",
                  "anyOf": [{ "$ref": "#/$defs/node" }, { "type": "null" }]
                },
                "fallback.invalidDeepLink": {
                  "description": "Where an external link leads that cannot be followed.",
                  "$ref": "#/$defs/node"
                },
                "fallback.unavailableNode": {
                  "description": "Where a user lands whose app does not have the screen.",
                  "$ref": "#/$defs/node"
                },
                "fallback.signedOut": {
                  "description": "Where a user lands who was signed out.",
                  "$ref": "#/$defs/node"
                },
                "fallback.restoreFailed": {
                  "description": "Where a user lands whose saved session cannot be restored.",
                  "$ref": "#/$defs/node"
                },
                "session.scope": {
                  "description": "Whose session is saved and resumed: the account's, or each profile's for itself.",
                  "enum": ["user", "profile"]
                },
                "session.resumeWithin": {
                  "description": "How old a saved session may be and still be resumed: PT30M, P2D; PT0S: never.",
                  "type": "string",
                  "pattern": "^P(?=[0-9T])([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$"
                },
                "modal.style": {
                  "description": "How modal flows are presented.",
                  "enum": ["sheet", "fullScreenCover", "push"]
                },
                "modal.confirmsDismissal": {
                  "description": "Whether a modal flow asks before it closes.",
                  "type": "boolean"
                }
              }
            },
            "slot": {
              "description": "The name of a slot.",
              "enum": [
                "entry",
                "home.layout",
                "home.tabs",
                "home.cards",
                "home.initialTab",
                "fallback.default",
                "fallback.modalDismissed",
                "fallback.invalidDeepLink",
                "fallback.unavailableNode",
                "fallback.signedOut",
                "fallback.restoreFailed",
                "session.scope",
                "session.resumeWithin",
                "modal.style",
                "modal.confirmsDismissal"
              ]
            },
            "condition": {
              "description": "All members must hold; {} holds for everybody. A missing value makes every positive test false.",
              "type": "object",
              "additionalProperties": false,
              "properties": {
                "$and": {
                  "description": "All of these conditions hold.",
                  "type": "array",
                  "items": { "$ref": "#/$defs/condition" }
                },
                "$or": {
                  "description": "At least one of these conditions holds.",
                  "type": "array",
                  "items": { "$ref": "#/$defs/condition" }
                },
                "$nor": {
                  "description": "None of these conditions holds.",
                  "type": "array",
                  "items": { "$ref": "#/$defs/condition" }
                },
                "$not": { "description": "This condition does not hold.", "$ref": "#/$defs/condition" },
                "$segment": { "description": "The user is in the segment of this key.", "$ref": "#/$defs/key" },
                "segments": {
                  "description": "Which segments the user is in.",
                  "type": "object",
                  "minProperties": 1,
                  "additionalProperties": false,
                  "properties": {
                    "$in": {
                      "description": "In at least one of these.",
                      "type": "array",
                      "items": { "$ref": "#/$defs/key" }
                    },
                    "$nin": { "description": "In none of these.", "type": "array", "items": { "$ref": "#/$defs/key" } }
                  }
                }
              },
              "patternProperties": {
                "^(?!\\$|choice\\.|segments$)[^\\u0000-\\u001f\\u007f-\\u009f]+$": { "$ref": "#/$defs/test" }
              }
            },
            "test": {
              "description": "Of one attribute: a literal it equals (null: it is missing), or operators that must all hold.",
              "anyOf": [{ "$ref": "#/$defs/literal" }, { "$ref": "#/$defs/operators" }]
            },
            "literal": {
              "description": "A value of the attribute's type; null means missing.",
              "type": ["string", "number", "boolean", "null"]
            },
            "operators": {
              "description": "All of these hold for the value.",
              "type": "object",
              "minProperties": 1,
              "additionalProperties": false,
              "properties": {
                "$eq": { "description": "Equals; null: is missing.", "$ref": "#/$defs/literal" },
                "$ne": {
                  "description": "Does not equal, or is missing; null: has a value.",
                  "$ref": "#/$defs/literal"
                },
                "$in": {
                  "description": "Is one of these; of a list: some element is.",
                  "type": "array",
                  "items": { "type": ["string", "number"] }
                },
                "$nin": {
                  "description": "Is none of these, or missing; of a list: no element is.",
                  "type": "array",
                  "items": { "type": ["string", "number"] }
                },
                "$ini": {
                  "description": "Is one of these texts, upper and lower case alike.",
                  "type": "array",
                  "items": { "type": "string" }
                },
                "$nini": {
                  "description": "Is none of these texts, upper and lower case alike, or missing.",
                  "type": "array",
                  "items": { "type": "string" }
                },
                "$lt": {
                  "description": "Is less. A number, a text, a version, a date, or {\"ago\": \"P7D\"}.",
                  "$ref": "#/$defs/bound"
                },
                "$lte": {
                  "description": "Is less or equal. A number, a text, a version, a date, or {\"ago\": \"P7D\"}.",
                  "$ref": "#/$defs/bound"
                },
                "$gt": {
                  "description": "Is greater. A number, a text, a version, a date, or {\"ago\": \"P7D\"}.",
                  "$ref": "#/$defs/bound"
                },
                "$gte": {
                  "description": "Is greater or equal. A number, a text, a version, a date, or {\"ago\": \"P7D\"}.",
                  "$ref": "#/$defs/bound"
                },
                "$veq": { "description": "Is this version, by SemVer precedence.", "$ref": "#/$defs/version" },
                "$vne": { "description": "Is not this version, or missing.", "$ref": "#/$defs/version" },
                "$vlt": { "description": "Is an earlier version.", "$ref": "#/$defs/version" },
                "$vlte": { "description": "Is this or an earlier version.", "$ref": "#/$defs/version" },
                "$vgt": { "description": "Is a later version.", "$ref": "#/$defs/version" },
                "$vgte": { "description": "Is this or a later version.", "$ref": "#/$defs/version" },
                "$regex": { "description": "The pattern is found somewhere in the text.", "type": "string" },
                "$regexi": { "description": "The same, upper and lower case alike.", "type": "string" },
                "$notRegex": { "description": "The pattern is not found, or the value is missing.", "type": "string" },
                "$notRegexi": { "description": "The same, upper and lower case alike.", "type": "string" },
                "$exists": { "description": "true: has a value; false: is missing.", "type": "boolean" },
                "$all": {
                  "description": "The list holds all of these.",
                  "type": "array",
                  "items": { "type": ["string", "number"] }
                },
                "$alli": {
                  "description": "The list holds all of these texts, upper and lower case alike.",
                  "type": "array",
                  "items": { "type": "string" }
                },
                "$elemMatch": {
                  "description": "Some element of the list passes all of these operators.",
                  "$ref": "#/$defs/operators"
                },
                "$size": {
                  "description": "The number of elements: a number, or operators on numbers.",
                  "anyOf": [{ "type": "integer", "minimum": 0 }, { "$ref": "#/$defs/operators" }]
                },
                "$inGroup": {
                  "description": "Belongs to the group: the name of a file in catalog/groups, without .txt.",
                  "$ref": "#/$defs/key"
                },
                "$notInGroup": { "description": "Does not belong to the group, or is missing.", "$ref": "#/$defs/key" },
                "$not": { "description": "These operators do not all hold.", "$ref": "#/$defs/operators" }
              }
            },
            "bound": {
              "description": "What a value is compared with.",
              "anyOf": [
                { "type": ["string", "number"] },
                {
                  "type": "object",
                  "additionalProperties": false,
                  "required": ["ago"],
                  "properties": {
                    "ago": {
                      "description": "A moment so long before the time of the decision.",
                      "$ref": "#/$defs/period"
                    }
                  }
                }
              ]
            }
          }
        }

        """##),
  ]
}
