"""Users and times as the engine reads them."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any

from .errors import InputError

SURROGATE = re.compile("[\ud800-\udfff]")


def encode_user(user: Mapping[str, Any]) -> bytes:
    """The JSON object of a user.

    :raises InputError: if a value is of a type that no attribute holds.
    """
    if not isinstance(user, Mapping):
        raise InputError(f"a user is a mapping of attributes to values; this is {described(user)}")
    members = {}
    for name, value in user.items():
        if not isinstance(name, str) or not is_text(name):
            raise InputError(f"an attribute's name is a text; this is {name!r}")
        try:
            members[name] = encode_value(value, name)
        except RecursionError:
            raise InputError(f"{name} has lists inside each other without end") from None
    return json.dumps(members, ensure_ascii=False).encode()


def encode_value(value: Any, name: str) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value if is_text(value) else {"no text": repr(value)}
    if isinstance(value, int):
        return value if -(1 << 63) <= value < 1 << 63 else nearest_float(value)
    if isinstance(value, float):
        # JSON has no such numbers. As a text, which no number is, it counts as missing and is on the list of issues.
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Decimal):
        return encode_value(float(value), name)
    if isinstance(value, (datetime, date)):
        return encode_time(value)
    if isinstance(value, Mapping):
        return {repr(key): encode_value(member, name) for key, member in value.items()}
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


def is_text(value: str) -> bool:
    """Whether JSON, and every program behind it, can hold the text: no NUL, and no half of a surrogate pair.

    Another one is sent as an object, which no attribute takes, so that it counts as missing and is an issue.
    """
    return "\0" not in value and (value.isascii() or not SURROGATE.search(value))


def encode_name(name: Any) -> bytes:
    """A name or a path for the library, whose texts end in NUL."""
    if not isinstance(name, (str, bytes)):
        raise InputError(f"a name is a string; this is {described(name)}")
    try:
        encoded = name if isinstance(name, bytes) else name.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{name!r} is no Unicode") from error
    if b"\0" in encoded:
        raise InputError(f"{name!r} has a NUL in it")
    return encoded


def encode_time(time: datetime | date | str) -> str:
    """RFC 3339; a time without a zone is one of UTC, as in files."""
    if isinstance(time, str):
        return time
    if not isinstance(time, date):
        raise InputError(f"a time is a datetime, a date or a text; this is {described(time)}")
    if not isinstance(time, datetime):
        return time.isoformat()
    zoned = time if time.tzinfo else time.replace(tzinfo=timezone.utc)
    return zoned.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def described(value: Any) -> str:
    return f"a {type(value).__name__}"
