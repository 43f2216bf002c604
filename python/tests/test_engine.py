from __future__ import annotations

import _ctypes
import gc
import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support import AT, ROOT, TYPES

import personalization_engine
from personalization_engine import ConfigurationError, Engine, InputError, LibraryError
from personalization_engine._library import declared, library


def test_tells_what_it_knows(types: Engine) -> None:
    assert types.unit == "user_id"
    assert types.attributes["marks"] == "list of number"
    assert types.experiments == {"device": ("a", "b"), "even": ("a", "b", "c")}
    assert "name-long" in types.segments
    assert types.columns[:2] == ("segments", "entry") and types.columns[-1] == "issues"
    assert types.diagnostics == ()


def test_has_the_version_of_its_library() -> None:
    assert library().personalization_version().decode() == personalization_engine.__version__


def test_refuses_a_workspace_with_errors_and_tells_all_of_them(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as refused:
        Engine(tmp_path)
    codes = [diagnostic.code for diagnostic in refused.value.diagnostics]
    assert codes == ["missing-file", "missing-file"]
    assert str(refused.value).splitlines()[0] == f"the workspace {tmp_path} has 2 errors:"
    assert "catalog/attributes.json: error: this file is missing" in str(refused.value)
    assert pickle.loads(pickle.dumps(refused.value)).diagnostics == refused.value.diagnostics


def test_gives_places_and_nearest_names(tmp_path: Path) -> None:
    (tmp_path / "segments").mkdir()
    for folder in ("catalog", "experiments"):
        (tmp_path / folder).symlink_to(TYPES / folder)
    (tmp_path / "segments" / "a.json").write_text('{\n  "when": {"scroe": 1},\n  "priority": 1\n}')
    with pytest.raises(ConfigurationError) as refused:
        Engine(tmp_path)
    (found,) = refused.value.diagnostics
    assert (found.file, found.line, found.suggestion) == ("segments/a.json", 2, "score")
    assert str(found).startswith("segments/a.json:2:") and "did you mean score?" in str(found)


def test_tells_warnings() -> None:
    assert [each.code for each in Engine(ROOT / "Benchmarks" / "workspace").diagnostics] == ["old-hash"]


def test_decides_the_same_after_pickling_without_the_files(types: Engine, tmp_path: Path) -> None:
    copy = pickle.loads(pickle.dumps(types))
    user = {"user_id": "u1", "score": 12, "tags": ["red"]}
    assert copy.decide(user, at=AT, explain=True) == types.decide(user, at=AT, explain=True)
    assert copy.bundle() == types.bundle()
    file = tmp_path / "app.bundle"
    file.write_bytes(types.bundle())
    assert Engine(file).decide(user, at=AT) == types.decide(user, at=AT)


@pytest.mark.parametrize("damage", [b"", b"not a bundle", "half"])
def test_refuses_a_bundle_that_is_damaged(types: Engine, damage: bytes | str) -> None:
    bundle = types.bundle()
    broken = bundle[: len(bundle) // 2] if isinstance(damage, str) else damage
    with pytest.raises(InputError, match="bundle"):
        Engine.from_bundle(broken)


@pytest.mark.parametrize("thing", [None, 5, "text", [1, 2], object()])
def test_says_what_is_no_bundle_and_no_path(thing: Any) -> None:
    with pytest.raises(InputError, match="a bundle is bytes"):
        Engine.from_bundle(thing)
    if not isinstance(thing, str):
        with pytest.raises(InputError, match="a path is a text"):
            Engine(thing)


def test_says_where_it_looked_for_its_library(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="PERSONALIZATION_LIBRARY"):
        declared(tmp_path / "none.so")
    (tmp_path / "text.so").write_text("no library")
    with pytest.raises(LibraryError, match="cannot be loaded"):
        declared(tmp_path / "text.so")
    with pytest.raises(LibraryError, match="is no library of this engine: it has no personalization_abi"):
        declared(Path(_ctypes.__file__))


def test_is_loaded_from_a_zip_file(tmp_path: Path) -> None:
    from personalization_engine import spark

    archive = spark.package_archive(tmp_path)
    program = f"from personalization_engine import Engine; print(Engine({str(TYPES)!r}).unit)"
    environment = {**os.environ, "PYTHONPATH": archive}
    environment.pop("PERSONALIZATION_LIBRARY", None)
    result = subprocess.run(
        [sys.executable, "-c", program], env=environment, cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert result.stdout == "user_id\n"


def test_can_be_used_by_threads_at_the_same_time_and_is_freed(types: Engine) -> None:
    user = {"user_id": "u1", "member": True}
    expected = types.decide(user, at=AT)
    wrong: list[object] = []

    def work() -> None:
        for _ in range(50):
            engine = Engine.from_bundle(bundle)
            if (answer := engine.decide(user, at=AT)) != expected:
                wrong.append(answer)

    bundle = types.bundle()
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    gc.collect()
    assert wrong == []


def test_does_not_free_an_engine_that_a_thread_uses_at_the_end_of_the_process() -> None:
    program = f"""
import threading, time
from personalization_engine import Engine
engine = Engine({str(TYPES)!r})
def work():
    while True:
        engine.decide({{"user_id": "u1", "score": 12}})
for _ in range(6):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
"""
    for _ in range(5):
        assert subprocess.run([sys.executable, "-P", "-c", program], cwd=ROOT).returncode == 0


@pytest.mark.parametrize("bundle", [bytearray, memoryview])
def test_takes_a_bundle_in_any_bytes(types: Engine, bundle: Callable[[bytes], Any]) -> None:
    assert Engine.from_bundle(bundle(types.bundle())).columns == types.columns


def test_answers_as_the_command_line_does(shipped: Engine, tmp_path: Path) -> None:
    command = os.environ.get("PERSONALIZE", str(ROOT / ".build" / "c-interface" / "release" / "personalize"))
    user = {"user_id": "tablet-1", "profile_id": "p-3", "age": 71, "shared_device": True, "app_version": "2.4.1"}
    printed = subprocess.run(
        [command, "evaluate", "--config", ROOT, "--user", json.dumps(user), "--at", AT, "--format", "json"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert shipped.decide(user, at=AT) == json.loads(printed)
