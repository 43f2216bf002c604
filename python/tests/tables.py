"""Tables of users, and of decisions."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
from pyarrow import csv

from personalization_engine import Engine

COLUMN_TYPES = {
    "string": pa.string(), "number": pa.float64(), "boolean": pa.bool_(), "version": pa.string(), "date": pa.string()
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
