from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest
from support import AT

from personalization_engine import Engine, InputError

ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)


def nested(depth: int) -> Any:
    value: Any = "red"
    for _ in range(depth):
        value = [value]
    return value


VIENNA = timezone(timedelta(hours=2))


@pytest.mark.parametrize(
    "attributes, segment",
    [
        ({"score": 12}, "score-large"),
        ({"score": 10**30}, "score-large"),
        ({"score": Decimal("0.5")}, "score-half"),
        ({"score": np.int16(5)}, "score-small"),
        ({"score": np.float32(0.5)}, "score-half"),
        ({"member": np.bool_(True)}, "member"),
        ({"seen": date(2026, 10, 1)}, "seen-recently"),
        ({"seen": datetime(2026, 6, 1, 12, 30, 0, 500_000)}, "seen-recently"),
        ({"seen": datetime(2026, 6, 1, 14, 30, 0, 500_000, tzinfo=VIENNA)}, "seen-recently"),
        ({"seen": "2026-10-01"}, "seen-recently"),
        ({"seen": np.datetime64("2026-10-01", "ns")}, "seen-recently"),
        ({"seen": pd.Timestamp("2026-10-01")}, "seen-recently"),
        ({"build": "2.0.1"}, "build-2"),
        ({"tags": ("a", "red")}, "tags-red"),
        ({"tags": {"red"}}, "tags-red"),
        ({"marks": np.array([1.0, 7.0])}, "marks-seven"),
        ({"name": "Zoë"}, "name-short"),
        ({"place.city": "東京"}, "city"),
        ({"place": {"city": "東京"}}, "city"),
        ({"place": {1: 2, "street": None, "city": "東京"}}, "city"),
        ({"seen": np.datetime64("2026-10")}, "seen-recently"),
        ({"seen": np.array("2026-10-01", "datetime64[ns]")}, "seen-recently"),
        ({"score": np.longdouble("0.5")}, "score-half"),
        ({"score": np.array(12)}, "score-large"),
        ({"name": np.str_("Zoë")}, "name-short"),
        ({"tags": np.array(["a", "red"])}, "tags-red"),
        ({"tags": np.array(["a", "red"], object)}, "tags-red"),
        ({"tags": pd.Series(["a", "red"])}, "tags-red"),
        ({"marks": np.array([1, 7], np.longdouble)}, "marks-seven"),
    ],
)
def test_takes_values_of_python_and_numpy(types: Engine, attributes: dict[str, Any], segment: str) -> None:
    decision = types.decide({"user_id": "u1", **attributes}, at=AT)
    assert segment in decision["segments"] and decision["issues"] == []


@pytest.mark.parametrize(
    "name, value",
    [
        ("score", float("nan")),
        ("score", float("inf")),
        ("score", Decimal("sNaN")),
        ("score", "twelve"),
        ("score", 1j),
        ("score", 10**400),
        ("member", 1),
        ("name", "a\0b"),
        ("name", "\ud800"),
        ("name", float("nan")),
        ("user_id", float("nan")),
        ("user_id", 7),
        ("seen", {1: 2}),
        ("seen", datetime.min.replace(tzinfo=VIENNA)),
        ("tags", ENDLESS),
        ("tags", nested(99)),
        ("tags", nested(101)),
        ("tags", nested(3000)),
        ("score", np.datetime64("2026-10-01", "ns")),
        ("score", np.timedelta64(5, "ns")),
        ("score", np.longdouble("inf")),
        ("score", np.clongdouble(1)),
        ("score", np.array([], float)),
        ("score", np.zeros(1, [("a", int)])[0]),
        ("seen", np.datetime64("30000-01-01")),
        ("seen", datetime.max.replace(tzinfo=timezone(timedelta(hours=-2)))),
    ],
)
def test_counts_what_an_attribute_does_not_take_as_missing(types: Engine, name: str, value: Any) -> None:
    decision = types.decide({"user_id": "u1", name: value}, at=AT)
    assert [issue.split(":")[0] for issue in decision["issues"]] == [name]
    if name == "user_id":
        assert all(each["unit"] is None for each in decision["assignments"])


@pytest.mark.parametrize("nothing", [None, pd.NaT, pd.NA])
def test_takes_no_value_for_none(types: Engine, nothing: Any) -> None:
    assert types.decide({"user_id": "u1", "seen": nothing}, at=AT) == types.decide({"user_id": "u1"}, at=AT)


@pytest.mark.parametrize(
    "user, message",
    [
        ([("user_id", "u1")], "a user is a mapping"),
        ({1: "u1"}, "an attribute's name is a text"),
        ({"a\0": "u1"}, "an attribute's name is a text"),
    ],
)
def test_says_what_is_no_user(types: Engine, user: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        types.decide(user)


@pytest.mark.parametrize(
    "at",
    [
        "tomorrow",
        "",
        "2026-13-01",
        "2026-11-30\0",
        "\ud800",
        pd.NaT,
        5,
        datetime.min.replace(tzinfo=VIENNA),
        datetime.max.replace(tzinfo=timezone(timedelta(hours=-2))),
    ],
)
def test_says_what_is_no_time(types: Engine, at: Any) -> None:
    for use in (lambda: types.decide({}, at=at), lambda: types.evaluate(pd.DataFrame({"user_id": []}), at=at)):
        with pytest.raises(
            InputError, match="expected one such|has a NUL|this is none|outside the years|Unicode|a int"
        ):
            use()


@pytest.mark.parametrize("at", [AT, datetime(2026, 11, 30, 10, tzinfo=VIENNA), datetime(2026, 11, 30, 8)])
def test_takes_times_of_any_zone(types: Engine, at: Any) -> None:
    assert types.decide({}, at=at)["at"] == AT


def test_explains_on_demand(types: Engine) -> None:
    user = {"user_id": "u1", "score": 12}
    plain, explained = types.decide(user, at=AT), types.decide(user, at=AT, explain=True)
    assert plain.items() <= explained.items() and len(explained) > len(plain)
