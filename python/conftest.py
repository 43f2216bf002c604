from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def at_the_top_of_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """The paths of the README begin there."""
    monkeypatch.chdir(Path(__file__).resolve().parents[1])
