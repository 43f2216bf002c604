"""The programs that are measured, as command lines, and the files that they read."""

import hashlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "Benchmarks"
SCRATCH = ROOT / ".build" / "bench"
PERSONALIZE = os.environ.get("PERSONALIZE", str(ROOT / ".build/release/personalize"))
# A fixed time: what is decided, and so what it costs, is the same on every day.
AT = "2026-11-30T00:00:00Z"

TWO_THREADS = "personalize, 2 threads"
ONE_THREAD = "personalize, 1 thread"
JSONL = "personalize, jsonl"
PIPE = "personalize, from a pipe"
POLARS = "Polars"
DUCKDB = "DuckDB"
GROWTHBOOK = "GrowthBook SDK"
COPY = "cp"


@dataclass(frozen=True)
class Program:
    name: str
    command: list[str]
    output: Path


def users_file(count: int) -> Path:
    """Made once. The name holds what users.py was, so that a changed one makes a new file."""
    script = HERE / "users.py"
    digest = hashlib.sha256(script.read_bytes()).hexdigest()[:8]
    file = SCRATCH / f"users-{count}-{digest}.csv"
    if not file.exists():
        SCRATCH.mkdir(parents=True, exist_ok=True)
        for outdated in SCRATCH.glob(f"users-{count}-*"):
            outdated.unlink()
        print(f"bench: writing {count:,} users to {file.relative_to(ROOT)}", file=sys.stderr)
        unfinished = file.with_suffix(".part")
        subprocess.run([sys.executable, str(script), str(count), str(unfinished)], check=True)
        unfinished.rename(file)
    return file


def batch(users: str, out: Path, *options: str, config: Path = HERE / "workspace") -> list[str]:
    command = [PERSONALIZE, "batch", users, "-o", str(out), "--config", str(config), "--at", AT, "--quiet"]
    return [*command, *options]


def batch_from_pipe(users: Path, out: Path) -> list[str]:
    return ["sh", "-c", 'cat "$0" | "$@"', str(users), *batch("-", out, "--threads", "2")]


def peer(name: str, users: Path, out: Path) -> list[str]:
    return [sys.executable, str(HERE / "peers" / f"{name}_peer.py"), str(users), str(out)]


def copy(users: Path, out: Path) -> list[str]:
    # On a file system that shares blocks, a copy would else be no copy.
    whole = ["--reflink=never"] if sys.platform.startswith("linux") else []
    return ["cp", *whole, str(users), str(out)]


def programs(users: Path) -> list[Program]:
    out, lines = SCRATCH / "out.csv", SCRATCH / "out.jsonl"
    return [
        Program(TWO_THREADS, batch(str(users), out, "--threads", "2"), out),
        Program(ONE_THREAD, batch(str(users), out, "--threads", "1"), out),
        Program(JSONL, batch(str(users), lines, "--threads", "2", "--format", "jsonl"), lines),
        Program(PIPE, batch_from_pipe(users, out), out),
        Program(POLARS, peer("polars", users, out), out),
        Program(DUCKDB, peer("duckdb", users, out), out),
        Program(COPY, copy(users, out), out),
    ]


def growthbook(users: Path) -> Program:
    out = SCRATCH / "out.csv"
    return Program(GROWTHBOOK, peer("growthbook", users, out), out)
