"""What can go wrong, and what the engine says about a configuration."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Diagnostic:
    """One thing that is wrong with a configuration, or doubtful.

    ``code`` is explained by ``personalize explain``; ``line`` and ``column`` count from 1.
    """

    code: str
    severity: str
    message: str
    file: str
    line: int | None
    column: int | None
    suggestion: str | None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        hint = f"; did you mean {self.suggestion}?" if self.suggestion else ""
        return f"{place}: {self.severity}: {self.message}{hint} [{self.code}]"


def parse_diagnostics(report: bytes) -> tuple[Diagnostic, ...]:
    names = Diagnostic.__dataclass_fields__
    found = json.loads(report)["diagnostics"]
    return tuple(Diagnostic(**{name: diagnostic[name] for name in names}) for diagnostic in found)


class PersonalizationError(Exception):
    """Any error of this package."""


class LibraryError(PersonalizationError, ImportError):
    """The engine's library is missing, or is one that this version cannot use."""


class ConfigurationError(PersonalizationError, ValueError):
    """A workspace has errors; nothing of it was loaded."""

    def __init__(self, path: str, diagnostics: Sequence[Diagnostic]) -> None:
        self.path = path
        self.diagnostics = tuple(diagnostics)
        super().__init__(path, self.diagnostics)

    def __str__(self) -> str:
        errors = [str(diagnostic) for diagnostic in self.diagnostics if diagnostic.severity == "error"]
        count = "1 error" if len(errors) == 1 else f"{len(errors)} errors"
        return "\n".join([f"the workspace {self.path} has {count}:", *errors])


class InputError(PersonalizationError, ValueError):
    """A user, a table or a time cannot be used, and the message says why."""


class IgnoredColumnsWarning(UserWarning):
    """A table has columns that no attribute and no slot is named like."""
