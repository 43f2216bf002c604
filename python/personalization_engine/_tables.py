"""Tables of other libraries as Arrow's, and decisions back as what the table was."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from ._users import described
from .errors import InputError

# Large enough that a call costs nothing beside its rows, small enough that every thread gets some of them.
ROWS_AT_A_TIME = 1 << 16

# What pyarrow raises for columns that it does not take.
UNREADABLE = (pa.ArrowException, ValueError, TypeError, OverflowError, AttributeError)

# Marks a column that stands for Python's objects.
OBJECTS = {b"holds": b"objects"}


@dataclass(frozen=True)
class Source:
    """The rows of a table, and how their decisions become a table of the same kind.

    ``rows`` is None where nobody knows before the end.
    """

    schema: pa.Schema
    batches: Iterable[pa.RecordBatch]
    rows: int | None
    give_back: Callable[[pa.Schema, Iterator[pa.RecordBatch]], Any]
    # Puts columns of the table, by their places, before those of the decisions; None: the batches have them.
    add_kept: Callable[[list[int], Any], Any] | None = None


def open_table(table: Any) -> Source:
    """
    :raises InputError: if this is no table.
    """
    try:
        return known_table(table)
    except pa.ArrowException as error:
        raise InputError(f"{described(table)} is no table of columns: {error}") from error


def known_table(table: Any) -> Source:
    if isinstance(table, pa.RecordBatch):
        return Source(table.schema, [table], table.num_rows, one_batch)
    if isinstance(table, pa.Table):
        return from_arrow(table, lambda result: result)
    if isinstance(table, pa.RecordBatchReader):
        return Source(table.schema, table, None, pa.RecordBatchReader.from_batches)
    if is_of("polars", "DataFrame", table):
        return from_polars(table)
    if is_of("pandas", "DataFrame", table):
        return from_pandas(table)
    if hasattr(table, "__arrow_c_stream__"):
        reader = pa.RecordBatchReader.from_stream(table)
        return Source(reader.schema, reader, None, pa.RecordBatchReader.from_batches)
    if hasattr(table, "__arrow_c_array__"):
        return known_table(pa.record_batch(table))
    if is_of("polars", "LazyFrame", table):
        raise InputError("a LazyFrame has no rows yet: collect() it first")
    raise InputError(
        f"{described(table)} is no table; expected one of pyarrow, Polars, pandas or DuckDB, or an object with "
        "Arrow's PyCapsule interface"
    )


def is_of(library: str, name: str, table: Any) -> bool:
    """Whether this is such an object, without importing a library that may not be there."""
    kind = getattr(sys.modules.get(library), name, None)
    return kind is not None and isinstance(table, kind)


def from_arrow(table: pa.Table, give_back: Callable[[pa.Table], Any]) -> Source:
    def whole(schema: pa.Schema, batches: Iterator[pa.RecordBatch]) -> Any:
        # Each batch has texts of its own to which its numbers point; most consumers want the same for all.
        return give_back(pa.Table.from_batches(batches, schema).unify_dictionaries())

    return Source(table.schema, table.to_batches(), table.num_rows, whole)


def from_polars(frame: Any) -> Source:
    import polars

    # What a column of objects holds, only Python knows: Arrow would get their addresses.
    objects = [name for name, kind in frame.schema.items() if kind == polars.Object]
    table = pa.table(frame.drop(objects))
    for name in objects:
        field = pa.field(name, pa.binary(), metadata=OBJECTS)
        table = table.add_column(frame.columns.index(name), field, pa.nulls(frame.height, pa.binary()))

    def add_kept(places: list[int], decisions: Any) -> Any:
        return polars.concat([frame.select(frame.columns[place] for place in places), decisions], how="horizontal")

    return replace(from_arrow(table, polars.from_arrow), add_kept=add_kept)


def from_pandas(frame: Any) -> Source:
    import pandas

    readable = frame.copy(deep=False)
    for place, kind in enumerate(frame.dtypes):
        if isinstance(kind, pandas.SparseDtype):
            readable.isetitem(place, frame.iloc[:, place].sparse.to_dense())
    try:
        table = pa.Table.from_pandas(readable, preserve_index=False)
    except UNREADABLE as error:
        raise InputError(
            f"the frame is no table of columns with one type each: {unreadable_column(readable)}"
            f"{'; '.join(map(str, error.args))}"
        ) from error

    def with_index(result: pa.Table) -> Any:
        decisions = result.to_pandas()
        decisions.index = frame.index
        return decisions

    def add_kept(places: list[int], decisions: Any) -> Any:
        # From the frame itself: on their way through Arrow and back, whole numbers with gaps would lose digits.
        return pandas.concat([frame.iloc[:, places], decisions], axis=1)

    source = from_arrow(table.replace_schema_metadata(None), with_index)
    return replace(source, add_kept=add_kept)


def unreadable_column(frame: Any) -> str:
    """The first column that Arrow does not take, for a message."""
    for place, name in enumerate(frame.columns):
        try:
            pa.array(frame.iloc[:, place], from_pandas=True)
        except UNREADABLE:
            return f"column {name}: "
    return ""


def one_batch(schema: pa.Schema, batches: Iterator[pa.RecordBatch]) -> pa.RecordBatch:
    slices = list(batches)
    if not slices:
        return empty_batch(schema)
    if len(slices) == 1:
        return slices[0]
    combined = pa.Table.from_batches(slices, schema).unify_dictionaries().combine_chunks().to_batches()
    if len(combined) > 1:
        raise InputError("the decisions are more than one record batch holds; give the users as a table")
    return combined[0]


def empty_batch(schema: pa.Schema) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in schema], schema=schema)


def slices(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The same rows, not too many at a time, without copying them."""
    for batch in batches:
        for start in range(0, batch.num_rows, ROWS_AT_A_TIME):
            yield batch.slice(start, ROWS_AT_A_TIME)


