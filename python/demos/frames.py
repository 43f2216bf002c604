"""Decides for the sample users with Polars and DuckDB, and for a million rows of them as fast as this machine can."""

from __future__ import annotations

import sys
import time

import duckdb
import polars as pl

from personalization_engine import Engine
from personalization_engine.duckdb import evaluate

AT = "2026-11-30T08:00:00Z"


def title(text: str) -> None:
    print(f"\n\033[1m{text}\033[0m" if sys.stdout.isatty() else f"\n{text}")


engine = Engine(".")
title("One user")
decision = engine.decide({"user_id": "tablet-1", "profile_id": "p-3", "age": 71, "shared_device": True}, at=AT)
print("segments  ", ", ".join(decision["segments"]))
print("starts at ", decision["flow"]["entry"]["route"])
print("home is a ", decision["flow"]["home"]["layout"])

title("The sample users, in Polars")
# Two columns that no rule reads would be warned of.
users = pl.read_csv("Samples/users.csv", infer_schema=False).drop("nickname", "city")
decisions = engine.evaluate(users, at=AT, cells=True)
print(decisions.group_by("home_layout", "entry").len("users").sort("users", descending=True))

title("The same in SQL")
relation = duckdb.sql("select * exclude (nickname, city) from read_csv('Samples/users.csv', all_varchar = true)")
decided = evaluate(relation, engine, at=AT, cells=True)
print(
    duckdb.sql(
        "select segment, count(*) as users "
        "from (select unnest(segments) as segment from decided) group by all order by all"
    )
)

title("A million of them, all columns as texts")
million = pl.concat([users] * (1_000_000 // len(users) + 1)).head(1_000_000).rechunk()
started = time.perf_counter()
engine.evaluate(million, at=AT, cells=True, progress=True)
print(f"{len(million) / (time.perf_counter() - started) / 1e6:.1f} million rows a second")
