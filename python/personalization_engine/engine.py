"""The engine: decisions for one user and for tables of users."""

from __future__ import annotations

import ctypes
import json
import os
import sys
import warnings
import weakref
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date, datetime, timezone
from typing import Any

import pyarrow as pa
from tqdm import tqdm

from ._library import CELLS, EXPLAIN, OK, REFUSED, ArrowStructure, input_error, library, take
from ._tables import check_names, check_types, empty_batch, kept_columns, listed, open_table, slices
from ._users import described, encode_name, encode_time, encode_user, shown
from .errors import ConfigurationError, Diagnostic, IgnoredColumnsWarning, InputError, parse_diagnostics

Time = datetime | date | str
"""When schedules and relative dates are measured. A text is RFC 3339; without a zone, UTC is meant."""


class Engine:
    """A workspace, checked whole and compiled.

    An engine never changes, and any number of threads may use one at the same time; the interpreter's lock is not held
    while it decides. It can be pickled: it then travels as a bundle, and needs no files where it arrives.

    :param path: A folder, or a bundle that ``personalize bundle`` wrote.
    :raises ConfigurationError: if the workspace has errors.
    :raises InputError: if a bundle is damaged, or one of a later version.
    """

    diagnostics: tuple[Diagnostic, ...]
    """What is doubtful about the workspace."""
    unit: str
    """The attribute that identifies a user."""
    attributes: dict[str, str]
    """Types of attributes, by name."""
    segments: tuple[str, ...]
    experiments: dict[str, tuple[str, ...]]
    """Keys of variations, by experiment."""
    columns: tuple[str, ...]
    """The columns that :meth:`evaluate` can make."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        try:
            self._name = os.fspath(path)
        except TypeError as error:
            raise InputError(f"a path is a text or a path; this is {described(path)}") from error
        self._open("open", encode_name(self._name))

    @classmethod
    def from_bundle(cls, bundle: bytes | bytearray | memoryview, name: str = "a bundle") -> Engine:
        """The engine of a bundle in memory; ``name`` is what messages call it."""
        engine = cls.__new__(cls)
        engine._name = name
        if not isinstance(bundle, (bytes, bytearray, memoryview)):
            raise InputError(f"a bundle is bytes; this is {described(bundle)}")
        bundle = bytes(bundle)
        engine._open("open_bundle", bundle, len(bundle))
        return engine

    def _open(self, function: str, *source: Any) -> None:
        handle, report = ctypes.c_void_p(), ctypes.c_void_p()
        opening = getattr(library(), f"personalization_{function}")
        code = opening(*source, ctypes.byref(handle), ctypes.byref(report))
        answer = take(report)
        if code not in (OK, REFUSED):
            raise input_error(answer)
        self.diagnostics = parse_diagnostics(answer)
        if code == REFUSED:
            raise ConfigurationError(self._name, self.diagnostics)
        self._handle = handle
        # Not at the end of the process: a thread that outlives the interpreter may still be deciding.
        weakref.finalize(self, library().personalization_close, handle).atexit = False
        description = json.loads(take(library().personalization_describe(handle)))
        self.unit = description["unit"]
        self.attributes = {each["name"]: each["type"] for each in description["attributes"]}
        self.segments = tuple(description["segments"])
        self.experiments = {each["key"]: tuple(each["variations"]) for each in description["experiments"]}
        self.columns = tuple(description["columns"])

    def bundle(self) -> bytes:
        """The workspace as ``personalize bundle`` writes it; what ``diagnostics`` says does not travel with it.

        :raises InputError: if it would be larger than anybody reads.
        """
        length = ctypes.c_size_t()
        bundle = library().personalization_bundle(self._handle, ctypes.byref(length))
        if not bundle:
            raise InputError(f"the workspace {self._name} is too large for a bundle: no more than 64 MiB are read")
        return take(bundle, length.value)

    def __reduce__(self) -> tuple[Any, ...]:
        return Engine.from_bundle, (self.bundle(), self._name)

    def __repr__(self) -> str:
        return f"Engine({self._name!r})"

    def decide(self, user: Mapping[str, Any], *, at: Time | None = None, explain: bool = False) -> dict[str, Any]:
        """Decides for one user.

        :param user: Values by attribute. What an attribute does not take is ignored and on the list of ``issues``.
        :param at: None: now.
        :param explain: Whether to tell why, slot by slot.
        :returns: What ``personalize evaluate --format json`` prints.
        :raises InputError: if this is no user at all.
        """
        text = encode_user(user)
        answer = ctypes.c_void_p()
        code = library().personalization_decide(
            self._handle, text, len(text), moment(at), EXPLAIN if explain else 0, ctypes.byref(answer)
        )
        result = take(answer)
        if code != OK:
            raise input_error(result)
        decision: dict[str, Any] = json.loads(result)
        return decision

    def evaluate(
        self,
        table: Any,
        *,
        at: Time | None = None,
        columns: Sequence[str] | None = None,
        keep: str | Sequence[str] | None = None,
        cells: bool = False,
        threads: int | None = None,
        progress: bool | None = None,
    ) -> Any:
        """Decides for every row of a table whose columns are named like attributes.

        A table or record batch of pyarrow, a frame of Polars or pandas comes back as the same kind, its rows in the
        same order. Anything else with Arrow's PyCapsule interface, a relation of DuckDB for one, comes back as a
        ``pyarrow.RecordBatchReader``, which decides while it is read and holds a few batches only. Type checkers are
        told ``Any``: they do not know pyarrow's types, and would guess.

        :param at: None: now, the same for all rows.
        :param columns: The columns to make, out of :attr:`columns` and in this order; None: all.
        :param keep: Columns of the table to put before them; None: the unit, ``"all"``: every one.
        :param cells: Whether columns of texts stand for attributes of any type, spelt as in a CSV file: for tables that
            were read without guessing types. Otherwise a column holds what its attribute is.
        :param threads: None: as many as this process may use.
        :param progress: Whether to show how far it is; None: on a terminal, where it takes more than a second.
        :raises InputError: if this is no table, has no column for the unit, or one of a type that its attribute does
            not take. Values that are missing or doubtful stop nothing; they are on the list of a row's ``issues``.
        """
        if threads is not None and (not isinstance(threads, int) or threads < 1):
            raise InputError(f"{threads!r} threads decide nothing; expected at least 1")
        source = open_table(table)
        time = moment(at)
        columns = None if columns is None else listed(columns, "columns")
        places = kept_columns(keep, self.unit, source.schema)
        check_types(source.schema, self.attributes)
        # No rows at all tell what every batch of them will look like, before a long stream begins.
        nothing = self._evaluate(empty_batch(source.schema), time, cells, columns, [])
        warn_of_ignored(nothing.schema)
        check_names([source.schema.field(place).name for place in places], nothing.schema.names)
        carried = [] if source.add_kept else places
        schema = pa.schema([source.schema.field(place) for place in carried] + list(nothing.schema))
        count = threads or usable_cores()

        def decide(batch: pa.RecordBatch) -> pa.RecordBatch:
            return self._evaluate(batch, time, cells, columns, carried).replace_schema_metadata(None)

        bar = tqdm(
            total=source.rows,
            unit=" rows",
            unit_scale=True,
            delay=0 if progress else 1,
            leave=False,
            disable=None if progress is None else not progress,
        )
        result = source.give_back(schema, counted(in_order(decide, slices(source.batches), count), bar))
        return source.add_kept(places, result) if source.add_kept else result

    def _evaluate(
        self, batch: pa.RecordBatch, at: bytes, cells: bool, columns: Sequence[str] | None, places: list[int]
    ) -> pa.RecordBatch:
        schema, array, result_schema, result = (ArrowStructure() for _ in range(4))
        names = None if columns is None else (ctypes.c_char_p * len(columns))(*map(encode_name, columns))
        error = ctypes.c_void_p()
        batch._export_to_c(array.address, schema.address)
        code = library().personalization_evaluate(
            self._handle,
            schema.address,
            array.address,
            at,
            CELLS if cells else 0,
            names,
            0 if columns is None else len(columns),
            result_schema.address,
            result.address,
            ctypes.byref(error),
        )
        if code != OK:
            raise input_error(take(error))
        decisions = pa.RecordBatch._import_from_c(result.address, result_schema.address)
        if not places:
            return decisions
        fields = [batch.schema.field(place) for place in places] + list(decisions.schema)
        return pa.RecordBatch.from_arrays(
            [batch.column(place) for place in places] + decisions.columns,
            schema=pa.schema(fields, decisions.schema.metadata),
        )


def usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def moment(at: Time | None) -> bytes:
    return encode_name(encode_time(datetime.now(timezone.utc) if at is None else at))


def warn_of_ignored(schema: pa.Schema) -> None:
    ignored = (schema.metadata or {}).get(b"ignored")
    if ignored:
        names = ", ".join(map(shown, ignored.decode().split("\n")))
        warnings.warn(f"no attribute is named {names}; ignored", IgnoredColumnsWarning, stacklevel=caller_level())


def caller_level() -> int:
    """How far up the program is that uses this package, from the function that asks."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back and str(frame.f_globals.get("__name__", "")).startswith(f"{__package__}."):
        level, frame = level + 1, frame.f_back
    return level


def in_order(work: Any, items: Iterable[Any], threads: int) -> Iterator[Any]:
    """The results in the order of the items, of which a few at a time are worked on."""
    if threads <= 1:
        yield from map(work, items)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Any]] = deque()
        try:
            for item in items:
                waiting.append(pool.submit(work, item))
                if len(waiting) > 2 * threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def counted(batches: Iterator[pa.RecordBatch], bar: Any) -> Iterator[pa.RecordBatch]:
    with bar:
        for batch in batches:
            yield batch
            bar.update(batch.num_rows)