def check_names(kept: Sequence[str], made: Sequence[str]) -> None:
    """
    :raises InputError: if two columns of the result would have one name.
    """
    for place, name in enumerate(kept):
        if name in kept[:place]:
            raise InputError(f"column {name} is to be kept twice")
        if name in made:
            raise InputError(f"column {name} cannot be kept: one of the decisions has that name too; rename it")


def check_types(schema: pa.Schema, attributes: Collection[str]) -> None:
    """
    :raises InputError: if an attribute's column holds objects, or has a type of its own, whose stored values mean
        something else.
    """
    for field in schema:
        if field.name in attributes and field.metadata == OBJECTS:
            raise InputError(f"column {field.name} holds Python objects; convert the column")
        if field.name in attributes and isinstance(field.type, pa.BaseExtensionType):
            stored = field.type.storage_type
            if not (pa.types.is_string(stored) or pa.types.is_large_string(stored) or pa.types.is_string_view(stored)):
                raise InputError(f"column {field.name} has the type {field.type.extension_name}; convert the column")


def listed(names: str | Sequence[str], argument: str) -> list[str]:
    """Names of columns, of which a single one may stand by itself.

    :raises InputError: if these are no names.
    """
    if isinstance(names, str):
        return [names]
    try:
        return list(names)
    except TypeError as error:
        raise InputError(f"{argument} is a list of names of columns; this is {described(names)}") from error


def kept_columns(keep: str | Sequence[str] | None, unit: str, schema: pa.Schema) -> list[int]:
    """The places of the columns to put before those of the decisions.

    :raises InputError: if one is not there.
    """
    if keep == "all":
        return list(range(len(schema)))
    names = [unit] if keep is None else listed(keep, "keep")
    places = []
    for name in names:
        place = schema.get_field_index(name) if isinstance(name, str) else -1
        if not isinstance(name, str):
            raise InputError(f"a column's name is a string; this is {described(name)}")
        if place < 0 and keep is not None:
            raise InputError(f"no column {name} to keep; the table has {', '.join(schema.names)}")
        if place >= 0:
            places.append(place)
    return places
