"""The same 100,000 users get the same decisions whichever way the engine is used."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pytest
from support import AT, ROOT, Row, read, summary

from personalization_engine import Engine
from personalization_engine.duckdb import evaluate as evaluate_relation

WORKSPACE = ROOT / "Benchmarks" / "workspace"


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(WORKSPACE)


@pytest.fixture(scope="module")
def table(hundred_thousand_users: Path, engine: Engine) -> pa.Table:
    return read(hundred_thousand_users, engine)


@pytest.fixture(scope="module")
def expected(hundred_thousand_users: Path, batch: Callable[[Path, Path], list[Row]]) -> list[Row]:
    rows = batch(hundred_thousand_users, WORKSPACE)
    assert len(rows) == 100_000 and len({row["entry"] for row in rows}) > 4
    return rows


def test_pyarrow(engine: Engine, table: pa.Table, expected: list[Row]) -> None:
    assert engine.evaluate(table, at=AT).to_pylist() == expected


def test_polars(engine: Engine, table: pa.Table, expected: list[Row]) -> None:
    frame = pl.from_arrow(table)
    assert isinstance(frame, pl.DataFrame)
    assert engine.evaluate(frame, at=AT).to_dicts() == expected


def test_pandas(engine: Engine, table: pa.Table, expected: list[Row]) -> None:
    decisions = engine.evaluate(table.to_pandas(), at=AT)
    assert pa.Table.from_pandas(decisions, preserve_index=False).to_pylist() == expected


def test_duckdb(engine: Engine, hundred_thousand_users: Path, expected: list[Row]) -> None:
    with duckdb.connect() as connection:
        connection.execute("set threads = 2")
        relation = connection.sql("select * from read_csv(?, all_varchar = true)", params=[str(hundred_thousand_users)])
        decisions = evaluate_relation(relation, engine, connection=connection, at=AT, cells=True)
        assert decisions.to_arrow_table().to_pylist() == expected


def test_decide(engine: Engine, table: pa.Table, expected: list[Row]) -> None:
    """Every user by the C program, each tenth by Python too, whose answer is the same text."""
    users = [{name: value for name, value in row.items() if value is not None} for row in table.to_pylist()]
    program = os.environ.get("C_PROGRAM", str(ROOT / ".build" / "c-interface" / "interface"))
    answers = subprocess.run(
        [program, "decide", WORKSPACE, AT],
        input="".join(json.dumps(user) + "\n" for user in users),
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    ).stdout.splitlines()
    assert len(answers) == len(users)
    for number, (user, answer, row) in enumerate(zip(users, answers, expected, strict=True)):
        decision = json.loads(answer)
        found: dict[str, Any] = summary(engine, user["user_id"], decision)
        assert found == {name: row[name] for name in found}
        if number % 10 == 0:
            assert engine.decide(user, at=AT) == decision
