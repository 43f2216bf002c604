"""Decisions on a Spark cluster.

Rows are independent, so that nothing is shuffled: each partition is decided where it lies, by as many cores as there
are tasks, and a skewed partition costs what its rows cost. The package with its library, and the workspace as a bundle,
travel to the executors; they need Python, pyarrow and tqdm.
"""

from __future__ import annotations

import inspect
import os
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from ._library import NAME
from ._tables import empty_batch
from .engine import Engine, Time, moment
from .errors import IgnoredColumnsWarning, InputError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType


def evaluate(
    df: DataFrame,
    workspace: str | os.PathLike[str] | Engine,
    *,
    at: Time | None = None,
    columns: Sequence[str] | None = None,
    keep: str | Sequence[str] | None = None,
    cells: bool = False,
    flawed: str | None = None,
) -> DataFrame:
    """Decides for every row of a frame; see :meth:`Engine.evaluate` for the arguments.

    The workspace is read and the frame's columns are checked at once, here; the rows are decided when they are needed.

    :param workspace: A folder or a bundle, where the driver sees it, or an engine.
    :param at: None: now, the same for all rows, however often they are computed.
    :param flawed: A column that is no attribute: a row with a value there is one that Spark could not read, and ends
        the job; Spark calls it ``columnNameOfCorruptRecord``.
    """
    engine = workspace if isinstance(workspace, Engine) else Engine(workspace)
    time = moment(at).decode()
    given, fields = df.columns, df.schema
    if flawed is not None:
        fields = type(fields)([field for field in fields if field.name != flawed])
    kept = [engine.unit] if keep is None and engine.unit in df.columns else keep or []
    names = fields.names if kept == "all" else [kept] if isinstance(kept, str) else list(kept)
    nothing = engine.evaluate(empty_batch(arrow_schema(fields)), at=time, columns=columns, keep=names, cells=cells)
    ship(df.sparkSession)
    decide = decider(engine.bundle(), time, given, flawed, columns, names, cells)
    # Spark takes a dot in a name for a path, and names of slots have some.
    numbered = df.toDF(*(f"c{number}" for number in range(len(given))))
    return numbered.mapInArrow(decide, result_type(fields, names, nothing.schema))


def arrow_schema(frame: StructType) -> pa.Schema:
    """What the batches of a frame will look like."""
    from pyspark.sql.pandas.types import to_arrow_schema

    if "timezone" in inspect.signature(to_arrow_schema).parameters:
        return to_arrow_schema(frame, timezone="UTC")
    return to_arrow_schema(frame)


def decider(
    bundle: bytes,
    at: str,
    names: list[str],
    flawed: str | None,
    columns: Sequence[str] | None,
    keep: Sequence[str],
    cells: bool,
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """What each task does with its batches."""

    def decide(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        engine = engine_of(bundle)
        with warnings.catch_warnings():
            # The driver has warned.
            warnings.simplefilter("ignore", IgnoredColumnsWarning)
            users = (sound(batch.rename_columns(names), flawed) for batch in batches)
            for first in users:
                # As one stream, so that its columns are looked at once a task, which has one core.
                stream = pa.RecordBatchReader.from_batches(first.schema, chain([first], users))
                yield from map(
                    plain,
                    engine.evaluate(stream, at=at, columns=columns, keep=keep, cells=cells, threads=1, progress=False),
                )

    return decide


def sound(batch: pa.RecordBatch, flawed: str | None) -> pa.RecordBatch:
    """The batch without the column that tells of flawed rows.

    :raises InputError: if it tells of one.
    """
    if flawed is None:
        return batch
    told = batch.column(batch.schema.get_field_index(flawed)).drop_null()
    if len(told):
        text = told[0].as_py()
        shown = text if len(text) <= 60 else text[:60] + "…"
        raise InputError(f"a record has more or fewer fields than the header: {shown!r}; personalize batch names each")
    return batch.select([name for name in batch.schema.names if name != flawed])


@lru_cache(maxsize=4)
def engine_of(bundle: bytes) -> Engine:
    """An executor's process reads a workspace once, whatever it has of tasks."""
    return Engine.from_bundle(bundle)


def plain(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The batch without dictionaries, which Spark has not."""
    arrays = [column.dictionary_decode() if pa.types.is_dictionary(column.type) else column for column in batch.columns]
    return pa.RecordBatch.from_arrays(arrays, names=batch.schema.names)


def result_type(frame: StructType, kept: Sequence[str], decisions: pa.Schema) -> StructType:
    from pyspark.sql.types import ArrayType, StringType, StructType

    result = StructType([frame.fields[frame.names.index(name)] for name in kept])
    for field in list(decisions)[len(kept) :]:
        result.add(field.name, ArrayType(StringType()) if pa.types.is_list(field.type) else StringType())
    return result


# Sessions that have the package already.
shipped: set[str] = set()


def ship(session: SparkSession) -> None:
    """Hands the package to the executors of a session, once."""
    if hasattr(session, "_jsc"):
        name = session.sparkContext.applicationId
        if name not in shipped:
            session.sparkContext.addPyFile(archive())
    else:
        # Spark Connect.
        name = str(getattr(session, "session_id", ""))
        if name not in shipped:
            session.addArtifacts(archive(), pyfile=True)
    shipped.add(name)


@cache
def archive() -> str:
    """The package's archive, made once a process."""
    folder = tempfile.mkdtemp(prefix="personalization-")
    return package_archive(folder)


def package_archive(folder: str | os.PathLike[str]) -> str:
    """Packs this package with its library into a zip file from which Python can import it."""
    path = Path(folder, "personalization_engine.zip")
    package = resources.files(__package__)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        for entry, name in package_files(package):
            file.writestr(f"{__package__}/{name}", entry.read_bytes())
        named = os.environ.get("PERSONALIZATION_LIBRARY")
        if named:
            file.write(named, f"{__package__}/_lib/{NAME}")
    return str(path)


def package_files(package: Traversable) -> Iterator[tuple[Traversable, str]]:
    for entry in package.iterdir():
        if entry.is_file() and entry.name.endswith((".py", ".typed")):
            yield entry, entry.name
    libraries = package / "_lib"
    if libraries.is_dir() and not os.environ.get("PERSONALIZATION_LIBRARY"):
        for entry in libraries.iterdir():
            yield entry, f"_lib/{entry.name}"
