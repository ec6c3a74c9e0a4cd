"""What people ask for: orders, windows, samples, parts, groups and draws."""

from __future__ import annotations

import hashlib
import math
import operator
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate
from numbers import Integral
from typing import Any, Optional, Union

from . import _plain
from ._stream import Seed, SeedLike, below, seed_of, stream

try:
    from . import _fast
    import numpy as np
except ImportError:  # it is slower without numpy
    _fast = None  # type: ignore[assignment]
    np = None  # type: ignore[assignment]

Share = Union[int, float, str, Fraction]


def order(seed: SeedLike, n: int, epoch: Optional[int] = None):
    """Return the order of n records: their numbers, from 0 on. It takes linear time, and 10 n bytes with numpy.

    seed is a text, a Seed, or None for an unpredictable order. Each epoch, from 0 on, has an order of its own; so
    has no epoch.
    """
    return window(seed, n, 0, n, epoch)


def window(seed: SeedLike, n: int, lo: int, hi: int, epoch: Optional[int] = None):
    """Return order(seed, n, epoch)[lo:hi]: it takes time for n records, but memory for those that it returns."""
    n, lo, hi = (operator.index(x) for x in (n, lo, hi))
    if not 0 <= lo <= hi <= n:
        raise ValueError(f"there is no window {lo}..{hi} of {n} records")
    return (_fast or _plain).window(seed_of(seed, epoch), n, lo, hi)


def sample(seed: SeedLike, n: int, k: int, epoch: Optional[int] = None):
    """Return the first k records of the order, or all if there are fewer: a sample without replacement."""
    return window(seed, n, 0, min(operator.index(k), n), epoch)


def shuffle(items: Any, seed: SeedLike = None, epoch: Optional[int] = None):
    """Return the items in the order of the seed: an array of numpy, or else a list."""
    places = order(seed, len(items), epoch)
    if np is not None and isinstance(items, np.ndarray):
        return items[places]
    return [items[i] for i in places]


def sizes(n: int, parts: Sequence[Share]) -> list[int]:
    """Divide n by largest remainders, as ``yates shuffle --split`` does: shares, sizes and "rest"."""
    quotas, rest = [], Fraction(n)
    counted = any(p == "rest" or isinstance(p, Integral) and p > 1 for p in parts)
    for p in parts:
        if p == "rest":
            quotas.append(None)
            continue
        if isinstance(p, str) and p.endswith("%"):
            quota = n * Fraction(p[:-1]) / 100
        elif isinstance(p, Integral) and (p > 1 or counted):
            quota = Fraction(int(p))
        else:
            quota = n * Fraction(str(p))
        if quota < 0:
            raise ValueError(f"the share {p!r} is negative")
        rest -= quota
        quotas.append(quota)
    if quotas.count(None) > 1:
        raise ValueError("there are two parts that take the rest")
    if rest < 0:
        raise ValueError(f"the parts need {n - rest}, but there are only {n}")
    if None not in quotas:
        quotas.append(None)
    exact = [rest if q is None else q for q in quotas]
    out = [math.floor(q) for q in exact]
    for i in sorted(range(len(exact)), key=lambda i: out[i] - exact[i])[:n - sum(out)]:
        out[i] += 1
    return out[:len(parts)]


def split(seed: SeedLike, n: int, parts: Union[Mapping[str, Share], Sequence[Share]], epoch: Optional[int] = None):
    """Return the parts of an order, as a dictionary if parts is one, or else as a list.

    A share is a float, a fraction such as "1/3" or a percentage such as "10%"; a whole number above 1 is a size, and
    "rest" is what the others leave.
    """
    shares = list(parts.values()) if isinstance(parts, Mapping) else list(parts)
    counts = sizes(n, shares)
    places, at, out = sample(seed, n, sum(counts), epoch), 0, []
    for count in counts:
        out.append(places[at:at + count])
        at += count
    return dict(zip(parts, out)) if isinstance(parts, Mapping) else out


