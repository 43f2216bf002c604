"""Tables of users and of decisions, and where things are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import csv

from personalization_engine import Engine

ROOT = Path(__file__).resolve().parents[2]
TYPES = ROOT / "Tests" / "Workspaces" / "types"
AT = "2026-11-30T08:00:00Z"

Row = dict[str, Any]

COLUMN_TYPES = {
    "string": pa.string(),
    "number": pa.float64(),
    "boolean": pa.bool_(),
    "version": pa.string(),
    "date": pa.string(),
}


def read(path: Path, engine: Engine) -> pa.Table:
    """A CSV file as a table, each column of the type of its attribute."""
    types = {name: COLUMN_TYPES[kind] for name, kind in engine.attributes.items() if kind in COLUMN_TYPES}
    return csv.read_csv(
        path,
        parse_options=csv.ParseOptions(newlines_in_values=True),
        convert_options=csv.ConvertOptions(column_types=types, strings_can_be_null=True),
    )


def plain(table: pa.Table) -> pa.Table:
    """The same in one chunk and without dictionaries, so that tables can be compared."""
    fields = [
        field.with_type(field.type.value_type) if pa.types.is_dictionary(field.type) else field
        for field in table.schema
    ]
    return table.cast(pa.schema(fields)).combine_chunks()


def flat(decision: Row) -> Row:
    experiments = decision.pop("experiments")
    issues = decision.pop("issues")
    return {**decision, **{f"experiment.{key}": value for key, value in experiments.items()}, "issues": issues}


def summary(engine: Engine, unit: str | None, decision: Row) -> Row:
    """What ``evaluate`` would say of a decision of ``decide``."""
    flow, variations = decision["flow"], {each["experiment"]: each["variation"] for each in decision["assignments"]}
    return {
        engine.unit: unit,
        "segments": decision["segments"],
        "entry": flow["entry"]["route"],
        "home_layout": flow["home"]["layout"],
        "home_tabs": [tab["key"] for tab in flow["home"]["tabs"]],
        **{f"experiment.{key}": variations[key] for key in engine.experiments},
    }
