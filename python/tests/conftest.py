from __future__ import annotations

import importlib.util
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from support import AT, ROOT, TYPES, Row, flat

from personalization_engine import Engine


@pytest.fixture(scope="session")
def shipped() -> Engine:
    return Engine(ROOT)


@pytest.fixture(scope="session")
def types() -> Engine:
    """An engine with an attribute of each type, and segments that tell their values apart."""
    return Engine(TYPES)


@pytest.fixture(scope="session")
def batch(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path, Path], list[Row]]:
    """What the command line decides for a CSV file, as rows of the columns that ``evaluate`` makes."""
    command = os.environ.get("PERSONALIZE", str(ROOT / ".build" / "c-interface" / "release" / "personalize"))

    def run(users: Path, workspace: Path) -> list[Row]:
        output = tmp_path_factory.mktemp("batch") / "decisions.jsonl"
        subprocess.run(
            # Of one row, a column may well have no readable cell: that is an issue here, not an end.
            [command, "batch", users, "--config", workspace, "--at", AT, "--format", "jsonl", "-o", output, "--quiet"]
            + ["--allow-unreadable"],
            check=True,
        )
        with output.open(encoding="utf-8") as lines:
            return [flat(json.loads(line)) for line in lines]

    return run


@pytest.fixture(scope="session")
def hundred_thousand_users(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The CSV file that the benchmarks measure with."""
    specification = importlib.util.spec_from_file_location("users", ROOT / "Benchmarks" / "users.py")
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    path = tmp_path_factory.mktemp("users") / "users.csv"
    module.write(100_000, str(path))
    return path
