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


# Values nest no deeper in the engine; what does is no attribute's.
DEEPEST = 100


class TooDeep(Exception):
    """A value nests deeper than the engine reads, perhaps without end."""


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
        except TooDeep:
            members[name] = no_value(f"values inside each other, more than {DEEPEST} deep")
    return json.dumps(members, ensure_ascii=False).encode()


def no_value(what: str) -> dict[str, str]:
    """What no attribute takes, so that it counts as missing and is on the list of issues."""
    return {"no value": what}


def encode_value(value: Any, depth: int = 1) -> Any:
    """The value as JSON has it.

    :raises TooDeep: if it nests too deep, and nothing else.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value if is_text(value) else no_value(ascii(value))
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
        except InputError:
            return no_value(str(value))
    if isinstance(value, (Mapping, list, tuple, set, frozenset)):
        if depth >= DEEPEST:
            raise TooDeep
        return encode_collection(value, depth)
    if type(value).__module__ == "numpy":
        return encode_numpy(value, depth)
    if hasattr(value, "tolist"):
        # An array of pandas or another library.
        plain = value.tolist()
        return no_value(described(value)) if hasattr(plain, "tolist") else encode_value(plain, depth)
    return no_value(described(value))


def encode_collection(value: Any, depth: int) -> Any:
    if isinstance(value, Mapping):
        return {encode_key(key): encode_value(member, depth + 1) for key, member in value.items()}
    elements = [encode_value(element, depth + 1) for element in value]
    return sorted(elements, key=str) if isinstance(value, (set, frozenset)) else elements


def encode_key(key: Any) -> str:
    """The name of a member; what is no text stands for itself, and no attribute is named so."""
    return key if isinstance(key, str) and is_text(key) else ascii(key)


def encode_numpy(value: Any, depth: int) -> Any:
    """A scalar or an array of NumPy's."""
    if hasattr(value, "__len__") and getattr(value, "ndim", False):
        # One by one: as a list, dates with nanoseconds would be bare numbers.
        return encode_value(list(value), depth)
    scalar = value[()] if type(value).__name__ == "ndarray" else value
    kind = getattr(getattr(scalar, "dtype", None), "kind", "")
    if kind == "M":
        # What lies outside the years of a datetime stays a number.
        moment = scalar.astype("datetime64[us]").tolist()
        return encode_value(moment) if moment is None or isinstance(moment, date) else no_value(str(scalar))
    if kind == "f":
        # A long double has no other conversion.
        return encode_value(float(scalar))
    if kind in ("b", "i", "u", "U"):
        return encode_value(scalar.tolist())
    if kind == "O" or not kind:
        return encode_value(scalar, depth) if type(scalar).__module__ != "numpy" else no_value(described(scalar))
    return no_value(described(scalar))


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
    try:
        return zoned.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    except (OverflowError, ValueError) as error:
        raise InputError(f"{time} lies outside the years 1 to 9999 in UTC") from error


def described(value: Any) -> str:
    return f"a {type(value).__name__}"


def shown(text: str) -> str:
    """A name from a table as messages show it: what cannot be seen is written out, and what is too long is cut."""
    plain = "".join(each if each.isprintable() else f"\\u{{{ord(each):X}}}" for each in text[:80])
    return plain if len(text) <= 80 else f"{plain}… ({len(text):,} characters)"
