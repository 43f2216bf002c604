"""Measures each way of using the engine on the users of `make bench`, and prints a table.

    python measure.py USERS.csv [ROWS_OF_SPARK]

USERS.csv is what Benchmarks/users.py writes. The best of several runs counts: what else a machine does only adds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from personalization_engine import Engine

ROOT = Path(__file__).resolve().parents[1]
WORKSPACE = ROOT / "Benchmarks" / "workspace"
BINARIES = ROOT / ".build" / "c-interface" / "release"
TYPES = {
    "string": pa.string(),
    "number": pa.float64(),
    "boolean": pa.bool_(),
    "version": pa.string(),
    "date": pa.string(),
}


def best(work: Callable[[], Any], runs: int = 7) -> float:
    """Seconds."""
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def row(way: str, work: str, figure: str) -> None:
    print(f"| {way} | {work} | {figure} |", flush=True)


def millions(rows: int, seconds: float) -> str:
    return f"{rows / seconds / 1e6:.1f} M rows/s"


def command_line(users: Path, rows: int) -> None:
    def run(*words: str | Path) -> Callable[[], Any]:
        return lambda: subprocess.run(
            [BINARIES / "personalize", *words, "--config", WORKSPACE], check=True, capture_output=True
        )

    started = best(run("evaluate", "--user", '{"user_id": "u1"}'), 20)
    row("command line", "`personalize evaluate`, start to exit", f"{started * 1000:.0f} ms")
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "out.csv")
        for threads in ("1", "2"):
            seconds = best(run("batch", users, "-o", output, "--quiet", "--threads", threads))
            row("command line", f"`personalize batch`, CSV to CSV, {cores(threads)}", millions(rows, seconds))


def cores(count: int | str) -> str:
    return "one core" if int(count) == 1 else f"{count} cores"


def python(engine: Engine, table: pa.Table) -> None:
    user = {name: value for name, value in table.slice(0, 1).to_pylist()[0].items() if value is not None}
    count = 2_000
    seconds = best(lambda: [engine.decide(user) for _ in range(count)])
    row("Python", "`decide`, 15 attributes, the whole decision as a dict", f"{seconds / count * 1e6:.0f} µs")
    frame = pl.from_arrow(table)
    pandas = table.to_pandas()
    connection = duckdb.connect()
    connection.execute("set threads = 2")
    connection.register("users", table)
    for threads in (1, 2):
        for name, users in (("pyarrow", table), ("Polars", frame), ("pandas", pandas)):
            seconds = best(lambda users=users, threads=threads: engine.evaluate(users, threads=threads))
            row("Python", f"`evaluate`, {name}, {cores(threads)}", millions(table.num_rows, seconds))
    seconds = best(lambda: engine.evaluate(connection.sql("from users"), threads=2).read_all())
    row("Python", "`evaluate`, DuckDB, as a stream, 2 cores", millions(table.num_rows, seconds))


def spark(engine: Engine, table: pa.Table, rows: int) -> None:
    from pyspark.sql import SparkSession

    from personalization_engine.spark import evaluate

    os.environ["PYSPARK_PYTHON"] = sys.executable
    with tempfile.TemporaryDirectory() as folder:
        whole = pa.concat_tables([table] * -(-rows // table.num_rows)).slice(0, rows)
        for part in range(8):
            start = rows * part // 8
            piece = whole.slice(start, rows * (part + 1) // 8 - start)
            pyarrow.parquet.write_table(piece, Path(folder, f"{part}.parquet"))
        session = (
            SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.memory", "2g")
            .getOrCreate()
        )
        session.sparkContext.setLogLevel("ERROR")
        users = session.read.parquet(folder)
        for work, frame in (
            ("Parquet to decisions, all columns", evaluate(users, engine)),
            ("the same rows to Python and back, undecided", users.mapInArrow(lambda batches: batches, users.schema)),
        ):
            seconds = best(lambda frame=frame: frame.write.format("noop").mode("overwrite").save(), 3)
            row("Spark", f"{work}, 2 cores", millions(rows, seconds))
        session.stop()


def main() -> None:
    users = Path(sys.argv[1])
    engine = Engine(WORKSPACE)
    table = pyarrow.csv.read_csv(
        users,
        parse_options=pyarrow.csv.ParseOptions(newlines_in_values=True),
        convert_options=pyarrow.csv.ConvertOptions(
            column_types={name: TYPES[kind] for name, kind in engine.attributes.items()}, strings_can_be_null=True
        ),
    )
    print("| way | work | measured |\n| --- | --- | --- |")
    command_line(users, table.num_rows)
    python(engine, table)
    spark(engine, table, int(sys.argv[2]) if len(sys.argv) > 2 else 4_000_000)


main()
