"""The same users get the same decisions whichever way the engine is used."""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pytest
from support import AT, ROOT, TYPES, Row, read, summary

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


TEXTS = [
    "",
    "x",
    "Zoë",
    "a name of more than twelve bytes",
    "東京",
    "👩‍🚀",
    'a "quoted", one',
    "two\nlines",
    "=1+1",
    "ß" * 40,
]
NUMBERS = [0.0, -0.0, 0.5, 12.0, -3.25, 1e-7, 123456789012.0, 1e21, 2.0**53 - 1, 99.99]
DATES = ["2026-10-01", "1969-12-31", "2026-06-01T12:30:00.5Z", "2026-06-01T14:30:00+02:00", "0001-01-01T00:00:00Z"]
VERSIONS = ["2.0.1", "2.0.0-beta.1", "10.0.0", "0.0.1+build", "2"]
TAGS = ["red", "a", "Zoë", "東京", "a b"]


def made_up_users(count: int, seed: int) -> list[Row]:
    """Users with values of all types, each of them missing or null from time to time."""
    generator = random.Random(seed)
    choices: dict[str, Callable[[], Any]] = {
        "device_id": lambda: f"d{generator.randrange(10)}",
        "name": lambda: generator.choice(TEXTS),
        "score": lambda: generator.choice(NUMBERS),
        "member": lambda: generator.random() < 0.5,
        "seen": lambda: generator.choice(DATES),
        "build": lambda: generator.choice(VERSIONS),
        "tags": lambda: generator.choices(TAGS, k=generator.randrange(1, 4)),
        "marks": lambda: generator.choices(NUMBERS, k=generator.randrange(1, 4)),
        "place.city": lambda: generator.choice([*TEXTS, "Wien"]),
    }
    users: list[Row] = []
    for number in range(count):
        user: Row = {"user_id": f"{generator.choice(['u', 'ü', '東京', '👩‍🚀'])}{number}"}
        for name, make in choices.items():
            kind = generator.randrange(4)
            if kind > 0:
                user[name] = None if kind == 1 else make()
        users.append(user)
    return users


def nested(user: Row) -> Row:
    """The same user, with the members of structures in structures."""
    result: Row = {}
    for name, value in user.items():
        outer, dot, inner = name.partition(".")
        if dot:
            result.setdefault(outer, {})[inner] = value
        else:
            result[name] = value
    return result


def cell(value: Any) -> str:
    """A value as a CSV file spells it; every text is quoted, so that an empty one is not a missing one."""
    if value is None:
        return ""
    text = cell_text(value)
    return json.dumps(value) if isinstance(value, (bool, float)) else '"' + str(text).replace('"', '""') + '"'


def columns_of(users: list[Row], engine: Engine) -> dict[str, pa.Array]:
    kinds = {
        "number": pa.float64(),
        "boolean": pa.bool_(),
        "list of strings": pa.list_(pa.string()),
        "list of numbers": pa.list_(pa.float64()),
    }
    kind = {name: kinds.get(each, pa.string()) for name, each in engine.attributes.items()}
    kind |= {"tags": pa.list_(pa.string()), "marks": pa.list_(pa.float64())}
    return {name: pa.array([user.get(name) for user in users], kind[name]) for name in engine.attributes}


def by_frames(users: list[Row], engine: Engine) -> dict[str, Any]:
    """The same users as tables of all kinds."""
    columns = columns_of(users, engine)
    dotted = pa.table(columns)
    city = columns.pop("place.city")
    places = pa.StructArray.from_arrays([city], ["city"])
    frame = pl.from_arrow(dotted)
    return {
        "dotted": dotted,
        "structures": pa.table({**columns, "place": places}),
        "encoded": pa.table({**columns, "place": places, "name": columns["name"].dictionary_encode()}),
        "encoded structures": pa.table(
            {**columns, "place": pa.DictionaryArray.from_arrays(pa.array(range(len(users))), places)}
        ),
        "polars": frame,
        "pandas": dotted.to_pandas(),
    }


@pytest.mark.parametrize("seed", range(3))
def test_all_ways_in_agree(seed: int, types: Engine, batch: Callable[[Path, Path], list[Row]], tmp_path: Path) -> None:
    users = made_up_users(60, seed)
    ids = [user["user_id"] for user in users]
    texts = [json.dumps(each, ensure_ascii=False) for user in users for each in (user, nested(user))]

    decisions = [types.decide(user, at=AT) for user in users]
    expected = [summary(types, unit, decision) for unit, decision in zip(ids, decisions, strict=True)]
    assert len({str(row["segments"]) for row in expected}) > 20
    assert [types.decide(nested(user), at=AT) for user in users] == decisions

    program = os.environ.get("C_PROGRAM", str(ROOT / ".build" / "c-interface" / "interface"))
    lines = subprocess.run(
        [program, "decide", TYPES, AT], input="".join(f"{text}\n" for text in texts), check=True, capture_output=True,
        encoding="utf-8",
    ).stdout.splitlines()  # fmt: skip
    assert [json.loads(line) for line in lines] == [decision for decision in decisions for _ in range(2)]

    command = os.environ.get("PERSONALIZE", str(ROOT / ".build" / "c-interface" / "release" / "personalize"))
    for number, text in enumerate(texts[:60]):
        answer = subprocess.run(
            [command, "evaluate", "--config", TYPES, "--at", AT, "--format", "json", "--quiet", "--user-file", "-"],
            input=text, check=True, capture_output=True, encoding="utf-8",
        ).stdout  # fmt: skip
        assert json.loads(answer) == decisions[number // 2], text

    path = tmp_path / "users.csv"
    names = list(types.attributes)
    path.write_text(
        "".join(",".join(row) + "\n" for row in [names, *([cell(user.get(name)) for name in names] for user in users)]),
        encoding="utf-8",
        newline="",
    )
    found = {"CSV": batch(path, TYPES)}
    for kind, table in by_frames(users, types).items():
        result = types.evaluate(table, at=AT)
        rows = result if isinstance(result, pa.Table) else pa.table(result)
        found[kind] = rows.to_pylist()
    cells = pa.table({name: pa.array([cell_text(user.get(name)) for user in users], pa.string()) for name in names})
    found["cells"] = types.evaluate(cells, at=AT, cells=True).to_pylist()
    for kind, rows in found.items():
        assert [{name: row[name] for name in expected[0]} for row in rows] == expected, kind
        assert [row["issues"] for row in rows] == [decision["issues"] for decision in decisions], kind


def cell_text(value: Any) -> str | None:
    """A value as the text of a cell."""
    if isinstance(value, list):
        return "|".join(str(cell_text(element)) for element in value)
    return value if value is None or isinstance(value, str) else json.dumps(value)
