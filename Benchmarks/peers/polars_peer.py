"""The benchmark's decisions in Polars, on two threads.

    python3 polars_peer.py USERS.csv OUT.csv

Lazy and streaming from file to file. Everything that spares Polars work is used: the file's types are given, only the
columns that a rule names are read, dates are compared as text, and nothing is quoted on the way out, since no cell
here needs it. Users are split by Polars' own hash, which is cheaper than FNV-1a and puts them elsewhere.
"""

import os
import sys

os.environ["POLARS_MAX_THREADS"] = "2"

import polars as pl  # noqa: E402, since it reads the variable when it is imported

SCHEMA = {
    "user_id": pl.String,
    "name": pl.String,
    "age": pl.Float64,
    "text_scale": pl.Float64,
    "shift": pl.String,
    "night_usage_share": pl.Float64,
    "shared_device": pl.Boolean,
    "profiles_on_device": pl.Int64,
    "sessions_per_day": pl.Float64,
    "median_session_seconds": pl.Float64,
    "first_seen": pl.String,
    "app_version": pl.String,
    "country": pl.String,
    "language": pl.String,
    "plan": pl.String,
}

DEFAULT_TABS = "home|practice|saved|progress|settings"


def bucket(seed: int) -> pl.Expr:
    return pl.col("user_id").hash(seed) % 10_000


def segments() -> dict[str, pl.Expr]:
    """From the lowest to the highest priority. A comparison with a missing value is null, and null is no match."""
    col = pl.col
    major_version = col("app_version").str.split_exact(".", 1).struct.field("field_0").cast(pl.Int64)
    conditions = {
        "newcomer": col("first_seen") >= "2026-09-01T00:00:00Z",
        "quick-session": (col("sessions_per_day") >= 5)
        & (col("median_session_seconds") > 0)
        & (col("median_session_seconds") < 90),
        "shift-worker": col("shift").is_in(["night", "rotating"]) | (col("night_usage_share") >= 0.5),
        "learner-abroad": col("country").is_in(["AT", "CH", "DE"])
        & col("language").is_in(["en-GB", "pt-BR"])
        & (major_version >= 3),
        "shared-device": col("shared_device") | (col("profiles_on_device") >= 3),
        "senior": (col("age") >= 65) | (col("text_scale") >= 1.6),
    }
    return {key: condition.fill_null(False) for key, condition in conditions.items()}


def experiments() -> dict[str, pl.Expr]:
    col, lit = pl.col, pl.lit
    newcomer = col("newcomer") & ~col("senior")
    payer = col("plan").is_in(["plus", "family"]) & (bucket(10) < 5_000)
    free_tabs = ~col("shift-worker") & ~col("senior")
    return {
        "entry-review": pl.when(bucket(1) < 4_000)
        .then(lit("control"))
        .when(bucket(1).is_between(5_000, 8_999))
        .then(lit("review")),
        "layout-newcomers": pl.when(newcomer & (bucket(2) < 3_000))
        .then(lit("control"))
        .when(newcomer)
        .then(lit("dashboard")),
        "practice-cards": pl.when(payer & (bucket(3) < 3_334))
        .then(lit("control"))
        .when(payer & (bucket(3) < 6_667))
        .then(lit("saved-first"))
        .when(payer)
        .then(lit("review-first")),
        "tab-order": pl.when(free_tabs & (bucket(4) < 2_500))
        .then(lit("control"))
        .when(free_tabs & bucket(4).is_between(5_000, 7_499))
        .then(lit("saved-second")),
    }


def slots() -> dict[str, pl.Expr]:
    """Each from what has the last word to what has the first: locks, experiments, segments, the default."""
    col, lit = pl.col, pl.lit
    return {
        "entry": pl.when(col("experiment.entry-review") == "review")
        .then(lit("review"))
        .when(col("shared-device"))
        .then(lit("choose-profile"))
        .when(col("learner-abroad"))
        .then(lit("saved"))
        .when(col("quick-session"))
        .then(lit("quick-practice"))
        .when(col("newcomer"))
        .then(lit("guided"))
        .otherwise(lit("home")),
        "home_layout": pl.when(col("senior"))
        .then(lit("tab"))
        .when((col("experiment.layout-newcomers") == "dashboard") | col("shift-worker"))
        .then(lit("dashboard"))
        .otherwise(lit("tab")),
        "home_tabs": pl.when(col("senior"))
        .then(lit(DEFAULT_TABS))
        .when(col("experiment.tab-order") == "saved-second")
        .then(lit("home|saved|practice|progress|settings"))
        .when(col("shift-worker"))
        .then(lit("practice|saved|home|progress|settings"))
        .otherwise(lit(DEFAULT_TABS)),
        "fallback": pl.when(col("senior"))
        .then(lit("savedList"))
        .when(col("shared-device"))
        .then(lit("profilePicker"))
        .otherwise(lit("home")),
    }


def main(users: str, out: str) -> None:
    matches, variations = segments(), experiments()
    names = [pl.when(pl.col(key)).then(pl.lit(key)) for key in matches]
    (
        pl.scan_csv(users, schema=SCHEMA)
        .with_columns(**matches)
        .with_columns(expression.alias("experiment." + key) for key, expression in variations.items())
        .select(
            "user_id",
            pl.concat_str(names, separator="|", ignore_nulls=True).alias("segments"),
            *(expression.alias(name) for name, expression in slots().items()),
            *("experiment." + key for key in variations),
            pl.lit("").alias("issues"),
        )
        .sink_csv(out, quote_style="never")
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
