"""Users and times as the engine reads them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import date, datetime, timezone
from typing import Any

from .errors import InputError


def encode_user(user: Mapping[str, Any]) -> bytes:
    """The JSON object of a user.

    :raises InputError: if a value is of a type that no attribute holds.
    """
    if not isinstance(user, Mapping):
        raise InputError(f"a user is a mapping of attributes to values; this is {described(user)}")
    members = {}
    for name, value in user.items():
        if not isinstance(name, str):
            raise InputError(f"an attribute's name is a string; this is {described(name)}")
        members[name] = encode_value(value, name)
    try:
        return json.dumps(members, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise InputError(f"a text of the user is no Unicode: {error.reason}") from error


def encode_value(value: Any, name: str) -> Any:
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return value if -(1 << 63) <= value < 1 << 63 else nearest_float(value)
    if isinstance(value, float):
        # JSON has no such numbers. As a text, which no number is, it counts as missing and is on the list of issues.
        return value if math.isfinite(value) else str(value)
    if isinstance(value, (datetime, date)):
        return encode_time(value)
    if isinstance(value, Mapping):
        return {str(key): encode_value(member, f"{name}.{key}") for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [encode_value(element, name) for element in value]
    if isinstance(value, (set, frozenset)):
        return sorted((encode_value(element, name) for element in value), key=str)
    if hasattr(value, "tolist"):
        # A scalar or an array of NumPy's.
        return encode_value(value.tolist(), name)
    raise InputError(f"{name} is {described(value)}; expected text, a number, a boolean, a date, or a list of these")


def nearest_float(value: int) -> float | str:
    try:
        return float(value)
    except OverflowError:
        return "a number beyond all bounds"


def encode_time(time: datetime | date | str) -> str:
    """RFC 3339; a time without a zone is one of UTC, as in files."""
    if isinstance(time, str):
        return time
    if not isinstance(time, datetime):
        return time.isoformat()
    zoned = time if time.tzinfo else time.replace(tzinfo=timezone.utc)
    return zoned.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def described(value: Any) -> str:
    return f"a {type(value).__name__}"
