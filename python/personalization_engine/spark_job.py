"""personalize-spark: decides for files of users on a Spark cluster."""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import __version__
from .engine import Engine
from .errors import PersonalizationError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="personalize-spark",
        description="Decide for files of users on a Spark cluster, and write the decisions as Parquet.",
        epilog="Spark is set up as always: by spark-submit, or by spark-defaults.conf and the environment.",
    )
    parser.add_argument(
        "users", metavar="USERS", help="CSV or Parquet files, or a folder of them, anywhere Spark reads"
    )
    parser.add_argument(
        "output", metavar="OUTPUT", help="the folder to write; it must not exist yet, unless --overwrite"
    )
    parser.add_argument("--config", default=".", metavar="DIR", help="folder or bundle of the workspace (default: .)")
    parser.add_argument("--input-format", choices=["csv", "parquet"], help="default: by the ending of USERS")
    parser.add_argument(
        "--at", metavar="TIME", help="decide as of this time, as in 2026-03-29T02:30:00Z (default: now)"
    )
    parser.add_argument("--columns", metavar="A,B,…", help="the columns to make (default: all)")
    parser.add_argument(
        "--keep", metavar="A,B,…", help="columns of USERS to put before them; all: every one (default: the unit)"
    )
    parser.add_argument("--overwrite", action="store_true", help="replace OUTPUT")
    parser.add_argument("--master", metavar="URL", help="where to run, such as local[2] (default: as Spark is set up)")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    options = arguments(words)
    # Nothing here uses pandas, of which PySpark has opinions.
    warnings.filterwarnings("ignore", message="PySpark does not yet fully support pandas")
    try:
        from pyspark.errors import AnalysisException
        from pyspark.sql import SparkSession
    except ImportError:
        print("personalize-spark: PySpark is missing: pip install 'personalization-engine[spark]'", file=sys.stderr)
        return 1
    try:
        engine = Engine(options.config)
    except PersonalizationError as error:
        print(f"personalize-spark: {error}", file=sys.stderr)
        return 1
    builder = SparkSession.builder.appName("personalize-spark")
    session = (builder.master(options.master) if options.master else builder).getOrCreate()
    started = time.monotonic()
    try:
        run(session, engine, options)
    except (PersonalizationError, AnalysisException) as error:
        print(f"personalize-spark: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    finally:
        session.stop()
    print(f"{options.output}: decided in {time.monotonic() - started:.1f} s", file=sys.stderr)
    return 0


def run(session: SparkSession, engine: Engine, options: argparse.Namespace) -> None:
    from .spark import evaluate

    kind = options.input_format or ("parquet" if options.users.rstrip("/").endswith(".parquet") else "csv")
    users = read_csv(session, options.users) if kind == "csv" else session.read.parquet(options.users)
    decisions = evaluate(
        users,
        engine,
        at=options.at,
        columns=names(options.columns),
        keep="all" if options.keep == "all" else names(options.keep),
        cells=kind == "csv",
    )
    decisions.write.parquet(options.output, mode="overwrite" if options.overwrite else "errorifexists")


def read_csv(session: SparkSession, path: str) -> DataFrame:
    """All columns as texts, read as the command line reads them: quotes are doubled, and a quoted cell may hold lines.

    Spark takes such a file whole, by one task; many files, or Parquet, are read by many.
    """
    return session.read.csv(
        path, header=True, multiLine=True, quote='"', escape='"', encoding="UTF-8", enforceSchema=True
    )


def names(text: str | None) -> list[str] | None:
    return None if text is None else [name for name in text.split(",") if name]


if __name__ == "__main__":
    sys.exit(main())
