"""Spark's answers equal the command line's, row by row."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
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


def job(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "personalization_engine.spark_job", "--config", TYPES, "--master", "local[1]"]
    return subprocess.run([*command, "--at", AT, *words], capture_output=True, text=True)


@pytest.mark.parametrize(
    "words, message",
    [
        (["users.csv", "out", "--config", "nowhere"], "no such directory"),
        (["users.csv", "out", "--at", "soon"], "expected one such as"),
        (["users.csv", "users.csv", "--overwrite"], "one inside the other"),
        (["users.csv", ".", "--overwrite"], "one inside the other"),
        ([".", "out"], "one inside the other"),
        (["users.csv", "full", "--overwrite"], "full was not written by Spark"),
        (["nothing.csv", "out"], "nothing.csv"),
        (["long.csv", "out"], "a record has more or fewer fields than the header: 'u2,71,9'"),
        (["open.csv", "out"], "a record has more or fewer fields than the header"),
        (["twice.csv", "out"], "two columns of twice.csv are named score"),
        (["unnamed.csv", "out"], "column 2 of unnamed.csv has no name"),
    ],
)
def test_job_says_what_is_wrong_in_a_line_and_leaves_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {
        "users.csv": "user_id,score\nu1,12\n",
        "long.csv": "user_id,score\nu1,12\nu2,71,9\n",
        "open.csv": 'user_id,score\n"u1,71\nu2,71\n',
        "twice.csv": "user_id,score,score\nu1,1,2\n",
        "unnamed.csv": "user_id,,score\nu1,1,2\n",
    }
    for name, text in texts.items():
        Path(name).write_text(text)
    Path("full").mkdir()
    Path("full", "keep.txt").write_text("mine")
    result = job(*words)
    last = result.stderr.strip().splitlines()[-1]
    assert result.returncode == 1 and message in last and "Traceback" not in result.stderr, result.stderr
    assert {path.name for path in tmp_path.iterdir() if path.name != "out"} == {*texts, "full"}
    assert not list(tmp_path.glob("out/*.parquet")) and Path("full", "keep.txt").read_text() == "mine"


def test_job_replaces_its_own_output_and_finds_parquet_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "users").mkdir()
    pq.write_table(pa.table({"user_id": ["u1"], "score": [12]}), tmp_path / "users" / "part.parquet")
    for _ in range(2):
        result = job(tmp_path / "users", tmp_path / "out", "--overwrite")
        assert result.returncode == 0, result.stderr
    (row,) = pq.read_table(tmp_path / "out").to_pylist()
    assert "score-large" in row["segments"]
