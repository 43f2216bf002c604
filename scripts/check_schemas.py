"""Validates every shipped configuration file against its schema, after a test of the schemas themselves.

One line each. Run by scripts/check-schemas; with --self-test the schemas alone are tested.
"""

import copy
import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from referencing import Registry
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

SCHEMAS = Path("schemas")
CASES = Path("scripts/schema-cases.json")

failures = 0


def report(name, problems):
    global failures
    print(f"{'FAIL' if problems else 'ok  '} {name}")
    for problem in problems:
        print(f"       {problem}")
    failures += bool(problems)


def read(path):
    """The JSON in a file, or None after the reason has been reported."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        report(path, ["missing"])
    except ValueError as error:
        report(path, [str(error)])
    return None


def load_schemas():
    """The schemas by kind; what is missing or broken is reported and left out."""
    schemas = {}
    for kind in ("attributes", "navigation", "segment", "experiment", "expectations", "population", "columns"):
        path = SCHEMAS / f"{kind}.schema.json"
        schema = read(path)
        if schema is None:
            continue
        try:
            Draft202012Validator.check_schema(schema)
        except SchemaError as error:
            report(path, [f"{error.json_path}: {error.message}"])
            continue
        report(path, [])
        schemas[kind] = schema
    return schemas


def check_shared_definitions(schemas):
    """The same name means the same in every schema: each file is complete in itself, so some definitions repeat."""
    seen, problems = {}, []
    for kind, schema in schemas.items():
        for name, definition in schema.get("$defs", {}).items():
            first, known = seen.setdefault(name, (kind, definition))
            if known != definition:
                problems.append(f"$defs/{name} differs between {first} and {kind}")
    report("definitions that schemas share", problems)


def changed(document, case):
    """A copy of the document with the case's one mistake in it."""
    document = copy.deepcopy(document)
    edits = list(case.get("set", {}).items()) + ([(case["remove"], None)] if "remove" in case else [])
    for pointer, value in edits:
        *path, last = pointer.split("/")[1:]
        target = document
        for step in path:
            target = target[int(step) if isinstance(target, list) else step]
        last = int(last) if isinstance(target, list) else last
        if pointer == case.get("remove"):
            del target[last]
        else:
            target[last] = value
    return document


def self_test(validators):
    """Each schema accepts a document of its kind and refuses it with any one of the listed mistakes."""
    cases = read(CASES)
    if cases is None:
        return
    for kind, validator in validators.items():
        right, wrong = cases[kind]["right"], cases[kind]["wrong"]
        problems = [f"refuses what is right: {error.json_path}: {error.message}"
                    for error in validator.iter_errors(right)]
        problems += [f"accepts {case['what']}" for case in wrong if validator.is_valid(changed(right, case))]
        report(f"{kind} schema: {len(wrong)} mistakes refused", problems)


def main(arguments):
    schemas = load_schemas()
    # With a registry of our own a reference to an unknown address is an error, never a download.
    registry = Registry().with_resources(
        (name, DRAFT202012.create_resource(schema))
        for kind, schema in schemas.items()
        for name in {f"{kind}.schema.json", schema.get("$id", f"{kind}.schema.json")}
    )
    validators = {kind: Draft202012Validator(schema, registry=registry) for kind, schema in schemas.items()}

    check_shared_definitions(schemas)
    self_test(validators)
    if arguments == ["--self-test"]:
        return 1 if failures else 0

    folders = {"catalog": None, "segments": "segment", "experiments": "experiment", "expectations": "expectations",
               "populations": "population"}
    for folder, kind in folders.items():
        paths = sorted(Path(folder).glob("*.json"))
        if not paths:
            report(f"{folder}/*.json", ["no such files"])
        for path in paths:
            validator = validators.get(kind or path.stem)
            if validator is None:
                report(path, [f"no schema to check it: {SCHEMAS / (kind or path.stem)}.schema.json"])
                continue
            document = read(path)
            if document is None:
                continue
            try:
                errors = sorted(validator.iter_errors(document), key=lambda error: error.json_path)
            except Unresolvable as error:
                report(path, [f"its schema refers to something that is not there: {error}"])
                continue
            report(path, [f"{error.json_path}: {error.message}" for error in errors])
    return 1 if failures else 0


sys.exit(main(sys.argv[1:]))
