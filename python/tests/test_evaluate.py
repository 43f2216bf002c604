from __future__ import annotations

import warnings
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from support import AT, plain

from personalization_engine import Engine, IgnoredColumnsWarning, InputError
from personalization_engine.duckdb import evaluate as evaluate_relation

USERS = pa.table(
    {
        "user_id": ["u1", "u2", "u3", None],
        "score": pa.array([0.5, None, 12, 1], pa.float64()),
        "name": ["Zoë", "a name of more than twelve bytes", None, "x"],
    }
)


class Stranger:
    """A table of a library that this package knows nothing of."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return USERS.__arrow_c_stream__(requested_schema)


class StrangeBatch:
    def __arrow_c_array__(self, requested_schema: object = None) -> object:
        return USERS.to_batches()[0].__arrow_c_array__(requested_schema)


@pytest.fixture(scope="module")
def expected(types: Engine) -> list[dict[str, Any]]:
    return types.evaluate(USERS, at=AT).to_pylist()


def test_gives_the_columns_of_a_batch(types: Engine, expected: list[dict[str, Any]]) -> None:
    assert list(expected[0]) == ["user_id", *types.columns]
    assert expected[1]["segments"] == ["name-any", "score-missing", "seen-missing", "tags-none", "name-long"]
    assert [row["entry"] for row in expected] == ["home", "detail", "home", "home"]
    assert expected[3]["issues"] == ["user_id is empty"] and expected[3]["experiment.even"] is None


@pytest.mark.parametrize(
    "table, kind",
    [
        (USERS, pa.Table),
        (USERS.to_batches()[0], pa.RecordBatch),
        (USERS.to_reader(), pa.RecordBatchReader),
        (pl.from_arrow(USERS), pl.DataFrame),
        (Stranger(), pa.RecordBatchReader),
        (StrangeBatch(), pa.RecordBatch),
        (duckdb.sql("from USERS"), pa.RecordBatchReader),
    ],
    ids=lambda each: type(each).__name__ if not isinstance(each, type) else "",
)
def test_gives_back_what_it_was_given(types: Engine, expected: list[dict[str, Any]], table: Any, kind: type) -> None:
    result = types.evaluate(table, at=AT)
    assert type(result) is kind
    if isinstance(result, pa.RecordBatchReader):
        result = result.read_all()
    assert (result.to_dicts() if isinstance(result, pl.DataFrame) else result.to_pylist()) == expected


def test_keeps_the_index_of_a_pandas_frame_and_takes_its_gaps_as_missing(types: Engine) -> None:
    frame = pd.DataFrame({"user_id": ["a", "b"], "score": [0.5, np.nan], "seen": pd.to_datetime(["2026-10-01", None])})
    frame.index = pd.Index([7, 3])
    result = types.evaluate(frame, at=AT)
    assert type(result) is pd.DataFrame and list(result.index) == [7, 3]
    assert [list(each) for each in result["issues"]] == [[], []]
    assert "score-half" in result["segments"][7] and "seen-recently" in result["segments"][7]
    assert "score-missing" in result["segments"][3] and "seen-missing" in result["segments"][3]


def test_takes_categories_of_polars_and_pandas(types: Engine) -> None:
    names = ["Zoë", None, "x"]
    frame = pl.DataFrame({"user_id": ["a", "b", "c"], "name": names, "device_id": ["d", "d", None]})
    expected = types.evaluate(frame, at=AT, keep=[]).to_dicts()
    categories = frame.with_columns(
        pl.col("user_id").cast(pl.Categorical),
        pl.col("name").cast(pl.Enum(["x", "Zoë"])),
        pl.col("device_id").cast(pl.Categorical),
    )
    assert types.evaluate(categories, at=AT, keep=[]).to_dicts() == expected
    decisions = types.evaluate(frame.to_pandas().astype("category"), at=AT, keep=[])
    assert pa.Table.from_pandas(decisions).to_pylist() == expected


def test_gives_back_kept_columns_of_pandas_as_they_were(types: Engine) -> None:
    account = pd.array([2**60 + 1, None], dtype="Int64")
    frame = pd.DataFrame({"user_id": ["a", "b"], "account": account, "flag": pd.array([True, None], dtype="boolean")})
    with pytest.warns(IgnoredColumnsWarning):
        result = types.evaluate(frame, at=AT, columns=["entry"], keep="all")
    assert list(result.columns) == ["user_id", "account", "flag", "entry"]
    pd.testing.assert_frame_equal(result[["user_id", "account", "flag"]], frame)


@pytest.mark.parametrize("table", [pl.DataFrame, pa.table, pd.DataFrame])
def test_keeps_no_column_that_is_named_like_a_decision(types: Engine, table: Any) -> None:
    users = table({"user_id": ["a"], "entry": ["x"]})
    with pytest.warns(IgnoredColumnsWarning), pytest.raises(InputError, match="entry cannot be kept"):
        types.evaluate(users, keep="all")
    with pytest.warns(IgnoredColumnsWarning):
        types.evaluate(users, keep="all", columns=["issues"])


def test_refuses_types_whose_stored_values_mean_something_else(types: Engine) -> None:
    frame = pd.DataFrame({"user_id": ["a", "b"], "seen": pd.period_range("2026-11-20", periods=2, freq="D")})
    with pytest.raises(InputError, match="seen has the type pandas.period"):
        types.evaluate(frame)
    frame["seen"] = frame["seen"].dt.to_timestamp()
    assert all("seen-recently" in segments for segments in types.evaluate(frame, at=AT)["segments"])


def test_says_that_a_frame_mixes_types(types: Engine) -> None:
    with pytest.raises(InputError, match="one type each.*score"):
        types.evaluate(pd.DataFrame({"user_id": ["a", "b"], "score": [1, "two"]}))


def test_makes_only_the_columns_that_are_asked_for(types: Engine) -> None:
    result = types.evaluate(USERS, at=AT, columns=["issues", "entry"], keep=[])
    assert result.column_names == ["issues", "entry"]
    assert types.evaluate(USERS, columns=[], keep="all").column_names == USERS.column_names
    assert types.evaluate(USERS, columns=["entry"], keep=["name", "user_id"]).column_names == [
        "name",
        "user_id",
        "entry",
    ]
    assert types.evaluate(USERS, columns="entry", keep="name").column_names == ["name", "entry"]


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"columns": ["entri"]}, "entri: is no column of the output"),
        ({"keep": ["nme"]}, "no column nme to keep"),
        ({"at": "soon"}, "expected one such as"),
        ({"at": 5}, "a time is a datetime"),
        ({"columns": ["entry\0x"]}, "has a NUL"),
        ({"columns": [7]}, "a name is a string"),
        ({"threads": 0}, "expected at least 1"),
        ({"threads": "2"}, "expected at least 1"),
        ({"keep": [5]}, "a column's name is a string"),
        ({"keep": ["name", "name"]}, "name is to be kept twice"),
        ({"keep": 5}, "keep is a list of names of columns; this is a int"),
        ({"columns": 5}, "columns is a list of names of columns"),
        ({"columns": [b"entry\xff"]}, "no name in UTF-8"),
    ],
)
def test_says_which_argument_cannot_be_used(types: Engine, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        types.evaluate(USERS, **arguments)


@pytest.mark.parametrize(
    "table, message",
    [
        ([{"user_id": "u1"}], "a list is no table"),
        (pl.LazyFrame({"user_id": ["u1"]}), "collect"),
        (pl.Series("user_id", ["u1"]), "a Series is no table"),
        (pa.table({"userid": ["u1"]}), "no column user_id.*is it userid"),
        (pa.table({"user_id": [1]}), "user_id holds values of type int64.*expected a string column"),
        (pa.table({"user_id": ["a"], "score": ["1"]}), "score holds values of type string.*expected integers"),
        (pa.table({"user_id": ["a"], "tags": ["1"]}), "tags holds.*lists of strings"),
        (pa.table({"user_id": ["a"], "marks": [["x"]]}), "marks holds.*lists of numbers"),
        (pa.table([["a"], ["b"]], names=["user_id", "user_id"]), "two columns are named user_id"),
        (pa.table({}), "no column user_id"),
        (pa.table({"user_id": ["a"], "score": [{"left": 1}]}), "score holds values of type struct"),
        (pa.table({"user_id": ["a"], "score": pa.array([{}], pa.struct([]))}), "score holds values of type struct"),
        (pl.DataFrame({"user_id": ["a"], "score": pl.Series([object()], dtype=pl.Object)}), "score holds Python obj"),
        (pl.DataFrame({"user_id": pl.Series([object()], dtype=pl.Object)}), "user_id holds Python objects"),
        (pd.DataFrame({"user_id": ["a"], "score": [10**30]}), "column score"),
        (pd.DataFrame({"user_id": ["a"], "score": pd.Series([1j])}), "column score|score"),
        (pd.DataFrame({"user_id": ["a", "b"], "score": pd.cut([1, 12], 2)}), "score"),
    ],
)
def test_says_what_is_wrong_with_a_table(types: Engine, table: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        types.evaluate(table)


def test_warns_of_columns_that_nothing_reads(types: Engine) -> None:
    with pytest.warns(IgnoredColumnsWarning, match="no attribute is named colour, size; ignored") as warned:
        result = types.evaluate(USERS.append_column("colour", USERS["name"]).append_column("size", USERS["score"]))
    assert warned[0].filename == __file__
    with pytest.warns(IgnoredColumnsWarning) as warned:
        evaluate_relation(duckdb.sql("select user_id, name as colour from USERS"), types)
    assert warned[0].filename == __file__
    assert result.schema.metadata is None


def test_names_what_is_doubtful_in_a_row(types: Engine) -> None:
    table = pa.table({"user_id": ["a"], "score": [float("nan")], "build": ["two"], "tags": [["x", None]]})
    (issues,) = types.evaluate(table, columns=["issues"], keep=[]).to_pylist()
    assert issues["issues"] == [
        'score: "nan" is not a number',
        'build: "two" is not a version such as 1.2.3',
        'tags: "null" in a list is no element',
    ]


def test_keeps_the_objects_of_a_frame_as_they_are(types: Engine) -> None:
    thing = object()
    frame = pl.DataFrame({"note": pl.Series([thing, None], dtype=pl.Object), "user_id": ["a", "b"]})
    with pytest.warns(IgnoredColumnsWarning, match="note"):
        result = types.evaluate(frame, columns=["entry"], keep="all")
    assert result.columns == ["note", "user_id", "entry"] and result["note"].to_list() == [thing, None]


def test_reads_sparse_columns_of_pandas(types: Engine) -> None:
    frame = pd.DataFrame({"user_id": ["a", "b", "c"], "score": pd.arrays.SparseArray([0.5, np.nan, 12.0])})
    result = types.evaluate(frame, at=AT, keep="all")
    dense = types.evaluate(USERS.slice(0, 3).drop(["name"]), at=AT)
    assert [list(each) for each in result["segments"]] == dense["segments"].to_pylist()
    assert result["score"].dtype == frame["score"].dtype


def test_reads_encoded_structures_and_names_those_that_no_attribute_takes(types: Engine) -> None:
    places = pa.array([{"city": "Wien", "zip": 1}, None, {"city": "東京", "zip": None}])
    encoded = pa.DictionaryArray.from_arrays(pa.array([2, 1, None, 0], pa.int8()), places)
    table = pa.table({"user_id": ["a", "b", "c", "d"], "place": encoded})
    with pytest.warns(IgnoredColumnsWarning, match="place.zip"):
        result = types.evaluate(table, at=AT, columns=["segments"], keep=[])
    assert ["city" in row["segments"] for row in result.to_pylist()] == [True, False, False, True]
    bins = pa.DictionaryArray.from_arrays(pa.array([0], pa.int8()), pa.array([{"left": 1.0}]))
    with pytest.warns(IgnoredColumnsWarning, match="bin.left"):
        types.evaluate(pa.table({"user_id": ["a"], "bin": bins}), at=AT)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("rows", [0, 1, 65_536, 200_001])
def test_gives_the_same_for_any_number_of_threads_and_chunks(types: Engine, threads: int, rows: int) -> None:
    ids = pa.array([f"u{number}" for number in range(rows)], pa.string())
    whole = pa.table({"user_id": ids, "score": pa.array(np.arange(rows) % 17)})
    first = types.evaluate(whole, at=AT, threads=1)
    assert first.num_rows == rows and first["user_id"].to_pylist() == ids.to_pylist()
    pieces = pa.Table.from_batches(whole.to_batches(max_chunksize=30_011), whole.schema)
    for again in (whole, pieces):
        assert plain(types.evaluate(again, at=AT, threads=threads)).equals(plain(first))
    if rows:
        batch = types.evaluate(whole.combine_chunks().to_batches()[0], at=AT, threads=threads)
        assert plain(pa.Table.from_batches([batch])).equals(plain(first))


def test_decides_a_stream_while_it_is_read(types: Engine) -> None:
    given = 0

    def batches() -> Any:
        nonlocal given
        for number in range(1_000):
            given += 1
            yield pa.record_batch({"user_id": [f"u{number}"]})

    source = pa.RecordBatchReader.from_batches(pa.schema({"user_id": pa.string()}), batches())
    reader = types.evaluate(source, at=AT, threads=2)
    assert given == 0
    assert reader.read_next_batch()["user_id"].to_pylist() == ["u0"]
    assert given < 20
    assert reader.read_all().num_rows == 999


def test_passes_on_what_breaks_a_stream(types: Engine) -> None:
    def batches() -> Any:
        yield pa.record_batch({"user_id": ["u1"]})
        raise OSError("the disk is gone")

    source = pa.RecordBatchReader.from_batches(pa.schema({"user_id": pa.string()}), batches())
    with pytest.raises(OSError, match="the disk is gone"):
        types.evaluate(source, at=AT).read_all()


def test_shows_its_progress_on_demand(types: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    types.evaluate(USERS, at=AT)
    types.evaluate(USERS, at=AT, progress=False)
    assert capsys.readouterr().err == ""
    types.evaluate(USERS, at=AT, progress=True)
    assert "/4.00 [" in capsys.readouterr().err


def test_reads_texts_as_cells_of_a_file_on_demand(types: Engine) -> None:
    cells = {
        "user_id": ["u1", "u2", "u3"],
        "score": ["12", "", "twelve"],
        "member": ["yes", None, "perhaps"],
        "seen": ["2026-10-01", "", "soon"],
        "build": ["2.0.1", "", "two"],
        "tags": ["a|red", "", "b"],
        "marks": ["7|101", "", "7|x"],
    }
    rows = types.evaluate(pa.table(cells), at=AT, cells=True).to_pylist()
    wanted = {"score-large", "member", "seen-recently", "build-2", "tags-red", "marks-seven", "marks-high"}
    assert wanted <= set(rows[0]["segments"]) and rows[0]["issues"] == rows[1]["issues"] == []
    assert {"score-missing", "seen-missing", "tags-none"} <= set(rows[1]["segments"])
    assert [issue.split(" ")[0] for issue in rows[2]["issues"]] == ["score:", "member:", "seen:", "build:", "marks:"]
    with pytest.raises(InputError, match="score holds values of type string"):
        types.evaluate(pa.table(cells))


def test_does_not_grow_with_repeated_calls(types: Engine) -> None:
    rows = 20_000
    table = pa.table(
        {
            "user_id": [f"u{number}" for number in range(rows)],
            "name": pa.array(["Zoë", "other", None, "x"] * (rows // 4)).dictionary_encode(),
            "tags": pa.array([["red"], [], None, ["a", "b", "c"]] * (rows // 4)),
            "score": pa.array([float("nan")] * rows),
        }
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(40):
            types.evaluate(table, at=AT)
        before, allocated = resident(), pa.total_allocated_bytes()
        for _ in range(200):
            types.evaluate(table, at=AT)
    # One result is about 4 MB: two hundred that stayed would be 800.
    assert resident() - before < 30_000_000
    assert pa.total_allocated_bytes() == allocated


def resident() -> int:
    """Bytes of memory that this process holds."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096
