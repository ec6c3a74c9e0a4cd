"""The order in steps, a column of numpy at a time, for engines that exchange records between workers.

Records are numbered from 0, in input order. The seed and the number of a record give its bucket, of which there are
4,096, and the order is the buckets one after the other, each shuffled by itself. So an engine numbers the records, and
sends each to the shard that its bucket is in; there the numbers alone say which comes where.
"""

from __future__ import annotations

from typing import Optional, Union

import numpy as np

from . import _fast
from ._stream import BLOCK, BUCKETS, Seed, SeedLike, seed_of

Array = _fast.Array
MOST = 1 << 50  # records


def buckets(seed: SeedLike, numbers: Union[range, Array]) -> Array:
    """Return the buckets of records by their numbers, in any order: fastest for many neighbours."""
    numbers = np.asarray(numbers, np.int64)
    if len(numbers) and not 0 <= numbers.min() <= numbers.max() < MOST:
        raise ValueError(f"numbers of records are 0 to 2**50 - 1, not {numbers.min()} to {numbers.max()}")
    block = numbers // BLOCK
    blocks = np.unique(block[np.append(True, block[1:] != block[:-1])[:len(block)]])
    out = np.empty(len(numbers), np.uint16)
    together = _fast.TOGETHER
    for at in range(0, len(blocks), together):  # memory for some blocks at a time
        some = blocks[at:at + together]
        here = slice(None) if len(blocks) <= together else np.flatnonzero((some[0] <= block) & (block <= some[-1]))
        where = np.searchsorted(some, block[here]) * BLOCK + numbers[here] % BLOCK
        out[here] = _fast.digits(seed_of(seed), some.tolist(), len(some) * BLOCK)[where]
    return out


def bucket_starts(seed: SeedLike, n: int) -> Array:
    """Return the place of the first record of each bucket in the order of n records, and n: 4,097 numbers."""
    sizes = np.zeros(BUCKETS + 1, np.int64)
    for _, some in _fast.all_digits(seed_of(seed), n):
        sizes[1:] += np.bincount(some, minlength=BUCKETS)
    return np.cumsum(sizes)


def shuffle_bucket(seed: SeedLike, bucket: int, count: int) -> Array:
    """Return which of the count records of a bucket, counted from 0 in input order, comes to each of its places."""
    records = np.arange(count)
    _fast.shuffle_all(seed_of(seed), bucket, records, np.array([count]))
    return records


def shards(n: int, k: int) -> Array:
    """Return the place of the first record of each of k equal shards of n records, and n: k + 1 numbers."""
    if n < 0 or k < 1:
        raise ValueError(f"{n} records cannot be divided into {k} shards")
    each = np.full(k + 1, n // k)
    each[0], each[1:n % k + 1] = 0, n // k + 1
    return np.cumsum(each)


def argsort(numbers: Array, below: int) -> Array:
    """Return the places of numbers from 0 to below - 1 in ascending order; equal ones keep theirs."""
    # numpy sorts 16 bits by radix.
    return np.argsort(numbers.astype(np.uint16) if below <= 1 << 16 else numbers, kind="stable")


def check_columns(columns: list[str], by: Optional[str]) -> None:
    """Raise an error if by names no column or several, or if a column has a name that the shuffle needs."""
    if by is not None and columns.count(by) != 1:
        raise ValueError(f"the rows have {'more than one' if by in columns else 'no'} column {by!r} of numbers: the "
                         f"columns are {', '.join(map(str, columns))}")
    for column in columns:
        if str(column).startswith("_yates_"):
            raise ValueError(f"the shuffle needs the name of column {column!r} for itself: rename the column")


class Plan:
    """Where n records go, which k shards of the order share: what workers are given; it takes time for n records."""

    def __init__(self, seed: SeedLike, n: int, k: int, epoch: Optional[int] = None, by: Optional[str] = None) -> None:
        """by is the column of the numbers, for what is said of wrong ones."""
        self.seed: Seed = seed_of(seed, epoch)
        self.numbers = f"{'the numbers' if by is None else f'column {by!r}'} must be each of 0 to {n - 1} once"
        self.starts, self.ends = bucket_starts(self.seed, n), shards(n, k)
        # The shards of each bucket: the first is the last but where shards meet within the bucket, which all get.
        self.first = np.searchsorted(self.ends, self.starts[:-1], "right") - 1
        self.last = np.searchsorted(self.ends, self.starts[1:] - 1, "right") - 1

    def along(self, numbers: Array) -> Array:
        """Return what goes along with records, by their numbers: the bucket of each, and its number."""
        if numbers.dtype.kind == "f" and np.isnan(numbers).any():
            raise ValueError(f"{self.numbers}, and some are missing (null)")
        if numbers.dtype.kind not in "iu":
            raise ValueError(f"{self.numbers}, and they are of type {numbers.dtype}: make them integers")
        if len(numbers) and not 0 <= numbers.min() <= numbers.max() < self.starts[-1]:
            raise ValueError(f"{self.numbers}, and there are {numbers.min()} to {numbers.max()}")
        return buckets(self.seed, numbers).astype(np.int64) * MOST + numbers.astype(np.int64)

    def send(self, numbers: Array) -> tuple[Array, Array, Array]:
        """Return what of some records is to be sent: rows, by shard, their shards, and what goes along."""
        along = self.along(numbers)
        bucket = along // MOST
        count = (self.last - self.first + 1)[bucket]  # of shards that get the row
        rows = np.repeat(np.arange(len(numbers)), count)
        to = np.arange(len(rows)) + np.repeat(self.first[bucket] - np.cumsum(count) + count, count)
        at = argsort(to, len(self.ends) - 1)
        return rows[at], to[at], along[rows[at]]

    def gather(self, shard: int, along: Array) -> Array:
        """Return which of the records that came to a shard, by what went along, comes to each place of it.

        Those whose place is in another shard are left out. It is an error if they are not the records that must come.
        """
        lo, hi = self.ends[shard:shard + 2]
        if lo == hi:
            return np.empty(0, np.int64)
        first, last = np.searchsorted(self.starts, (lo, hi - 1), "right") - 1
        sizes = np.diff(self.starts[first:last + 2])
        rows = argsort(along // MOST, BUCKETS)
        came = along[rows]
        if (came[1:] < came[:-1]).any():  # what came is in runs, each of which is in order
            again = np.argsort(came, kind="stable")
            rows, came = rows[again], came[again]
        if (twice := came[1:][came[1:] == came[:-1]]).size:
            raise ValueError(f"{self.numbers}, and {twice[0] % MOST} comes twice")
        if not np.array_equal(
                np.bincount(came // MOST, minlength=BUCKETS), np.pad(sizes, (first, BUCKETS - 1 - last))):
            raise ValueError(f"{self.numbers}, and shard {shard} of {len(self.ends) - 1} has others: rows were lost, "
                             "or read or numbered in another way than they were counted")
        _fast.shuffle_all(self.seed, int(first), rows, sizes)
        return rows[lo - self.starts[first]:hi - self.starts[first]]