def folds(seed: SeedLike, n: int, k: int, epoch: Optional[int] = None):
    """Return k folds for cross-validation: of each the records to train on, and those to test on."""
    if k < 2:
        raise ValueError(f"there are at least 2 folds, not {k}")
    places, ends = order(seed, n, epoch), [0]
    for i in range(k):
        ends.append(ends[-1] + n // k + (i < n % k))
    join = list.__add__ if np is None else lambda a, b: np.concatenate((a, b))
    return [(join(places[:lo], places[hi:]), places[lo:hi]) for lo, hi in zip(ends, ends[1:])]


def key_bytes(key: Any) -> bytes:
    """Return the bytes of a key: a text, bytes or a number, or a tuple of these for several columns."""
    if key is None:
        raise TypeError("a key is missing")
    if isinstance(key, tuple):
        texts = [key_bytes(k) for k in key]
        return texts[0] if len(texts) == 1 else b"".join(len(t).to_bytes(8, "big") + t for t in texts)
    return key if isinstance(key, bytes) else str(key).encode()


def groups(seed: SeedLike, keys: Sequence[Any], epoch: Optional[int] = None) -> list[list[int]]:
    """Return the groups of records with equal keys, in their order; records of a group stay in input order."""
    s = seed_of(seed, epoch)
    begin = hashlib.sha256(s.prefix("group"))
    buckets: dict[int, dict[bytes, list[int]]] = {}
    for r, key in enumerate(keys):
        text = key_bytes(key)
        h = begin.copy()
        h.update(text)
        head = h.digest()
        buckets.setdefault(head[0] << 4 | head[1] >> 4, {}).setdefault(text, []).append(r)
    out: list[list[int]] = []
    for b in sorted(buckets):
        bucket = list(buckets[b].values())
        _plain.shuffle_bucket(s, b, bucket)
        out += bucket
    return out


def allot(left: list[int], counts: Sequence[int]) -> list[list[int]]:
    """Divide classes of these sizes among parts, as SPEC.md says: return the shares of each class."""
    left, total = list(left), sum(left)
    out: list[list[int]] = [[] for _ in left]
    for count in counts:
        shares = [size * count // total if total else 0 for size in left]
        by_rest = sorted(range(len(left)), key=lambda c: shares[c] * total - left[c] * count)
        for c in by_rest[:count - sum(shares)]:
            shares[c] += 1
        left = [size - share for size, share in zip(left, shares)]
        total -= count
        for row, share in zip(out, shares):
            row.append(share)
    return out


def stratified(seed: SeedLike, keys: Sequence[Any], parts: Union[Mapping[str, Share], Sequence[Share]],
               epoch: Optional[int] = None, group_by: Optional[Sequence[Any]] = None):
    """Return the parts of an order of len(keys) records, each with its share of each class: like split.

    Records with equal keys are a class. With group_by, which has a key for each record, too, groups are divided in
    place of records, and the class of a group is that of its first record.
    """
    s = seed_of(seed, epoch)
    units = groups(s, group_by) if group_by is not None else [[int(r)] for r in order(s, len(keys))]
    if group_by is not None and len(group_by) != len(keys):
        raise ValueError(f"there are {len(keys)} keys of classes, but {len(group_by)} of groups")
    texts = [key_bytes(keys[unit[0]]) for unit in units]
    classes = Counter(texts)
    hashes = {text: hashlib.sha256(s.prefix("stratum") + text).digest() for text in classes}
    known = sorted(classes, key=hashes.__getitem__)
    named = isinstance(parts, Mapping)
    shares = allot([classes[c] for c in known], sizes(len(units), list(parts.values() if named else parts)))
    ends = {c: list(accumulate(row)) for c, row in zip(known, shares)}
    out: list[list[int]] = [[] for _ in parts]
    seen: Counter[bytes] = Counter()
    for unit, text in zip(units, texts):
        part = bisect_right(ends[text], seen[text])
        seen[text] += 1
        if part < len(out):
            out[part] += unit
    return dict(zip(parts, out)) if named else out


def per_class(seed: SeedLike, keys: Sequence[Any], k: int, epoch: Optional[int] = None) -> list[int]:
    """Return the first k records of each class of equal keys, in the order: all of a class with fewer."""
    if k < 0:
        raise ValueError(f"there cannot be {k} records of each class")
    seen: Counter[bytes] = Counter()
    out = []
    for r in order(seed, len(keys), epoch):
        text = key_bytes(keys[r])
        seen[text] += 1
        if seen[text] <= k:
            out.append(int(r))
    return out


def tickets(weights: Sequence[Any]) -> list[int]:
    """Return the tickets of weights, as SPEC.md has them: a float is the decimal number that it prints as."""
    exact = [Decimal(str(w)) for w in weights]
    if not all(w.is_finite() and w >= 0 and w.adjusted() < 100 for w in exact):
        raise ValueError("a weight is no number of 0 or more, or too large")
    exact = [Fraction(w) for w in exact]
    scale = 1
    while any((w * scale).denominator > 1 for w in exact):
        scale *= 10
    whole = [int(w * scale) for w in exact]
    while any(whole) and not any(w % 10 for w in whole):
        whole = [w // 10 for w in whole]
    while sum(whole) >> 63:
        whole = [-(-w // 10) for w in whole]
    return whole


def weighted(seed: SeedLike, weights: Sequence[Any], k: Optional[int] = None, replace: bool = False,
             epoch: Optional[int] = None) -> list[int]:
    """Return k draws, each with a probability in proportion to its weight, or without k all that can be drawn.

    With replace, each is drawn from all; else from those that are left.
    """
    if replace and k is None:
        raise ValueError("draws with replacement need k")
    if k is not None and k < 0:
        raise ValueError(f"there cannot be {k} draws")
    left = tickets(weights)
    n, total = len(left), sum(left)
    tree = [0] * (n + 1)  # Fenwick's: tree[i] is the sum of the weights that end with number i-1
    for i, w in enumerate(left, 1):
        tree[i] += w
        if i + (i & -i) <= n:
            tree[i + (i & -i)] += tree[i]
    source = stream(seed_of(seed, epoch), "weighted repeat" if replace else "weighted")
    out: list[int] = []
    while total > 0 and (k is None or len(out) < k):
        t, i = below(source, total), 0
        for step in (1 << b for b in reversed(range(n.bit_length()))):
            if i + step <= n and tree[i + step] <= t:
                i += step
                t -= tree[i]
        out.append(i)
        if not replace:
            total -= left[i]
            at = i + 1
            while at <= n:
                tree[at] -= left[i]
                at += at & -at
    return out
