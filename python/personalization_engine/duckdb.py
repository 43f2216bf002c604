"""Decisions as relations of DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pyarrow as pa

from .engine import Engine, Time

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


def evaluate(
    users: DuckDBPyRelation,
    engine: Engine,
    *,
    connection: DuckDBPyConnection | None = None,
    at: Time | None = None,
    columns: Sequence[str] | None = None,
    keep: str | Sequence[str] | None = None,
    cells: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> DuckDBPyRelation:
    """Decides for every row of a relation; see :meth:`Engine.evaluate` for the arguments.

    The decisions are held in memory, so that the result can be queried again and again. Where they are too many for
    that, ``stream = engine.evaluate(users)`` decides while ``connection.cursor()`` executes
    ``COPY (FROM stream) TO 'decisions.parquet'``.

    :param connection: Where the result lives; None: DuckDB's default connection.
    """
    import duckdb

    decisions = engine.evaluate(
        users, at=at, columns=columns, keep=keep, cells=cells, threads=threads, progress=progress
    )
    table = decisions.read_all() if isinstance(decisions, pa.RecordBatchReader) else pa.table(decisions)
    return (connection or duckdb).from_arrow(table)
