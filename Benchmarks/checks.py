"""What must hold before a time means anything: the programs that are compared decide the same."""

import csv
import filecmp
import subprocess
import sys
from collections import Counter
from pathlib import Path

from programs import SCRATCH, batch, batch_from_pipe, peer

Row = dict[str, str]

EXPERIMENTS = [
    "experiment.entry-review",
    "experiment.layout-newcomers",
    "experiment.practice-cards",
    "experiment.tab-order",
]
# A slot, and the experiment that sets it.
SLOTS = {
    "entry": "experiment.entry-review",
    "home_layout": "experiment.layout-newcomers",
    "home_tabs": "experiment.tab-order",
}
# By how much of all rows two fair hashes may differ in the size of a variation.
TOLERANCE = 0.02


def check(users: Path) -> list[str]:
    """A line for each thing that was found to hold; ends the program at the first that does not."""
    ours = decisions("personalize", batch(str(users), SCRATCH / "personalize.csv", "--threads", "2"))
    found = [same_bytes(users)]
    growthbook = decisions("growthbook", peer("growthbook", users, SCRATCH / "growthbook.csv"))
    compare("GrowthBook", ours, growthbook, list(ours[0]))
    found.append(f"{len(ours):,} rows: every column equals what GrowthBook's SDK decides")
    for name, title in [("polars", "Polars"), ("duckdb", "DuckDB")]:
        theirs = decisions(name, peer(name, users, SCRATCH / f"{name}.csv"))
        found.append(compare_but_for_the_split(title, ours, theirs))
    return found


def decisions(name: str, command: list[str]) -> list[Row]:
    file = SCRATCH / f"{name}.csv"
    file.unlink(missing_ok=True)
    run(command)
    with open(file, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def run(command: list[str]) -> None:
    ended = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if ended.returncode != 0:
        sys.exit(f"bench: this failed: {' '.join(command)}\n{ended.stderr}")


def same_bytes(users: Path) -> str:
    expected, other = SCRATCH / "personalize.csv", SCRATCH / "other.csv"
    ways = {"one thread": batch(str(users), other, "--threads", "1"), "a pipe": batch_from_pipe(users, other)}
    for way, command in ways.items():
        other.unlink(missing_ok=True)
        run(command)
        if not filecmp.cmp(expected, other, shallow=False):
            sys.exit(f"bench: personalize writes other bytes with {way}: compare {expected} and {other}")
    return "personalize writes the same bytes with one thread, with two, and from a pipe"


def compare_but_for_the_split(title: str, ours: list[Row], theirs: list[Row]) -> str:
    """Another hash deals users to other variations. What does not depend on it must be equal in each row; what does,
    in each row that was dealt the same; and the variations must be of the same size."""
    compare(title, ours, theirs, ["user_id", "segments", "fallback", "issues"])
    for slot, experiment in SLOTS.items():
        dealt_alike = [pair for pair in zip(ours, theirs) if pair[0][experiment] == pair[1][experiment]]
        compare(title, [our for our, _ in dealt_alike], [their for _, their in dealt_alike], [slot])
    for experiment in EXPERIMENTS:
        compare_sizes(title, experiment, ours, theirs)
    return f"{len(ours):,} rows: {title} differs in nothing but whom its hash deals to which variation"


def compare(title: str, ours: list[Row], theirs: list[Row], columns: list[str]) -> None:
    if len(ours) != len(theirs):
        sys.exit(f"bench: personalize wrote {len(ours):,} rows, {title} {len(theirs):,}")
    different = [
        (our["user_id"], column, our[column], their[column])
        for our, their in zip(ours, theirs)
        for column in columns
        if our[column] != their[column]
    ]
    if different:
        first = "\n".join(
            f"  {user}  {column}: personalize {our!r}, {title} {their!r}" for user, column, our, their in different[:10]
        )
        sys.exit(f"bench: cells that differ from {title}: {len(different):,}, among them\n{first}")


def compare_sizes(title: str, experiment: str, ours: list[Row], theirs: list[Row]) -> None:
    our, their = (Counter(row[experiment] for row in rows) for rows in (ours, theirs))
    for variation in our | their:
        if abs(our[variation] - their[variation]) > TOLERANCE * len(ours):
            sys.exit(
                f"bench: {experiment} {variation or 'nothing'}: personalize {our[variation]:,} rows, "
                f"{title} {their[variation]:,}"
            )
