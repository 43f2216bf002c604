"""Tables of random types, nulls, slices and chunks are decided as the CSV file with the same values is."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from support import AT, TYPES, Row

from personalization_engine import Engine

Values = list[Any]
TEXTS = ["Zoë", "a name of more than twelve bytes", "x", "東京", "red", "größer", "two\nlines", 'with "quotes", too']


def encoded(rng: random.Random, values: Values, *types: pa.DataType) -> pa.Array:
    """The values as an array of one of the types, perhaps cut out of a longer one."""
    kind = rng.choice(types)
    if rng.random() < 0.5:
        before, after = rng.randint(0, 9), rng.randint(0, 9)
        return pa.array(values[:1] * before + values + values[-1:] * after, kind).slice(before, len(values))
    return pa.array(values, kind)


def texts(rng: random.Random, values: Values) -> pa.Array:
    array = encoded(rng, values, pa.string(), pa.large_string(), pa.string_view())
    if rng.random() < 0.3 and not pa.types.is_string_view(array.type):
        array = array.dictionary_encode()
        if rng.random() < 0.5 and len(array.dictionary) < 100:
            array = array.cast(pa.dictionary(pa.int8(), array.type.value_type))
    return array


def numbers(rng: random.Random, values: Values) -> pa.Array:
    known = [value for value in values if value is not None]
    types = [pa.float64(), pa.decimal128(9, 3)]
    if all(value == int(value) for value in known):
        types += [pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.float32(), pa.float16(), pa.decimal128(20, 2)]
        if all(value >= 0 for value in known):
            types += [pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64()]
    kind = rng.choice(types)
    if pa.types.is_decimal(kind):
        return encoded(rng, [None if value is None else Decimal(str(value)) for value in values], kind)
    if pa.types.is_integer(kind):
        values = [None if value is None else int(value) for value in values]
    return encoded(rng, values, kind)


def times(rng: random.Random, values: Values) -> pa.Array:
    units = ["us", "ns"]
    if all(value is None or value.microsecond % 1_000 == 0 for value in values):
        units.append("ms")
    kinds = [pa.timestamp(unit, zone) for unit in units for zone in ("UTC", "Europe/Vienna", "-03:30")]
    if rng.random() < 0.3:
        return texts(rng, [None if value is None else value.isoformat() for value in values])
    if rng.random() < 0.3:
        naive = [None if value is None else value.replace(tzinfo=None) for value in values]
        return encoded(rng, naive, *(pa.timestamp(unit) for unit in units))
    return encoded(rng, values, *kinds)


def lists(rng: random.Random, values: Values, element: pa.DataType) -> pa.Array:
    return encoded(
        rng, values, pa.list_(element), pa.large_list(element), pa.list_view(element), pa.large_list_view(element)
    )


def values_of(rng: random.Random, count: int, value: Callable[[], Any]) -> Values:
    return [None if rng.random() < 0.2 else value() for _ in range(count)]


def random_table(rng: random.Random, count: int) -> tuple[pa.Table, list[Row]]:
    """A table, and its rows as a CSV file spells them."""
    whole = rng.random() < 0.5
    base = datetime(2026, 5, 30, tzinfo=timezone.utc)
    microseconds = rng.choice([1_000_000, 1_000, 1])
    pools: dict[str, Values] = {
        "user_id": values_of(rng, count, lambda: f"u{rng.randint(0, 10**6)}"),
        "device_id": values_of(rng, count, lambda: f"d{rng.randint(0, 99)}"),
        "name": values_of(rng, count, lambda: rng.choice(TEXTS)),
        "score": values_of(rng, count, lambda: rng.randint(0, 100) if whole else rng.choice([-1.5, 0.5, 1, 9.999, 10])),
        "member": values_of(rng, count, lambda: rng.random() < 0.5),
        "seen": values_of(
            rng,
            count,
            lambda: (
                base + timedelta(microseconds=rng.randint(-60, 60) * 3_600_000_000 // 7 // microseconds * microseconds)
            ),
        ),
        "build": values_of(
            rng, count, lambda: rng.choice(["0.9.9", "1.0.0-rc.1", "2.0.0", "2.0.0-beta", "10.0", "no"])
        ),
        "tags": values_of(
            rng, count, lambda: [rng.choice(["red", "größer", "b", "c"]) for _ in range(rng.randint(1, 4))]
        ),
        "marks": values_of(rng, count, lambda: [rng.choice([7, -0.25, 100, 101.5]) for _ in range(rng.randint(1, 3))]),
        "place.city": values_of(rng, count, lambda: rng.choice(["Wien", "東京", "Roma"])),
        "choice.home.layout": values_of(rng, count, lambda: rng.choice(["tab", "dashboard", "list"])),
        "choice.home.tabs": values_of(rng, count, lambda: rng.choice([["more", "home"], ["more"], ["home"]])),
    }
    columns: dict[str, pa.Array] = {name: texts(rng, pools[name]) for name in ("user_id", "device_id", "name", "build")}
    columns["choice.home.layout"] = texts(rng, pools["choice.home.layout"])
    columns["choice.home.tabs"] = lists(rng, pools["choice.home.tabs"], pa.string())
    columns["score"] = numbers(rng, pools["score"])
    columns["member"] = encoded(rng, pools["member"], pa.bool_())
    columns["seen"] = times(rng, pools["seen"])
    columns["tags"] = lists(rng, pools["tags"], rng.choice([pa.string(), pa.large_string(), pa.string_view()]))
    columns["marks"] = lists(rng, pools["marks"], rng.choice([pa.float64(), pa.float32()]))
    city = texts(rng, pools["place.city"])
    if rng.random() < 0.5:
        columns["place.city"] = city
    else:
        hidden = [rng.random() < 0.2 for _ in range(count)]
        columns["place"] = pa.StructArray.from_arrays([city], names=["city"], mask=pa.array(hidden, pa.bool_()))
        pools["place.city"] = [None if gone else value for gone, value in zip(hidden, pools["place.city"], strict=True)]
    names = [name for name in columns if name == "user_id" or rng.random() < 0.85]
    rng.shuffle(names)
    table = pa.table({name: columns[name] for name in names})
    kept = ["place.city" if name == "place" else name for name in names]
    rows = [{name: spelt(pools[name][row]) for name in kept} for row in range(count)]
    return table, rows


def spelt(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, list):
        return "|".join(map(spelt, value))
    return str(value)


def chunked(rng: random.Random, table: pa.Table) -> pa.Table:
    pieces, start = [], 0
    while start < table.num_rows:
        length = rng.choice([1, 7, 127, 128, 129, 1_000])
        pieces += (
            table.slice(start, length).combine_chunks().to_batches()
            if rng.random() < 0.5
            else table.slice(start, length).to_batches()
        )
        start += length
    # Chunks of one column have one type, whatever their dictionaries.
    return pa.Table.from_batches(pieces, table.schema)


@pytest.mark.parametrize("seed", range(60))
def test_decides_as_the_csv_file_is(
    types: Engine, batch: Callable[[Path, Path], list[Row]], tmp_path: Path, seed: int
) -> None:
    rng = random.Random(seed)
    table, rows = random_table(rng, rng.choice([1, 2, 100, 500]))
    path = tmp_path / "users.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    expected = batch(path, TYPES)
    assert types.evaluate(table, at=AT).to_pylist() == expected
    assert types.evaluate(chunked(rng, table), at=AT, threads=2).to_pylist() == expected
    cells = {name: texts(rng, [row[name] or None for row in rows]) for name in rows[0]}
    assert types.evaluate(pa.table(cells), at=AT, cells=True).to_pylist() == expected
