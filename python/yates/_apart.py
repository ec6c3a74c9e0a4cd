"""Orders in which no more than so many of a class stand in a row, as SPEC.md has them."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

from ._stream import below

Count = tuple[int, int]  # m · 2^e, where m has 64 bits if e > 0
Row = list[Count]
ZERO: Count = (0, 0)


def count(m: int, e: int = 0) -> Count:
    """Return m · 2^e, rounded down to 64 bits."""
    more = m.bit_length() - 64
    return (m >> more, e + more) if more > 0 else (m, e if m else 0)


def plus(a: Count, b: Count) -> Count:
    if a[1] < b[1]:
        a, b = b, a
    return count(a[0] + (b[0] >> a[1] - b[1]), a[1])


def times(a: Count, b: Count) -> Count:
    return count(a[0] * b[0], a[1] + b[1])


def at(row: Row, i: int) -> Count:
    return row[i] if 0 <= i < len(row) else ZERO


def pick(source: Iterator[int], weights: Row) -> int:
    """Return an index, with a probability in proportion to its weight."""
    sums = list(accumulate(weights, plus))
    m, e = sums[-1]
    return bisect_right([some >> e - e2 for some, e2 in sums], below(source, m))


class Table:
    """Counts of the arrangements of the first units, each a class, or an item of one that cannot have too many."""

    def __init__(self, sizes: Sequence[int], run: int) -> None:
        self.run = run
        self.units = [(c, n) for size, c in sorted((size, c) for c, size in enumerate(sizes))
                      for n in ([1] * size if size <= run else [size])]
        self.ways: list[Row] = [[(1, 0)]]  # by r and n - r: to divide n items into r runs
        most, done, left = max((n for _, n in self.units), default=0), 0, sum(sizes)
        for r in range(1, most + 1):
            row = []
            for i in range(min(r * (run - 1), most - r) + 1):
                total = ZERO
                for k in range(min(run, i + 1)):
                    total = plus(total, at(self.ways[-1], i - k))
                row.append(total)
            self.ways.append(row)
        self.states: list[list[Row]] = [[[(1, 0)]]]
        for _, n in self.units:
            left -= n
            self.states.append(self.add(self.states[-1], n, done, left))
            done += n

    def weights(self, n: int) -> dict[int, Row]:
        """Return how many ways n distinct items have to be r runs in s groups, by r and s."""
        out = {}
        for r in range(-(-n // self.run), n + 1):
            out[r], v = [ZERO] * (r + 1), math.perm(n, n - r)
            for s in range(r, 0, -1):
                out[r][s] = times(count(v), at(self.ways[r], n - r))
                v = v * s * (s - 1) // (r - s + 1)
        return out

    def add(self, state: list[Row], n: int, done: int, left: int) -> list[Row]:
        weights = self.weights(n)
        new = [[ZERO] * (left + 1) for _ in range(len(state) + n - min(weights))]
        for f, row in enumerate(state):
            for s, placed in enumerate(place(row, done - f, n, left), 1):
                for r in range(max(s, min(weights)), n + 1):
                    to, w = new[f + n - r], weights[r][s]
                    for x in range(min(len(placed), left + 1 - r + s)):
                        if placed[x][0]:
                            to[x + r - s] = plus(to[x + r - s], times(placed[x], w))
        most = [0] * (left + 1)
        for row in new:
            top = 0
            for b, (m, e) in enumerate(row):
                size = m.bit_length() + e
                top = most[b] = max(top, most[b], size)
                if size < top - 80:
                    row[b] = ZERO
            while row and not row[-1][0]:
                row.pop()
        while not new[-1]:
            new.pop()
        return new

    def plan(self, source: Iterator[int]) -> list[tuple[int, int, int]]:
        """Return for each unit its runs, its groups of neighbouring runs, and how many of these fill gaps."""
        out, left, done = [], 0, sum(n for _, n in self.units)
        f, b = pick(source, [at(row, 0) for row in self.states[-1]]), 0
        for (_, n), state in zip(reversed(self.units), reversed(self.states[:-1])):
            done -= n
            weights, options, sizes = self.weights(n), [], []
            for r in range(max(min(weights), n - f), min(n, n - f + len(state) - 1) + 1):
                for s, placed in enumerate(place(state[f - n + r], done - f + n - r, n, left), 1):
                    if s <= r:
                        options.append((r, s))
                        sizes.append(times(at(placed, b - r + s), weights[r][s]))
            r, s = options[pick(source, sizes)]
            f, b = f - n + r, b - r + s
            gaps, sizes = done - f + 1 - b, []
            ways = math.perm(gaps, s)  # to place the groups, if q of them fill gaps that must be filled
            for q, some in enumerate(state[f][b:b + s + 1]):
                if q:
                    ways = ways * (s - q + 1) * (b + q) // (q * (gaps + 1 - q))
                sizes.append(times(some, count(ways)))
            q = pick(source, sizes)
            b, left = b + q, left + n
            out.append((r, s, q))
        return out[::-1]


def place(row: Row, m: int, n: int, left: int) -> Iterator[Row]:
    """Yield the counts with 1, 2, … n groups in gaps of m runs, by the gaps that are left to fill."""
    for s in range(1, n + 1):
        row = [plus(times(at(row, x + 1), (x + 1, 0)), times(row[x], (max(m + 2 - s - x, 0), 0)))
               for x in range(min(len(row), left + n - s + 1))]
        yield row


def draw(sizes: Sequence[int], run: int, source: Iterator[int]) -> list[int]:
    """Return the class at each place, for classes of these sizes."""
    table = Table(sizes, run)
    runs, after = [(-1, 0)], [0]  # in no order; the first one is empty and stands before all
    free: list[int] = [0]
    gaps: list[Any] = []
    for (c, n), (r, s, q) in zip(table.units, table.plan(source)):
        filled, between = [], []
        for j in range(s, 0, -1):
            some = gaps if s - j < q else free
            k = below(source, len(some))
            here, some[k] = some[k], some[-1]
            some.pop()
            filled.append(here)
            while True:
                k = 1 + pick(source, [at(table.ways[r - 1], n - k - r + 1) for k in range(1, min(run, n) + 1)])
                n, r = n - k, r - 1
                runs.append((c, k))
                after.append(after[here])
                after[here] = here = len(runs) - 1
                if r == 0 or below(source, r) < j - 1:
                    break
                between.append(here)
            filled.append(here)
        free += filled
        gaps += between
    out, here = [], after[0]
    while here:
        out += [runs[here][0]] * runs[here][1]
        here = after[here]
    return out
