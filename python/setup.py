"""Builds the engine's library, unless PERSONALIZATION_LIBRARY names one, and packs it beside the Python code."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.errors import SetupError

LIBRARY = "libpersonalization.dylib" if sys.platform == "darwin" else "libpersonalization.so"
# What the library loads that a machine need not have; the others are part of every system.
BUNDLED = re.compile(r"^(libjansson|libpcre2-8|libz|libzstd)\.so")


class BuildWithLibrary(build_py):
    def run(self) -> None:
        super().run()
        folder = Path(self.build_lib) / "personalization_engine" / "_lib"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        library = find() or build()
        shutil.copy2(library, folder / LIBRARY)
        for name, path in dependencies(library).items():
            shutil.copy2(path, folder / name)


class PlatformWheel(bdist_wheel):
    def finalize_options(self) -> None:
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self) -> tuple[str, str, str]:
        # The library is the platform's, but no part of it depends on the version of Python.
        return "py3", "none", super().get_tag()[2]


def find() -> Path | None:
    named = os.environ.get("PERSONALIZATION_LIBRARY")
    if not named:
        return None
    if not Path(named).is_file():
        raise SetupError(f"PERSONALIZATION_LIBRARY is {named}, and there is no such file")
    return Path(named)


def build() -> Path:
    root = Path(__file__).resolve().parent.parent
    script = root / "scripts" / "build-library"
    if not script.is_file():
        raise SetupError(
            "the engine's sources are not beside this folder: install from a clone of the repository, "
            "or set PERSONALIZATION_LIBRARY to a built libpersonalization"
        )
    # Standard output belongs to whoever builds the package.
    subprocess.run([script], check=True, stdout=sys.stderr)
    return root / ".build" / "c-interface" / "release" / LIBRARY


def dependencies(library: Path) -> dict[str, str]:
    """The libraries to be packed too, by the name under which they are looked for."""
    if sys.platform != "linux":
        return {}
    lines = subprocess.run(["ldd", library], check=True, capture_output=True, text=True).stdout.splitlines()
    found = (line.split() for line in lines if " => " in line)
    return {words[0]: words[2] for words in found if BUNDLED.match(words[0]) and words[2].startswith("/")}


setup(cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel})
