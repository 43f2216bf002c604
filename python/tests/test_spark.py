"""Spark's answers equal the command line's, row by row."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from support import AT, ROOT, TYPES, Row, read

from personalization_engine import ConfigurationError, Engine, IgnoredColumnsWarning, InputError

pyspark = pytest.importorskip("pyspark")
pytestmark = [pytest.mark.spark, pytest.mark.filterwarnings("default")]

WORKSPACE = ROOT / "Benchmarks" / "workspace"


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.session.timeZone", "America/New_York")
        .config("spark.sql.shuffle.partitions", "4")
        .getOrCreate()
    )
    yield session
    session.stop()


def by_unit(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: row["user_id"] or "")


def test_decides_as_the_command_line_does(
    session: Any, hundred_thousand_users: Path, batch: Callable[[Path, Path], list[Row]], tmp_path: Path
) -> None:
    from personalization_engine.spark import evaluate

    expected = by_unit(batch(hundred_thousand_users, WORKSPACE))
    engine = Engine(WORKSPACE)
    pq.write_table(read(hundred_thousand_users, engine), tmp_path / "users.parquet", row_group_size=7_001)
    users = session.read.parquet(str(tmp_path / "users.parquet"))
    # One partition has nearly everything.
    for spread in (users, users.repartition(5), users.repartition(3, users.shared_device)):
        decisions = evaluate(spread, WORKSPACE, at=AT)
        assert by_unit(decisions.toArrow().to_pylist()) == expected


def test_job_reads_csv_with_lines_in_quotes_and_writes_parquet(
    hundred_thousand_users: Path, batch: Callable[[Path, Path], list[Row]], tmp_path: Path
) -> None:
    output = tmp_path / "decisions"
    command = [
        sys.executable,
        "-m",
        "personalization_engine.spark_job",
        str(hundred_thousand_users),
        str(output),
        "--config",
        str(WORKSPACE),
        "--at",
        AT,
        "--master",
        "local[2]",
    ]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert by_unit(pq.read_table(output).to_pylist()) == by_unit(batch(hundred_thousand_users, WORKSPACE))
    again = subprocess.run(command, capture_output=True, text=True)
    assert again.returncode == 1 and "already exists" in again.stderr.lower()


def test_takes_types_of_spark(session: Any) -> None:
    from pyspark.sql import Row as SparkRow
    from pyspark.sql import functions

    from personalization_engine.spark import evaluate

    rows = [
        SparkRow(
            user_id="u1", score=12, member=True, seen="2026-10-01 00:00:00", tags=["red"], marks=[7.0], place=("Wien",)
        ),
        SparkRow(user_id="u2", score=None, member=None, seen=None, tags=None, marks=None, place=None),
    ]
    schema = (
        "user_id string, score bigint, member boolean, seen string, tags array<string>, marks array<double>, "
        "place struct<city: string>"
    )
    users = session.createDataFrame(rows, schema).withColumn("seen", functions.col("seen").cast("timestamp"))
    first, second = by_unit(evaluate(users, TYPES, at=AT, columns=["segments", "issues"]).toArrow().to_pylist())
    wanted = {"score-large", "member", "seen-recently", "tags-red", "marks-seven", "city"}
    assert wanted <= set(first["segments"])
    assert {"score-missing", "seen-missing", "tags-none"} <= set(second["segments"])
    assert first["issues"] == second["issues"] == []


def test_takes_names_with_dots(session: Any) -> None:
    from personalization_engine.spark import evaluate

    users = session.createDataFrame([("u1", "Wien", "dashboard")], ["user_id", "place.city", "choice.home.layout"])
    (row,) = evaluate(users, TYPES, at=AT, keep="all").toArrow().to_pylist()
    assert row["place.city"] == "Wien" and "city" in row["segments"] and row["home_layout"] == "dashboard"


def test_keeps_the_columns_that_are_asked_for(session: Any, types: Engine) -> None:
    from personalization_engine.spark import evaluate

    users = session.createDataFrame([("u1", 3, "blue")], "user_id string, score int, colour string")
    with pytest.warns(IgnoredColumnsWarning, match="colour"):
        decisions = evaluate(users, types, at=AT, columns=["entry"], keep="all")
    assert decisions.toArrow().to_pylist() == [{"user_id": "u1", "score": 3, "colour": "blue", "entry": "home"}]


def test_refuses_before_anything_runs(session: Any, tmp_path: Path) -> None:
    from personalization_engine.spark import evaluate

    with pytest.raises(ConfigurationError):
        evaluate(session.createDataFrame([("u1",)], "user_id string"), tmp_path)
    with pytest.raises(InputError, match="score holds values of type string"):
        evaluate(session.createDataFrame([("u1", "1")], "user_id string, score string"), TYPES)
    with pytest.raises(InputError, match="user_id holds values of type int64"):
        evaluate(session.createDataFrame([(1,)], "user_id bigint"), TYPES)


@pytest.mark.parametrize(
    "words, message", [(["--config", "nowhere"], "no such directory"), (["--at", "soon"], "expected one such as")]
)
def test_job_says_what_is_wrong(tmp_path: Path, words: list[str], message: str) -> None:
    users = tmp_path / "users.csv"
    users.write_text("user_id\nu1\n")
    result = subprocess.run(
        [
            sys.executable,
            "-m",
            "personalization_engine.spark_job",
            str(users),
            str(tmp_path / "out"),
            "--config",
            str(TYPES),
        ]
        + ["--master", "local[1]", *words],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 1 and message in result.stderr and "Traceback" not in result.stderr
    assert not (tmp_path / "out").exists()
