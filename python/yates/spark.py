"""The order of a seed for DataFrames of Spark 4.1 or later, whatever its partitions, workers and retries are."""

from __future__ import annotations

import contextlib
import io
import operator
import re
from collections.abc import Iterator
from typing import Any, Callable, Optional
from urllib.parse import unquote

import numpy as np
import pyarrow as pa
from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, functions as F

from . import exchange
from ._stream import SeedLike

SHARD, RECORD, PLACE, MARK = "_yates_shard", "_yates_record", "_yates_place", -1
FILES = {"Relation", "RelationV2"}
IN_ORDER = FILES | {"Project", "Filter", "SubqueryAlias", "View"}  # what leaves rows in the order of their file


def shuffle(df: DataFrame, seed: SeedLike = None, shards: Optional[int] = None, by: Optional[str] = None,
            epoch: Optional[int] = None) -> DataFrame:
    """Return the rows in the order of the seed: partition after partition, in as many equal ones as shards says.

    The usual number of shards is spark.sql.shuffle.partitions. Rows are numbered by the names of their files and their
    places in them, or by the column that by names, which has the numbers 0 to n - 1. Counting reads all rows once;
    the driver gets the counts alone. Each row is exchanged once, and those of at most shards - 1 of the 4,096 buckets
    twice. The schema of the result says that all columns may be null.
    """
    spark = df.sparkSession
    exchange.check_columns(df.columns, by)
    k = int(spark.conf.get("spark.sql.shuffle.partitions")) if shards is None else operator.index(shards)
    if by is None:
        number, number_of = count_files(df)
        n = sum(rows for _, rows in number_of.values())
        numbers: Callable[[Any], Any] = lambda where: places(where, number_of)
    else:
        number, n = F.col(f"`{by.replace('`', '``')}`"), df.count()
        numbers = lambda column: column
    plan = exchange.Plan(seed, n, k, epoch, by)

    def scatter(column: Any) -> Any:
        return plan.along(numbers(column))

    def gather(shard: Any, along: Any) -> Any:
        place, came = np.full(len(along), -1), np.flatnonzero(along != MARK)
        rows = came[plan.gather(int(shard[0]), along[came])]
        place[rows] = np.arange(len(rows))
        return place

    shards_of = [list(range(first, last + 1)) for first, last in zip(plan.first.tolist(), plan.last.tolist())]
    table = F.from_json(F.lit(str(shards_of)), "array<array<int>>")  # one value, where a call for each takes a second
    # Each shard gets a row that is not df's: without a row it would not run, and not say that all of its rows are lost.
    none = [F.lit(None).cast(field.dataType).alias(field.name) for field in df.schema]
    marks = spark.range(k).select(*none, F.lit(MARK).cast("long"), F.col("id").cast("int"))
    return (df.withColumn(RECORD, by_column(scatter, number))
            .withColumn(SHARD, F.explode(F.get(table, F.shiftright(RECORD, exchange.MOST.bit_length() - 1))))
            .union(marks)
            .repartitionById(k, F.col(SHARD))
            .withColumn(PLACE, by_column(gather, F.col(SHARD), F.col(RECORD)))
            .filter(F.col(PLACE) >= 0).sortWithinPartitions(PLACE)
            .drop(SHARD, RECORD, PLACE))


def by_column(make: Callable[..., Any], *columns: Any) -> Any:
    """Return a column of numbers that make makes of the columns of a whole partition, as arrays.

    So the rows themselves stay with Spark, which sends these columns alone to Python.
    """
    one = len(columns) == 1

    def of_all(batches: Iterator[Any]) -> Iterator[pa.Array]:
        some = [(batch,) if one else batch for batch in batches]
        if some:
            made, at = make(*(pa.chunked_array(column).to_numpy() for column in zip(*some))), 0
            for batch in some:
                yield pa.array(made[at:at + len(batch[0])])
                at += len(batch[0])

    of_all.__annotations__ = {"batches": Iterator[pa.Array if one else tuple[pa.Array, ...]],
                              "return": Iterator[pa.Array]}
    return F.arrow_udf(of_all, "long").asNondeterministic()(*columns)  # or Spark moves filters below it


def plan_of(df: DataFrame) -> list[str]:
    """Return the names of the nodes of the plan of df, as explain prints it, which Spark Connect has as well."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        df.explain(extended=True)
    plan = said.getvalue().partition("== Analyzed Logical Plan ==\n")[2].partition("\n== Optimized")[0]
    return re.findall(r"^[ :]*[:+]- (\w+)", "+- " + plan.partition("\n")[2], re.MULTILINE)


def count_files(df: DataFrame) -> tuple[Any, dict[int, tuple[int, int]]]:
    """Return a column that names the piece of a file that a row is from, and for each its first number and its rows."""
    nodes = plan_of(df)
    if set(nodes) - IN_ORDER or sum(node in FILES for node in nodes) != 1:
        raise ValueError(f"the rows are not as they are in files, by which they are numbered, but come by a plan of "
                         f"{', '.join(nodes)}: shuffle what was read, or name a column of the numbers 0 to n - 1 "
                         "(by=...)")
    file, start = F.col("_metadata.file_path"), F.col("_metadata.file_block_start")
    try:
        read = df.select(file.alias("file"), start.alias("start"), F.monotonically_increasing_id().alias("row"))
    except AnalysisException:
        raise ValueError("the rows are not those of files, by which they are numbered, or a view hides the files: "
                         "shuffle what was read, or name a column of the numbers 0 to n - 1 (by=...)") from None
    pieces = read.groupBy("file", "start").agg(F.count("*"), F.max("row") - F.min("row"))
    found = pieces.select("*", F.xxhash64("file", "start")).collect()
    number_of, first = {}, 0
    for name, _, rows, span, piece_of in sorted(found, key=lambda f: (unquote(f[0]), f[1])):
        if span != rows - 1 or piece_of in number_of:
            raise ValueError(f"the rows of {name} are not as they are in the file: shuffle what was read, or name a "
                             "column of numbers (by=...)")
        number_of[piece_of] = first, rows
        first += rows
    return F.xxhash64(file, start), number_of


def places(piece: Any, number_of: dict[int, tuple[int, int]]) -> Any:
    """Return the numbers of rows that stand as in their files."""
    begins = np.flatnonzero(np.append(True, piece[1:] != piece[:-1]))
    numbers, seen = [], set()
    for begin, end in zip(begins, [*begins[1:], len(piece)]):
        name = int(piece[begin])
        first, rows = number_of.get(name, (0, 0))
        if rows != end - begin or name in seen:
            raise ValueError(f"a piece of a file has {end - begin} rows and had {rows}: set "
                             "spark.sql.files.minPartitionNum, so that files are cut in one way, or do not change them")
        seen.add(name)
        numbers.append(np.arange(first, first + rows))
    return np.concatenate(numbers)
