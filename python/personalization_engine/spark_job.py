"""personalize-spark: decides for files of users on a Spark cluster."""

from __future__ import annotations

import argparse
import os
import sys
import time
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import __version__
from .engine import Engine
from .errors import InputError, PersonalizationError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

CORRUPT = "_flawed_record"


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="personalize-spark",
        description="Decide for files of users on a Spark cluster, and write the decisions as Parquet.",
        epilog="Spark is set up as always: by spark-submit, or by spark-defaults.conf and the environment. A CSV file "
        "with a record of more or fewer fields than the header is refused; personalize batch answers such records "
        "too, and names each.",
    )
    parser.add_argument(
        "users", metavar="USERS", help="CSV or Parquet files, or a folder of them, wherever Spark reads"
    )
    parser.add_argument("output", metavar="OUTPUT", help="the folder to write; it must not exist, unless --overwrite")
    parser.add_argument("--config", default=".", metavar="DIR", help="folder or bundle of the workspace (default: .)")
    parser.add_argument("--input-format", choices=["csv", "parquet"], help="default: by the names of the files")
    parser.add_argument(
        "--at", metavar="TIME", help="decide as of this time, as in 2026-03-29T02:30:00Z (default: now)"
    )
    parser.add_argument("--columns", metavar="A,B,…", help="the columns to make (default: all)")
    parser.add_argument(
        "--keep", metavar="A,B,…", help="columns of USERS to put before them; all: every one (default: the unit)"
    )
    parser.add_argument("--overwrite", action="store_true", help="replace OUTPUT, if Spark wrote it")
    parser.add_argument("--master", metavar="URL", help="where to run, such as local[2] (default: as Spark is set up)")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    options = arguments(words)
    # Nothing here uses pandas, of which PySpark has opinions.
    warnings.filterwarnings("ignore", message="PySpark does not yet fully support pandas")
    warnings.showwarning = lambda message, *_: report(message)
    try:
        from py4j.protocol import Py4JJavaError
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ImportError:
        report("PySpark is missing: pip install 'personalization-engine[spark]'")
        return 1
    try:
        check_output(options)
        engine = Engine(options.config)
    except PersonalizationError as error:
        report(error)
        return 1
    builder = SparkSession.builder.appName("personalize-spark")
    session = (builder.master(options.master) if options.master else builder).getOrCreate()
    # Of a task that fails, the driver would log hundreds of lines; what went wrong is told below, in one.
    session.sparkContext.setLogLevel("FATAL")
    started = time.monotonic()
    try:
        run(session, engine, options)
    except (PersonalizationError, PySparkException, Py4JJavaError) as error:
        report(reason(str(error)))
        return 1
    finally:
        session.stop()
    report(f"{options.output}: decided in {time.monotonic() - started:.1f} s")
    return 0


def report(message: object) -> None:
    print(f"personalize-spark: {message}", file=sys.stderr)


def reason(error: str) -> str:
    """What an error is about: what this package said in a task, if it did, or else its first line."""
    lines = [line.strip() for line in error.splitlines() if line.strip()]
    own = [line.partition(": ")[2] for line in lines if line.startswith("personalization_engine.errors.")]
    return own[0] if own else lines[0]


def check_output(options: argparse.Namespace) -> None:
    """
    :raises InputError: if writing would destroy what is read, or what Spark has not written.
    """
    users, output = (os.path.realpath(local) for local in map(local_path, (options.users, options.output)))
    if users == output or users.startswith(output.rstrip("/") + "/") or output.startswith(users.rstrip("/") + "/"):
        raise InputError(f"{options.output} and {options.users} are one inside the other: expected an output beside it")
    if options.overwrite and os.path.exists(output) and not Path(output, "_SUCCESS").exists():
        raise InputError(f"{options.output} was not written by Spark: it stays as it is; expected another output")


def local_path(path: str) -> str:
    """The path as it would be on this machine; of other file systems, some name to compare."""
    return path.removeprefix("file:").replace("://", "/")


def run(session: SparkSession, engine: Engine, options: argparse.Namespace) -> None:
    from .spark import evaluate

    kind = options.input_format or format_of(session, options.users)
    users = read_csv(session, options.users) if kind == "csv" else session.read.parquet(options.users)
    decisions = evaluate(
        users,
        engine,
        at=options.at,
        columns=names(options.columns),
        keep="all" if options.keep == "all" else names(options.keep),
        cells=kind == "csv",
        flawed=CORRUPT if kind == "csv" else None,
    )
    decisions.write.parquet(options.output, mode="overwrite" if options.overwrite else "errorifexists")


def format_of(session: SparkSession, path: str) -> str:
    """By the ending of the path, or of what lies in the folder."""
    if path.rstrip("/").endswith(".parquet"):
        return "parquet"
    gateway: Any = session.sparkContext._jvm
    place = gateway.org.apache.hadoop.fs.Path(path)
    found = place.getFileSystem(session.sparkContext._jsc.hadoopConfiguration()).globStatus(
        gateway.org.apache.hadoop.fs.Path(place, "*.parquet")
    )
    return "parquet" if found else "csv"


def read_csv(session: SparkSession, path: str) -> DataFrame:
    """All columns as texts, read as the command line reads sound files: quotes are doubled, and may hold line ends.

    Spark takes such a file whole, by one task; many files, or Parquet, are read by many.

    :raises InputError: if the header has a name twice, or none somewhere.
    """
    from pyspark.sql.types import StringType, StructType

    options: Any = {"multiLine": True, "quote": '"', "escape": '"', "encoding": "UTF-8"}
    first = session.read.csv(path, header=False, **options).first()
    header = ["" if name is None else str(name) for name in first or []]
    for place, name in enumerate(header):
        if not name:
            raise InputError(f"column {place + 1} of {path} has no name")
        if name in header[:place]:
            raise InputError(f"two columns of {path} are named {name}")
    schema = StructType()
    for name in [*header, CORRUPT]:
        schema.add(name, StringType())
    # With a header of its own order in each file, values would change places.
    return session.read.csv(
        path,
        schema=schema,
        header=True,
        enforceSchema=False,
        mode="PERMISSIVE",
        columnNameOfCorruptRecord=CORRUPT,
        **options,
    )


def names(text: str | None) -> list[str] | None:
    return None if text is None else [name for name in text.split(",") if name]


if __name__ == "__main__":
    sys.exit(main())
