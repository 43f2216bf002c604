"""Finds and loads libpersonalization, and declares its functions; personalization.h describes them."""

from __future__ import annotations

import ctypes
import json
import os
import sys
import tempfile
from ctypes import POINTER, c_char_p, c_int, c_size_t, c_uint, c_uint32, c_void_p
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from .errors import InputError, LibraryError

ABI = 1
OK, REFUSED, UNUSABLE = 0, 1, 2
EXPLAIN, CELLS = 1, 1

NAME = "libpersonalization.dylib" if sys.platform == "darwin" else "libpersonalization.so"


class ArrowStructure(ctypes.Structure):
    """Room for an ArrowSchema or an ArrowArray, as long as the longer one; only C looks inside."""

    _fields_ = [("bytes", ctypes.c_uint64 * 10)]

    @property
    def address(self) -> int:
        return ctypes.addressof(self)


@cache
def library() -> Any:
    """The library, loaded once a process.

    It is the one that PERSONALIZATION_LIBRARY names, or the one that was packed with this package.
    """
    named = os.environ.get("PERSONALIZATION_LIBRARY")
    return declared(Path(named)) if named else packed()


def packed() -> Any:
    folder = resources.files(__package__) / "_lib"
    if isinstance(folder, Path):
        return declared(folder / NAME)
    # Imported from a zip file, as Spark's executors do: a library is loaded from real files, which need not stay.
    with tempfile.TemporaryDirectory(prefix="personalization-") as place:
        for entry in folder.iterdir():
            Path(place, entry.name).write_bytes(entry.read_bytes())
        return declared(Path(place, NAME))


def declared(path: Path) -> Any:
    if not path.is_file():
        raise LibraryError(
            f"there is no {path}: install the package with pip, or set PERSONALIZATION_LIBRARY to a built library"
        )
    try:
        found = ctypes.CDLL(str(path.resolve()))
        found.personalization_abi.restype = c_uint32
        abi = found.personalization_abi()
    except OSError as error:
        raise LibraryError(f"{path} cannot be loaded: {error}") from error
    except AttributeError as error:
        raise LibraryError(f"{path} is no library of this engine: it has no personalization_abi") from error
    if abi != ABI:
        raise LibraryError(f"{path} has the binary interface {abi}; this package expects {ABI}")
    # Texts that the library hands out are void pointers here, since ctypes would copy and forget a c_char_p.
    signatures: dict[str, tuple[Any, list[Any]]] = {
        "version": (c_char_p, []),
        "open": (c_int, [c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
        "open_bundle": (c_int, [c_char_p, c_size_t, POINTER(c_void_p), POINTER(c_void_p)]),
        "bundle": (c_void_p, [c_void_p, POINTER(c_size_t)]),
        "close": (None, [c_void_p]),
        "decide": (c_int, [c_void_p, c_char_p, c_size_t, c_char_p, c_uint, POINTER(c_void_p)]),
        "evaluate": (
            c_int,
            [c_void_p, c_void_p, c_void_p, c_char_p, c_uint, POINTER(c_char_p), c_size_t, c_void_p, c_void_p]
            + [POINTER(c_void_p)],
        ),
        "describe": (c_void_p, [c_void_p]),
        "free": (None, [c_void_p]),
    }
    for name, (result, arguments) in signatures.items():
        try:
            function = getattr(found, f"personalization_{name}")
        except AttributeError as error:
            raise LibraryError(f"{path} is no library of this engine: it has no personalization_{name}") from error
        function.restype, function.argtypes = result, arguments
    return found


def take(text: c_void_p | int | None, length: int = -1) -> bytes:
    """Copies a text that the library handed out, or so many bytes, and frees it."""
    address = text.value if isinstance(text, c_void_p) else text
    if not address:
        return b""
    try:
        return ctypes.string_at(address, length)
    finally:
        library().personalization_free(address)


def input_error(answer: bytes) -> InputError:
    error = json.loads(answer)["error"]
    place = f"line {error['line']}, column {error['column']}: " if error.get("line") else ""
    return InputError(place + error["message"])
