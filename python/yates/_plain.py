"""Orders without numpy: the algorithm as SPEC.md writes it."""

from __future__ import annotations

from itertools import islice
from typing import Any, Iterable, Iterator

from ._stream import BLOCK, BUCKETS, Seed, below, stream


def digits(seed: Seed, block: int, n: int) -> Iterator[int]:
    """Yield the buckets of the n records of a block."""
    source = stream(seed, "scatter", block)
    for at in range(0, n, 5):
        word = next(source)
        for i in range(min(5, n - at)):
            yield word >> 12 * i & (BUCKETS - 1)


def all_digits(seed: Seed, n: int) -> Iterable[int]:
    for block in range((n + BLOCK - 1) // BLOCK):
        yield from digits(seed, block, min(BLOCK, n - block * BLOCK))


def shuffle_bucket(seed: Seed, b: int, bucket: list[Any], begin: int = 0) -> None:
    """Shuffle bucket b, of which begin places are done, and have taken a word each."""
    if len(bucket) < 2:
        return
    source = islice(stream(seed, "shuffle", b), begin, None)
    for i in range(begin, len(bucket) - 1):
        j = i + below(source, len(bucket) - i)
        bucket[i], bucket[j] = bucket[j], bucket[i]


def window(seed: Seed, n: int, lo: int, hi: int) -> list[int]:
    """Return places lo..hi of the order of n records."""
    sizes = [0] * BUCKETS
    for b in all_digits(seed, n):
        sizes[b] += 1
    first, skipped, at = BUCKETS, 0, 0
    wanted: dict[int, list[int]] = {}
    for b, size in enumerate(sizes):
        if at + size > lo and at < hi:
            if not wanted:
                first, skipped = b, at
            wanted[b] = []
        at += size
    for r, b in enumerate(all_digits(seed, n)):
        if b in wanted:
            wanted[b].append(r)
    out: list[int] = []
    for b, bucket in wanted.items():
        shuffle_bucket(seed, b, bucket)
        out += bucket
    return out[max(lo - skipped, 0):max(hi - skipped, 0)] if first < BUCKETS else []
