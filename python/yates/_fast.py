"""Orders with numpy: many streams at a time, and one step of many buckets at a time."""

from __future__ import annotations

import hashlib

import numpy as np

from ._stream import BLOCK, BUCKETS, CONSTANTS, ROUNDS, WORDS, Seed

TOGETHER = 256  # streams: what they take fits into a cache
WORD_BYTES = 64 << 20  # of the words of buckets that are shuffled together


def keys(seed: Seed, label: str, numbers: range) -> np.ndarray:
    """Return the keys of some streams: 8 words for each."""
    begin = hashlib.sha256(seed.prefix(label))
    out = bytearray()
    for number in numbers:
        h = begin.copy()
        h.update(number.to_bytes(8, "big"))
        out += h.digest()
    return np.frombuffer(bytes(out), "<u4").reshape(-1, 8).astype(np.uint32)


def refill(key: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the words that generators give out for their keys, and their next keys."""
    n = len(key)
    s = np.empty((16, 16, n), np.uint32)  # word, counter, stream
    s[:4] = np.array(CONSTANTS, np.uint32)[:, None, None]
    s[4:12] = key.T[:, None, :]
    s[12] = np.arange(16, dtype=np.uint32)[:, None]
    s[13:] = 0
    for _ in range(4):
        for a, b, c, d in ROUNDS:
            for to, by, turn, left in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                s[to] += s[by]
                x = s[turn] ^ s[to]
                np.left_shift(x, left, out=s[turn])
                x >>= 32 - left
                s[turn] |= x
    s[4:12] += key.T[:, None, :]
    out = s.reshape(16, 4, 4, n).transpose(3, 1, 0, 2).reshape(n, 256)
    out = np.ascontiguousarray(out.astype("<u4", copy=False))
    return out.view("<u8")[:, :WORDS], out[:, 2 * WORDS:].astype(np.uint32)


def some_words(key: np.ndarray, n: int) -> np.ndarray:
    """Return the first n words, and perhaps more, of the streams of some keys."""
    all_words = []
    for _ in range(0, n, WORDS):
        words, key = refill(key)
        all_words.append(words)
    return np.concatenate(all_words, axis=1)


def digits(seed: Seed, blocks: range) -> np.ndarray:
    """Return the buckets of the records of some whole blocks."""
    words = some_words(keys(seed, "scatter", blocks), (BLOCK + 4) // 5)[:, :(BLOCK + 4) // 5]
    out = np.empty((*words.shape, 5), np.uint16)
    for i in range(5):
        out[:, :, i] = words >> np.uint64(12 * i) & np.uint64(BUCKETS - 1)
    return out.reshape(len(words), -1)[:, :BLOCK].reshape(-1)


def all_digits(seed: Seed, n: int):
    """Yield the buckets of the records, some blocks at a time, with the number of the first record."""
    count = (n + BLOCK - 1) // BLOCK
    for at in range(0, count, TOGETHER):
        blocks = range(at, min(at + TOGETHER, count))
        yield at * BLOCK, digits(seed, blocks)[:n - at * BLOCK]


def below(x: np.ndarray, n: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the integers below n < 2**32 that words stand for, and which of them are to be drawn again."""
    low = (x & np.uint64(0xFFFFFFFF)) * n
    high = ((x >> np.uint64(32)) * n + (low >> np.uint64(32))) >> np.uint64(32)
    return high, x * n < (np.uint64(0) - n) % n


def shuffle_buckets(records: np.ndarray, starts: np.ndarray, sizes: np.ndarray, words_of) -> None:
    """Shuffle the buckets that begin at starts, all at once. words_of returns at least so many words of each."""
    longest = np.argsort(-sizes, kind="stable")
    starts, sizes = starts[longest], sizes[longest]
    top = int(sizes[0]) if len(sizes) else 0
    words = words_of(top)[longest] if top > 1 else None
    at = np.zeros(len(sizes), np.int64)  # of the next word of each
    rows = np.arange(len(sizes))
    for i in range(top - 1):
        k = int(np.searchsorted(-sizes, -(i + 1), side="left"))  # those of more than i + 1 records
        n = (sizes[:k] - i).astype(np.uint64)
        j, again = below(words[rows[:k], at[:k]], n)
        at[:k] += 1
        while again.any():
            r = np.flatnonzero(again)
            if int(at[r].max()) >= words.shape[1]:
                words = words_of(words.shape[1] + WORDS)[longest]
            j[r], again_r = below(words[r, at[r]], n[r])
            at[r] += 1
            again[r] = again_r
        if k and int(at[:k].max()) >= words.shape[1]:
            words = words_of(words.shape[1] + WORDS)[longest]
        here = starts[:k] + i
        there = here + j.astype(np.int64)
        records[here], records[there] = records[there], records[here]


def shuffle_all(seed: Seed, first: int, records: np.ndarray, sizes: np.ndarray) -> None:
    """Shuffle neighbouring buckets from number first on, whose records stand one after the other."""
    starts = np.concatenate(([0], np.cumsum(sizes)))[:-1].astype(np.int64)
    some = max(1, min(len(sizes), WORD_BYTES // (8 * (int(sizes.max(initial=0)) + WORDS))))
    for lo in range(0, len(sizes), some):
        hi = min(lo + some, len(sizes))
        key = keys(seed, "shuffle", range(first + lo, first + hi))
        shuffle_buckets(records, starts[lo:hi], sizes[lo:hi], lambda n: np.concatenate(
            [some_words(key[k:k + TOGETHER], n) for k in range(0, len(key), TOGETHER)]))


def window(seed: Seed, n: int, lo: int, hi: int) -> np.ndarray:
    """Return places lo..hi of the order of n records."""
    whole = lo == 0 and hi == n
    sizes = np.zeros(BUCKETS, np.int64)
    parts = []
    for _, some in all_digits(seed, n):
        sizes += np.bincount(some, minlength=BUCKETS)
        if whole:
            parts.append(some)
    ends = np.cumsum(sizes)
    first = int(np.searchsorted(ends, lo, side="right"))
    last = int(np.searchsorted(ends, hi, side="left"))  # the bucket of place hi - 1
    if lo >= hi:
        return np.empty(0, np.int64)
    if whole:
        records = np.argsort(np.concatenate(parts), kind="stable")
        first, last = 0, BUCKETS - 1
    else:
        found, where = [], []
        for at, some in all_digits(seed, n):
            mine = np.flatnonzero((some >= first) & (some <= last))
            found.append(mine + at)
            where.append(some[mine])
        records = np.concatenate(found)[np.argsort(np.concatenate(where), kind="stable")]
    shuffle_all(seed, first, records, sizes[first:last + 1])
    before = int(ends[first] - sizes[first])
    return records[lo - before:hi - before]
