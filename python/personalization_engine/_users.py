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

    :raises InputError: if this is no user at all.
    """
    if not isinstance(user, Mapping):
        raise InputError(f"a user is a mapping of attributes to values; this is {described(user)}")
    members = {}
    for name, value in user.items():
        if not isinstance(name, str) or not is_text(name):
            raise InputError(f"an attribute's name is a text; this is {name!r}")
        try:
            members[name] = encode_value(value)
        except RecursionError:
            members[name] = no_value("lists inside each other without end")
    return json.dumps(members, ensure_ascii=False).encode()


def no_value(what: str) -> dict[str, str]:
    """What no attribute takes, so that it counts as missing and is on the list of issues."""
    return {"no value": what}


def encode_value(value: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value if is_text(value) else no_value(repr(value))
    if isinstance(value, int):
        return value if -(1 << 63) <= value < 1 << 63 else nearest_float(value)
    if isinstance(value, float):
        # JSON has no such numbers.
        return value if math.isfinite(value) else no_value(str(value))
    if isinstance(value, Decimal):
        return encode_value(float(value)) if value.is_finite() else no_value(str(value))
    if type(value).__name__ in ("NaTType", "NAType"):
        # What pandas says for no value.
        return None
    if isinstance(value, date):
        try:
            return encode_time(value)
        except OverflowError:
            return no_value(str(value))
    if isinstance(value, Mapping):
        return {repr(key): encode_value(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [encode_value(element) for element in value]
    if isinstance(value, (set, frozenset)):
        return sorted((encode_value(element) for element in value), key=str)
    if type(value).__name__ == "datetime64":
        # With nanoseconds, its own conversion gives a bare number.
        return encode_value(value.astype("datetime64[us]").tolist())
    if hasattr(value, "tolist"):
        # A scalar or an array of NumPy's.
        return encode_value(value.tolist())
    return no_value(described(value))


def nearest_float(value: int) -> Any:
    try:
        return float(value)
    except OverflowError:
        return no_value("a number beyond all bounds")


def is_text(value: str) -> bool:
    """Whether JSON, and every program behind it, can hold the text: no NUL, and no half of a surrogate pair."""
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
    if type(time).__name__ == "NaTType":
        raise InputError("a time is a datetime, a date or a text; this is none")
    zoned = time if time.tzinfo else time.replace(tzinfo=timezone.utc)
    return zoned.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def described(value: Any) -> str:
    return f"a {type(value).__name__}"
