"""Validates every shipped configuration file against its schema; one line each. Run by scripts/check-schemas."""

import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from referencing import Registry
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

SCHEMAS = Path("schemas")

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
    for kind in ("attributes", "navigation", "segment", "experiment"):
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


def main():
    schemas = load_schemas()
    # With a registry of our own a reference to an unknown address is an error, never a download.
    registry = Registry().with_resources(
        (name, DRAFT202012.create_resource(schema))
        for kind, schema in schemas.items()
        for name in {f"{kind}.schema.json", schema.get("$id", f"{kind}.schema.json")}
    )
    validators = {kind: Draft202012Validator(schema, registry=registry) for kind, schema in schemas.items()}

    folders = {"catalog": None, "segments": "segment", "experiments": "experiment"}
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


sys.exit(main())
