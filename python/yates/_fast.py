"""Orders with numpy: many streams at a time, and one step of many buckets at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from . import _plain
from ._stream import BLOCK, BUCKETS, CONSTANTS, WORDS, Seed

TOGETHER = 512  # blocks of records
WIDE, ROOM = (256, 768), 1 << 18  # buckets that are shuffled together, and how many records these may have
GROUP = 32  # words of four blocks of a stream, which are interleaved
# Arrays, as numpy takes longer to make them of numbers than to add some hundreds.
LEFT, RIGHT = ([np.array(turn, np.uint32) for turn in turns] for turns in ((16, 12, 8, 7), (16, 20, 24, 25)))
TURNED = [np.array([(column - by) % 4 for column in range(4)]) for by in range(4)]
HALF, DIGIT = np.uint64(32), np.uint64(12)

Array = np.ndarray[Any, np.dtype[Any]]


def keys(seed: Seed, label: str, numbers: Iterable[int]) -> Array:
    """Return the keys of some streams, a column of 8 words for each."""
    begin = hashlib.sha256(seed.prefix(label))
    out = bytearray()
    for number in numbers:
        h = begin.copy()
        h.update(number.to_bytes(8, "big"))
        out += h.digest()
    return np.frombuffer(out, "<u4").astype(np.uint32).reshape(-1, 8).T


def group_of(key: Array, group: int) -> Array:
    """Return the words of a group of blocks of the generators with these keys, a row for each word."""
    n = key.shape[1]
    key = np.repeat(key.reshape(2, 4, 1, n), 4, axis=2)  # row and column of a block, its counter, stream
    a, b, c, d, x = np.zeros((5, *key.shape[1:]), np.uint32)
    a += np.array(CONSTANTS, np.uint32)[:, None, None]
    b[:], c[:] = key
    d[0] = np.arange(4 * group, 4 * group + 4, dtype=np.uint32)[:, None]
    for half in range(8):
        for to, by, turn, left, right in zip((a, c, a, c), (b, d, b, d), (d, b, d, b), LEFT, RIGHT):
            to += by
            turn ^= to
            np.right_shift(turn, right, x)
            turn <<= left
            turn |= x
        for row in range(1, 4):  # from columns to diagonals, and back
            b.take(TURNED[row if half % 2 else -row], 0, x, "clip")
            b, c, d, x = c, d, x, b
    b += key[0]
    c += key[1]
    out = np.empty((4, 4, 2, n, 2), "<u4")
    for row, rows in zip(out, (a, b, c, d)):
        row[:] = rows.reshape(4, 2, 2, n).swapaxes(2, 3)
    return out.view("<u8").reshape(GROUP, n)


def words(key: Array, counts: Array) -> Iterator[tuple[int, Array]]:
    """Yield words of streams, a row for each, and how many were before: counts of each stream, the most first.

    Later rows are without the streams of whose words there are enough.
    """
    at = 0
    while True:
        for group in range(4):
            if at >= counts[0]:
                return
            key = key[:, :np.count_nonzero(counts > at)]
            rows = group_of(key, group)
            yield at, rows[:min(WORDS - GROUP * group, counts[0] - at)]
            at += min(GROUP, WORDS - GROUP * group)
        key = rows[WORDS % GROUP:].view("<u4").reshape(4, -1, 2).swapaxes(1, 2).reshape(8, -1)


def digits(seed: Seed, numbers: Sequence[int], n: int) -> Array:
    """Return the buckets of the first n records of the blocks with these numbers."""
    blocks, count = len(numbers), -(-min(n, BLOCK) // 5)
    out = np.empty((count, 5, blocks), np.uint16)
    for at, rows in words(keys(seed, "scatter", numbers), np.full(blocks, count)):
        for i in range(5):
            out[at:at + len(rows), i] = rows
            rows >>= DIGIT
    out &= np.uint16(BUCKETS - 1)
    return out.reshape(-1, blocks)[:BLOCK].T.reshape(-1)[:n]


def all_digits(seed: Seed, n: int) -> Iterator[tuple[int, Array]]:
    """Yield the buckets of the records, some blocks at a time, with the number of the first record."""
    for at in range(0, n, TOGETHER * BLOCK):
        some = min(TOGETHER * BLOCK, n - at)
        yield at, digits(seed, range(at // BLOCK, -(-(at + some) // BLOCK)), some)


def place(records: Array, ends: Array, first: int, at: int, buckets: Array) -> None:
    """Put numbers from at on into the buckets from number first on, which end where ends says so far."""
    for lo in range(0, len(buckets), 1 << 16):  # what fits into a cache
        some = buckets[lo:lo + (1 << 16)]
        mine = np.argsort(some, kind="stable")
        sizes = np.bincount(some, minlength=BUCKETS)[first:first + len(ends)]
        before = int(np.count_nonzero(some < first))
        mine = mine[before:before + int(sizes.sum())]
        where = np.repeat(ends - np.cumsum(sizes) + sizes, sizes)
        where += np.arange(len(mine))
        mine += at + lo
        records[where] = mine
        ends += sizes


def below(x: Array, n: Array) -> tuple[Array, Array]:
    """Return the integers below n < 2**32 that words stand for, and the places of words that are to be drawn again."""
    out = x >> HALF
    out *= n
    # The lower half of a word adds less than n to this product: seldom enough for a carry, or for a word that counts.
    low = out.astype(np.uint32)
    low -= np.uint32(1)
    near = np.flatnonzero(low >= ~n.astype(np.uint32))
    out >>= HALF
    if len(near):
        x, n = x.ravel()[near], n.ravel()[near]
        out.ravel()[near] = ((x >> HALF) * n + ((x & np.uint64(0xFFFFFFFF)) * n >> HALF)) >> HALF
        near = near[x * n < (np.uint64(0) - n) % n]
    return out, near


def shuffle_buckets(seed: Seed, numbers: Array, records: Array, starts: Array, sizes: Array) -> None:
    """Shuffle the buckets of these numbers that begin at starts, the longest first, step by step together."""
    left = sizes.copy()
    for step, x in words(keys(seed, "shuffle", numbers.tolist()), sizes - 1):
        wide = x.shape[1]
        steps = np.arange(step, step + len(x))[:, None]
        drawn, again = below(x, np.maximum(left[:wide] - steps, 1).astype(np.uint64))
        for c in set((again % wide).tolist()):  # all words behind one that is drawn again are for others
            bucket = slice(starts[c], starts[c] + sizes[c])
            alone = records[bucket].tolist()
            _plain.shuffle_bucket(seed, int(numbers[c]), alone, step)
            records[bucket] = alone
            drawn[:, c] = left[c] = 0
        here = starts[:wide] + step
        there = drawn.view(np.int64)
        there += starts[:wide] + steps
        for row, k in zip(there, np.searchsorted(-sizes, -1 - steps[:, 0]).tolist()):  # of more records than this step
            a, b = here[:k], row[:k]
            records[a], records[b] = records[b], records[a]
            here += 1


def shuffle_all(seed: Seed, first: int, records: Array, sizes: Array) -> None:
    """Shuffle neighbouring buckets from number first on, whose records stand one after the other."""
    starts = np.cumsum(sizes) - sizes
    longest = np.argsort(-sizes, kind="stable")[:np.count_nonzero(sizes > 1)]
    wide = min(max(WIDE[0], ROOM // int(sizes.max(initial=1))), WIDE[1])
    for at in range(0, len(longest), wide):
        some = longest[at:at + wide]
        shuffle_buckets(seed, some + first, records, starts[some], sizes[some])


def window(seed: Seed, n: int, lo: int, hi: int) -> Array:
    """Return places lo..hi of the order of n records."""
    whole = lo == 0 and hi == n
    if lo >= hi:
        return np.empty(0, np.int64)
    sizes = np.zeros(BUCKETS, np.int64)
    known = []
    for at, some in all_digits(seed, n):
        sizes += np.bincount(some, minlength=BUCKETS)
        if whole:
            known.append((at, some))
    ends = np.cumsum(sizes)
    first = int(np.searchsorted(ends, lo, side="right"))
    last = int(np.searchsorted(ends, hi, side="left"))  # the bucket of place hi - 1
    sizes = sizes[first:last + 1]
    before = int(ends[first] - sizes[0])
    records, next_places = np.empty(sizes.sum(), np.int64), np.cumsum(sizes) - sizes
    for at, some in known or all_digits(seed, n):
        place(records, next_places, first, at, some)
    shuffle_all(seed, first, records, sizes)
    return records[lo - before:hi - before]
