"""Measurements as tables for people and as one JSON object for programs."""

import os
import platform
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from programs import COPY, DUCKDB, GROWTHBOOK, JSONL, ONE_THREAD, PERSONALIZE, PIPE, POLARS, TWO_THREADS
from timing import Run, median_seconds, peak, ratio

MIB = 1024 * 1024


@dataclass(frozen=True)
class Bar:
    name: str
    value: float
    limit: float
    unit: str = ""
    at_least: bool = False

    @property
    def met(self) -> bool:
        return self.value >= self.limit if self.at_least else self.value <= self.limit


def facts() -> dict[str, Any]:
    ours = subprocess.run([PERSONALIZE, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    return {
        "version": ours,
        "machine": {"system": f"{platform.system()} {platform.machine()}", "cpu": cpu(), "cpus": os.cpu_count()},
        "peers": {name: version(name) for name in ("polars", "duckdb", "growthbook")}
        | {"python": platform.python_version()},
    }


def cpu() -> str:
    if sys.platform == "darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor()


def file_report(rows: int, runs: dict[str, list[Run]], rows_of: dict[str, int]) -> dict[str, Any]:
    """`rows_of` names programs that got another number of rows; they are compared by the row."""
    ours = runs[TWO_THREADS]
    programs = []
    for name, theirs in runs.items():
        count = rows_of.get(name, rows)
        programs.append(
            {
                "name": name,
                "rows": count,
                "runs": [round(run.seconds, 4) for run in theirs],
                "medianSeconds": round(median_seconds(theirs), 4),
                "rowsPerSecond": round(count / median_seconds(theirs)),
                "peakMiB": round(peak(theirs) / MIB, 1),
                "ratio": round(ratio(ours, theirs) * count / rows, 4),
            }
        )
    return {"rows": rows, "programs": programs}


def bars(files: list[dict[str, list[Run]]], evaluate: float) -> list[Bar]:
    """`files` from the smallest to the largest."""
    largest = files[-1]
    own = [TWO_THREADS, ONE_THREAD, JSONL, PIPE]
    two_threads = ratio(largest[ONE_THREAD], largest[TWO_THREADS])

    def worst(theirs: str) -> float:
        return max(ratio(runs[TWO_THREADS], runs[theirs]) for runs in files)

    return [
        Bar("of Polars' time, on any file", worst(POLARS), 0.55),
        Bar("of DuckDB's time, on any file", worst(DUCKDB), 0.35),
        Bar("times as long as cp, on the largest file", ratio(largest[TWO_THREADS], largest[COPY]), 2.5),
        Bar("times as fast on two threads as on one", two_threads, 1.7, at_least=True),
        Bar("times as long for jsonl as for csv", ratio(largest[JSONL], largest[TWO_THREADS]), 2),
        Bar("peak memory, in any way", max(peak(runs[name]) for runs in files for name in own) / MIB, 32, "MiB"),
        Bar("personalize evaluate, from start to exit", evaluate * 1000, 15, "ms"),
    ]


def bar_report(bar: Bar) -> dict[str, Any]:
    return {
        "name": bar.name,
        "value": round(bar.value, 3),
        "unit": bar.unit,
        "atLeast" if bar.at_least else "atMost": bar.limit,
        "met": bar.met,
    }


def table(head: list[str], rows: list[list[str]]) -> str:
    """The first column to the left, the others to the right."""
    widths = [max(len(line[column]) for line in [head, *rows]) for column in range(len(head))]

    def aligned(line: list[str]) -> str:
        first, *others = zip(line, widths)
        return "  ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]).rstrip()

    return "\n".join(aligned(line) for line in [head, ["-" * width for width in widths], *rows])


def file_table(report: dict[str, Any]) -> str:
    head = [f"{report['rows']:,} users", "seconds", "max ÷ min", "rows/s", "peak MiB", "personalize ÷ it"]
    rows = [
        [
            program["name"] + (f" ({program['rows']:,} users)" if program["rows"] != report["rows"] else ""),
            f"{program['medianSeconds']:.2f}",
            f"{max(program['runs']) / min(program['runs']):.2f}",
            f"{program['rowsPerSecond']:,}",
            f"{program['peakMiB']:.0f}",
            f"{program['ratio']:.3f}" if program["name"] == GROWTHBOOK else f"{program['ratio']:.2f}",
        ]
        for program in report["programs"]
    ]
    return table(head, rows)


def bar_table(bars: list[Bar]) -> str:
    rows = [
        [
            bar.name,
            f"{bar.value:.2f} {bar.unit}".strip(),
            f"{'≥' if bar.at_least else '≤'} {bar.limit:g} {bar.unit}".strip(),
            "pass" if bar.met else "MISS",
        ]
        for bar in bars
    ]
    return table(["bar", "measured", "wanted", ""], rows)


def decisions_table(measurements: list[dict[str, Any]]) -> str:
    rows = [[each["name"], f"{each['value']:,.1f}", each["unit"]] for each in measurements]
    return table(["in memory", "value", "unit"], rows)
