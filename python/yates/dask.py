"""The order of a seed for DataFrames of Dask, whatever their partitions, workers and retries are."""

from __future__ import annotations

import operator
from typing import Any, Optional

import numpy as np
import pandas as pd
from dask.base import tokenize
from dask.dataframe import DataFrame

from . import exchange
from ._stream import SeedLike

SHARD, ALONG, LABEL = "_yates_shard", "_yates_along", "_yates_label"


def shuffle(df: DataFrame, seed: SeedLike = None, shards: Optional[int] = None, by: Optional[str] = None,
            epoch: Optional[int] = None) -> DataFrame:
    """Return the rows in the order of the seed: partition after partition, in as many equal ones as shards says.

    The usual number of shards is that of the partitions. Rows are numbered as they stand in the partitions, or by the
    column that by names, which has the numbers 0 to n - 1; they keep their labels. Counting computes df once. Without
    by, a partition that has other rows the second time, or the same in another order, is an error. Each row is sent
    once, and those of at most shards - 1 of the 4,096 buckets twice.
    """
    exchange.check_columns(list(df.columns), by)
    if by is None:
        seen = df.map_partitions(lambda part: pd.DataFrame({"rows": [len(part)], "hash": [tokenize(part)]}),
                                 meta={"rows": int, "hash": str}).compute()
        counts, hashes = seen["rows"].to_numpy(), seen["hash"].to_list()
    else:
        counts = np.asarray(df.map_partitions(len).compute())
    k = df.npartitions if shards is None else operator.index(shards)
    plan = exchange.Plan(seed, int(counts.sum()), k, epoch, by)
    firsts = np.cumsum(counts) - counts

    def scatter(part: pd.DataFrame, partition_info: Any = None) -> pd.DataFrame:
        i = partition_info["number"]
        if len(part) != counts[i]:
            raise ValueError(f"partition {i} has {len(part)} rows and had {counts[i]}: persist the data, or read what "
                             "does not change")
        if by is None:
            if tokenize(part) != hashes[i]:
                raise ValueError(f"partition {i} has other rows than it had, or has them in another order, as after a "
                                 "shuffle of Dask's own: persist the data, or name a column of numbers (by=...)")
            numbers = np.arange(firsts[i], firsts[i] + counts[i])
        else:
            numbers = np.array([np.nan]) if part[by].hasnans else part[by].to_numpy()  # as a null has many types
        rows, to, along = plan.send(numbers)
        return part.assign(**{LABEL: part.index}).iloc[rows].assign(**{SHARD: to, ALONG: along})

    def gather(part: pd.DataFrame) -> pd.DataFrame:
        if len(part):
            part = part.iloc[plan.gather(int(part.index[0]), part[ALONG].to_numpy())]
        return part.set_index(LABEL).rename_axis(df.index.name)[list(df.columns)]

    empty = df._meta.assign(**{LABEL: df._meta.index, SHARD: np.int64(0), ALONG: np.int64(0)})
    sent = df.map_partitions(scatter, meta=empty)
    return sent.set_index(SHARD, divisions=list(range(k + 1))).map_partitions(gather, meta=df._meta).clear_divisions()
