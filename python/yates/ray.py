"""The order of a seed for datasets of Ray Data, whatever their blocks, workers and retries are."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import pyarrow as pa
import ray
from ray.data import Dataset

from . import exchange
from ._stream import SeedLike


def shuffle(ds: Dataset, seed: SeedLike = None, shards: Optional[int] = None, by: Optional[str] = None,
            epoch: Optional[int] = None) -> Dataset:
    """Return the rows in the order of the seed, in as many blocks of equal length as shards says.

    The usual number of shards is that of the blocks. Rows are numbered in the order in which the files were named, or
    by the column that by names, which has the numbers 0 to n - 1. The rows are read to the object store, which puts on
    disk what does not fit into memory, and each is sent once, those of at most shards - 1 of the 4,096 buckets twice.
    """
    options = ds.context.execution_options
    kept, options.preserve_order = options.preserve_order, True
    try:
        blocks = ds.materialize().to_arrow_refs()
    finally:
        options.preserve_order = kept
    ends = np.cumsum([0, *ray.get([length.remote(block) for block in blocks])])
    k = int(shards or max(len(blocks), 1))
    plan = ray.put(exchange.Plan(seed, int(ends[-1]), k, epoch))
    sent = [scatter.options(num_returns=k + 1).remote(plan, k, block, int(first), by)
            for block, first in zip(blocks, ends)]
    del blocks
    return ray.data.from_arrow_refs([gather.remote(plan, shard, *(pieces[shard] for pieces in sent))
                                     for shard in range(k)] if sent else [])


@ray.remote
def length(block: pa.Table) -> int:
    return len(block)


@ray.remote
def scatter(plan: exchange.Plan, k: int, block: pa.Table, first: int, by: Optional[str]) -> list[Any]:
    numbers = np.arange(first, first + len(block)) if by is None else block[by].to_numpy()
    rows, to, along = plan.send(numbers)
    ends = np.searchsorted(to, np.arange(k + 2))  # the last piece is empty, as one result would be no list
    return [(block.take(rows[lo:hi]), along[lo:hi]) for lo, hi in zip(ends, ends[1:])]


@ray.remote
def gather(plan: exchange.Plan, shard: int, *pieces: tuple[pa.Table, Any]) -> pa.Table:
    block = pa.concat_tables([rows for rows, _ in pieces], promote_options="permissive")
    return block.take(plan.gather(shard, np.concatenate([along for _, along in pieces])))
