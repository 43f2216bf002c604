"""Runs programs in alternation and takes medians."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from programs import HERE, Program


@dataclass(frozen=True)
class Run:
    seconds: float
    peak: int


def measure(command: list[str], directory: Path | None = None) -> Run:
    launcher = [sys.executable, "-I", "-S", str(HERE / "measure.py")]
    ended = subprocess.run([*launcher, *command], cwd=directory, capture_output=True, text=True)
    if ended.returncode != 0:
        sys.exit(f"bench: this failed: {' '.join(command)}\n{ended.stderr}")
    seconds, peak = ended.stdout.split()
    return Run(float(seconds), int(peak))


def measure_from_scratch(program: Program) -> Run:
    """Without the output of the run before: to write over a file costs less than to write a new one. It is removed
    at once afterwards too, so that nobody's data is still on its way to the disk while the next program runs."""
    program.output.unlink(missing_ok=True)
    run = measure(program.command)
    program.output.unlink()
    return run


def alternate(programs: list[Program], rounds: int) -> dict[str, list[Run]]:
    """Round by round, each program once: what disturbs the machine for a while disturbs all of them."""
    runs: dict[str, list[Run]] = {program.name: [] for program in programs}
    for number in range(rounds):
        for program in programs:
            progress(f"round {number + 1} of {rounds}: {program.name}")
            runs[program.name].append(measure_from_scratch(program))
    progress("")
    return runs


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def median_seconds(runs: list[Run]) -> float:
    return median(run.seconds for run in runs)


def peak(runs: list[Run]) -> int:
    return max(run.peak for run in runs)


def ratio(ours: list[Run], theirs: list[Run]) -> float:
    """The median of the rounds' ratios. Within a round both met the same machine."""
    return median(our.seconds / their.seconds for our, their in zip(ours, theirs))
