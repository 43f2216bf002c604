"""How time and memory grow with the file and with the workspace."""

import json
import random
import shutil
from pathlib import Path
from typing import Any

from programs import HERE, SCRATCH, Program, batch, users_file
from report import MIB, table
from timing import Run, alternate, median_seconds, peak, ratio

ROWS = [1_000_000, 10_000_000]
SIZES = [4, 16, 64]
ROUNDS = 3


def condition(rng: random.Random) -> dict[str, Any]:
    """Two tests of two columns, that a part of the users meets."""
    tests = [
        {"age": {"$gte": rng.randint(20, 70)}},
        {"sessions_per_day": {"$lt": rng.randint(1, 6)}},
        {"median_session_seconds": {"$gt": rng.randint(60, 300)}},
        {"night_usage_share": {"$lt": round(rng.uniform(0.1, 0.5), 2)}},
        {"first_seen": {"$gte": f"2026-{rng.randint(1, 10):02}-01"}},
        {"app_version": {"$vgte": f"{rng.randint(1, 4)}.{rng.randint(0, 12)}.0"}},
        {"country": {"$in": rng.sample(["AT", "BR", "CH", "DE", "FR", "GB", "IN", "JP", "NG", "US"], 3)}},
        {"plan": {"$in": rng.sample(["free", "plus", "family"], 2)}},
    ]
    return {rng.choice(["$and", "$or"]): rng.sample(tests, 2)}


def make_workspace(segments: int, experiments: int) -> Path:
    """The benchmark's catalog with other segments and experiments. Each experiment hashes every user, and none sets
    a slot: those that set the same one would have to share their users."""
    folder = SCRATCH / f"workspace-{segments}-{experiments}"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / "workspace" / "catalog", folder / "catalog")
    (folder / "segments").mkdir()
    (folder / "experiments").mkdir()
    rng = random.Random(20_261_130)
    entries = ["guided", "quick-practice", "saved", "review", "choose-profile"]
    for number in range(segments):
        segment = {"when": condition(rng), "priority": number, "navigation": {"entry": rng.choice(entries)}}
        (folder / "segments" / f"segment-{number}.json").write_text(json.dumps(segment))
    for number in range(experiments):
        experiment = {"status": "running", "coverage": 0.8, "variations": [{"key": "control"}, {"key": "other"}]}
        (folder / "experiments" / f"experiment-{number}.json").write_text(json.dumps(experiment))
    return folder


def programs_by_rows() -> list[tuple[str, int, Program]]:
    out = SCRATCH / "out.csv"
    return [
        (name, rows, Program(name, batch(str(users_file(rows)), out, "--threads", "2"), out))
        for rows in ROWS
        for name in [f"{rows:,} users"]
    ]


def programs_by_size(rows: int) -> list[tuple[str, int, Program]]:
    out = SCRATCH / "out.csv"
    shapes = [(size, SIZES[0]) for size in SIZES] + [(SIZES[0], size) for size in SIZES]
    found = []
    for segments, experiments in dict.fromkeys(shapes):
        name = f"{segments} segments, {experiments} experiments"
        config = make_workspace(segments, experiments)
        command = batch(str(users_file(rows)), out, "--threads", "2", config=config)
        found.append((name, rows, Program(name, command, out)))
    return found


def extreme_workspace(name: str, segments: dict[str, dict[str, Any]], groups: dict[str, list[str]]) -> Path:
    """The benchmark's catalog with these segments and groups."""
    folder = SCRATCH / f"workspace-{name}"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / "workspace" / "catalog", folder / "catalog")
    (folder / "segments").mkdir()
    (folder / "catalog" / "groups").mkdir(exist_ok=True)
    for key, segment in segments.items():
        (folder / "segments" / f"{key}.json").write_text(json.dumps(segment))
    for key, lines in groups.items():
        (folder / "catalog" / "groups" / f"{key}.txt").write_text("\n".join(lines) + "\n")
    return folder


def extremes() -> list[tuple[str, list[tuple[str, int, Program]]]]:
    """Ten times as much each: ids with a common beginning in one group, segments on one attribute, one quoted field."""
    out = SCRATCH / "out.csv"
    users = str(users_file(2_000))

    def member(size: int) -> tuple[str, int, Program]:
        name = f"a group of {size:,} ids"
        ids = [f"customer-{number:07}" for number in range(size)]
        segment = {"when": {"user_id": {"$inGroup": "ids"}}, "priority": 1}
        config = extreme_workspace(f"group-{size}", {"member": segment}, {"ids": ids})
        return name, 2_000, Program(name, batch(users, out, config=config), out)

    def steps(size: int) -> tuple[str, int, Program]:
        name = f"{size:,} segments on one attribute"
        segments = {f"s{n}": {"when": {"sessions_per_day": {"$gte": n}}, "priority": n} for n in range(size)}
        config = extreme_workspace(f"steps-{size}", segments, {})
        return name, 2_000, Program(name, batch(users, out, config=config), out)

    def field(mebibytes: int) -> tuple[str, int, Program]:
        name = f"a quoted field of {mebibytes} MiB"
        file = SCRATCH / f"field-{mebibytes}.csv"
        file.write_text('user_id,country\nu1,"' + "x" * (mebibytes << 20) + '"\nu2,DE\n')
        return name, 2, Program(name, batch(str(file), out), out)

    return [
        ("ids with a common beginning", [member(10_000), member(100_000)]),
        ("segments on one attribute", [steps(1_000), steps(10_000)]),
        ("one quoted field", [field(1), field(10)]),
    ]


def grow(programs: list[tuple[str, int, Program]]) -> list[dict[str, Any]]:
    """Each as a multiple of the first."""
    runs = alternate([program for _, _, program in programs], ROUNDS)
    first = runs[programs[0][0]]
    return [growth_report(name, rows, first, runs[name]) for name, rows, _ in programs]


def growth_report(name: str, rows: int, first: list[Run], runs: list[Run]) -> dict[str, Any]:
    return {
        "name": name,
        "medianSeconds": round(median_seconds(runs), 4),
        "rowsPerSecond": round(rows / median_seconds(runs)),
        "peakMiB": round(peak(runs) / MIB, 1),
        "timesTheFirst": round(ratio(runs, first), 3),
    }


def growth_table(title: str, reports: list[dict[str, Any]]) -> str:
    rows = [
        [
            report["name"],
            f"{report['medianSeconds']:.2f}",
            f"{report['rowsPerSecond']:,}",
            f"{report['peakMiB']:.0f}",
            f"{report['timesTheFirst']:.2f}",
        ]
        for report in reports
    ]
    return table([title, "seconds", "rows/s", "peak MiB", "÷ the first"], rows)
