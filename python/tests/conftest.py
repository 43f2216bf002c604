from __future__ import annotations

import importlib.util
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from personalization_engine import Engine

ROOT = Path(__file__).resolve().parents[2]
TYPES = ROOT / "Tests" / "Workspaces" / "types"
AT = "2026-11-30T08:00:00Z"

Row = dict[str, Any]


@pytest.fixture(autouse=True)
def in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """The README's paths are relative to the top of the repository."""
    monkeypatch.chdir(ROOT)


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
            [command, "batch", users, "--config", workspace, "--at", AT, "--format", "jsonl", "-o", output, "--quiet"],
            check=True,
        )
        with output.open(encoding="utf-8") as lines:
            return [flat(json.loads(line)) for line in lines]

    return run


def flat(decision: Row) -> Row:
    experiments = decision.pop("experiments")
    issues = decision.pop("issues")
    return {**decision, **{f"experiment.{key}": value for key, value in experiments.items()}, "issues": issues}


def summary(engine: Engine, user: Row, unit: str | None, decision: Row) -> Row:
    """What ``evaluate`` would say of a decision of ``decide``."""
    flow, variations = decision["flow"], {each["experiment"]: each["variation"] for each in decision["assignments"]}
    return {
        engine.unit: unit,
        "segments": decision["segments"],
        "entry": flow["entry"]["route"],
        "home_layout": flow["home"]["layout"],
        "home_tabs": [tab["key"] for tab in flow["home"]["tabs"]],
        **{f"experiment.{key}": variations[key] for key in engine.experiments},
    }


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
