"""Personalised navigation: where an app starts, how its home is laid out and where a lost user lands, per user."""

from ._version import VERSION as __version__
from .engine import Engine, Time
from .errors import (
    ConfigurationError,
    Diagnostic,
    IgnoredColumnsWarning,
    InputError,
    LibraryError,
    PersonalizationError,
)

__all__ = [
    "ConfigurationError",
    "Diagnostic",
    "Engine",
    "IgnoredColumnsWarning",
    "InputError",
    "LibraryError",
    "PersonalizationError",
    "Time",
    "__version__",
]
