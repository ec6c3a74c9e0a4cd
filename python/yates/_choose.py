"""What people ask for: orders, windows, samples, parts, groups and draws."""

from __future__ import annotations

import hashlib
import math
import operator
import re
import warnings
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from decimal import Decimal
from fractions import Fraction
from functools import wraps
from inspect import signature
from itertools import accumulate
from numbers import Integral
from typing import TYPE_CHECKING, Any, Literal, Optional, TypeVar, Union, overload

from . import _apart, _command, _plain
from ._stream import Seed, SeedLike, below, seed_of, stream

try:
    from . import _fast
    import numpy as np
except ImportError:  # it is slower without numpy
    _fast = None  # type: ignore[assignment]
    np = None  # type: ignore[assignment]

LEAST = 100_000  # records, for which a new process takes less time than numpy
Share = Union[int, float, str, Fraction, Decimal]
Missing = Literal["own", "one", "drop", "error"]
Name = TypeVar("Name")
Item = TypeVar("Item")
if TYPE_CHECKING:  # without numpy it is a list, and unknown to type checkers, too
    Places = np.ndarray[Any, np.dtype[np.int64]]
else:
    Places = Any


def number(n: int) -> int:
    """Return a number of records, of which Order 1 takes at most 2**32."""
    try:
        n = operator.index(n)
    except TypeError:
        raise TypeError(f"n is a number of records, such as len(data), not a {type(n).__name__}") from None
    if not 0 <= n <= 1 << 32:
        raise ValueError(f"there cannot be {n} records: at most 2**32 have an order")
    return n


Function = TypeVar("Function", bound=Callable[..., Any])


def seed_first(function: Function) -> Function:
    """Say in errors of arguments that the seed comes first."""
    @wraps(function)
    def call(*args: Any, **named: Any) -> Any:
        try:
            return function(*args, **named)
        except TypeError:
            try:
                signature(function).bind(*args, **named)
            except TypeError as e:
                raise TypeError(f"{e}: the seed comes first, as in {function.__name__}('2026', ...)") from None
            raise
    return call  # type: ignore[return-value]


def order(seed: SeedLike, n: int, epoch: Optional[int] = None) -> Places:
    """Return the order of n records: their numbers, from 0 on. It takes linear time, and 12 n bytes with numpy.

    seed is a text, an integer (the text of its digits), a Seed, or None for an unpredictable order. The command makes
    orders of 10**5 or more records, where the wheel has brought it, and writes them to a temporary file of 8 n bytes.
    Each epoch, from 0 on, has an order of its own, and so has no epoch (None): epoch 0 is another order than None.
    """
    return window(seed, n, 0, n, epoch)


def window(seed: SeedLike, n: int, lo: int, hi: int, epoch: Optional[int] = None) -> Places:
    """Return order(seed, n, epoch)[lo:hi]: it takes time for n records, but memory for those that it returns.

    Epoch 0 is another order than no epoch (None).
    """
    n, lo, hi = number(n), operator.index(lo), operator.index(hi)
    if not 0 <= lo <= hi <= n:
        raise ValueError(f"there is no window {lo}..{hi} of {n} records")
    s = seed_of(seed, epoch)
    places: Any = _command.window(s, n, lo, hi) if n >= LEAST else None
    if places is None:
        places = (_fast or _plain).window(s, n, lo, hi)
    found: Places = places
    return found


@seed_first
def sample(seed: SeedLike, n: int, k: int, epoch: Optional[int] = None) -> Places:
    """Return the first k records of the order: a sample without replacement. It is an error if k > n.

    Epoch 0 is another order than no epoch (None).
    """
    n, k = number(n), operator.index(k)
    if not 0 <= k <= n:
        raise ValueError(f"there is no sample of {k} of {n} records")
    return window(seed, n, 0, k, epoch)


@overload
def shuffle(items: Sequence[Item], seed: SeedLike = None, epoch: Optional[int] = None) -> list[Item]: ...
@overload
def shuffle(items: Any, seed: SeedLike = None, epoch: Optional[int] = None) -> Any: ...


def shuffle(items: Any, seed: SeedLike = None, epoch: Optional[int] = None) -> Any:
    """Return the items in the order of the seed, by their places; the items given stay as they are.

    It returns an array of numpy, a Series or a DataFrame (whose rows keep their labels) as such, else a list. Epoch 0
    is another order than no epoch (None).
    """
    kind = type(items)
    if not hasattr(kind, "iloc") and (hasattr(kind, "keys") or hasattr(kind, "columns")):
        raise TypeError(f"[i] of a {kind.__name__} is not its item i: take rows by an order, as "
                        "frame[yates.order(seed, len(frame))] of polars or table.take(yates.order(seed, len(table))) "
                        "of pyarrow, or shuffle a list of its items; equal keys are grouped by yates.groups")
    if not hasattr(items, "__len__"):
        items = list(items)
    by_place = getattr(items, "iloc", items)
    places = order(seed, len(items), epoch)
    if np is not None and (by_place is not items or isinstance(items, np.ndarray)):
        return by_place[places]
    return [items[i] for i in (places if np is None else places.tolist())]


DECIMAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)
SHARE = re.compile(DECIMAL.pattern + r"(/0*[1-9]\d*)?%?", DECIMAL.flags)


def exact(number: Any, form: re.Pattern[str]) -> Fraction:
    """Return a share or a weight as a fraction: a float is the decimal number that it prints as."""
    text = str(number).strip()
    if not form.fullmatch(text):
        if hasattr(number, "tolist"):
            raise ValueError(f"{number!r} does not print as a number: give what .tolist() returns")
        raise ValueError(f"{number!r} is not a number such as 0.1, or has an exponent of more than three digits")
    value = Fraction(text[:-1]) / 100 if text[-1] == "%" else Fraction(text)
    if value < 0:
        raise ValueError(f"{number!r} is negative")
    return value


def shares_of(parts: Any) -> list[Share]:
    """Return the shares of parts, which is a mapping or a sequence."""
    if isinstance(parts, (str, bytes)) or not isinstance(parts, Iterable):
        raise TypeError(f"parts are {{'train': 0.8, 'test': 0.2}} or [0.8, 0.2], not {parts!r}")
    return list(parts.values() if isinstance(parts, Mapping) else parts)


def sizes(n: int, parts: Sequence[Share], drop: bool = False) -> list[int]:
    """Divide n by largest remainders, as ``yates split`` does: shares, sizes and "rest"."""
    whole = [int(p) if isinstance(p, (Integral, str)) and re.fullmatch(r"\d+", str(p), re.ASCII) else 0 for p in parts]
    rests = sum(isinstance(p, str) and p == "rest" for p in parts)
    if rests > 1:
        raise ValueError("there are two parts that take the rest")
    of_1 = [None if p == "rest" or size else exact(p, SHARE) for p, size in zip(parts, whole)]
    total = sum((share for share in of_1 if share is not None), Fraction(0))
    over = total if 1 < total <= 1 + Fraction(1, 10**9) else Fraction(1)  # floats that should come to 1 may miss it
    quotas = [Fraction(size) if share is None else n * share / over for share, size in zip(of_1, whole)]
    rest = n - sum(quotas, Fraction(0))
    if rest < 0:
        raise ValueError(f"the parts need {float(n - rest):.15g}, but there are only {n}")
    if rests:
        quotas[list(parts).index("rest")] = rest
    else:
        quotas.append(rest)
    out = [math.floor(q) for q in quotas]
    for i in sorted(range(len(quotas)), key=lambda i: out[i] - quotas[i])[:n - sum(out)]:
        out[i] += 1
    if not rests and out.pop() and not drop:
        raise ValueError(f"{n - sum(out)} of {n} would be in no part: let a part be 'rest', or set drop")
    return out


@overload
def split(seed: SeedLike, n: int, parts: Mapping[Name, Share], epoch: Optional[int] = None, *,
          drop: bool = False) -> dict[Name, Places]: ...
@overload
def split(seed: SeedLike, n: int, parts: Sequence[Share], epoch: Optional[int] = None, *,
          drop: bool = False) -> list[Places]: ...


@seed_first
def split(seed: SeedLike, n: int, parts: Any, epoch: Optional[int] = None, *, drop: bool = False) -> Any:
    """Return the parts of an order, as a dictionary if parts is one, or else as a list.

    A share is a float, a fraction such as "1/3" or a percentage such as "10%"; a whole number from 1 on is a
    size (1.0 is all), and "rest" is what the others leave. Floats may come to 1 + 1e-9; they are divided by their sum
    then. It is an error if records are in no part, unless drop is set. Epoch 0 is another order than no
    epoch (None).
    """
    n = number(n)
    counts = sizes(n, shares_of(parts), drop)
    places, at, out = sample(seed, n, sum(counts), epoch), 0, []
    for count in counts:
        out.append(places[at:at + count])
        at += count
    return dict(zip(parts, out)) if isinstance(parts, Mapping) else out


@seed_first
def folds(seed: SeedLike, n: int, k: int, epoch: Optional[int] = None) -> list[tuple[Places, Places]]:
    """Return k folds for cross-validation, 2 <= k <= n: of each the records to train on, and those to test on.

    Epoch 0 is another order than no epoch (None).
    """
    n, k = number(n), operator.index(k)
    if not 2 <= k <= n:
        raise ValueError(f"there cannot be {k} folds of {n} records")
    places, ends = order(seed, n, epoch), [0]
    for i in range(k):
        ends.append(ends[-1] + n // k + (i < n % k))
    join: Any = list.__add__ if np is None else lambda a, b: np.concatenate((a, b))
    return [(join(places[:lo], places[hi:]), places[lo:hi]) for lo, hi in zip(ends, ends[1:])]


def listed(keys: Iterable[Any]) -> list[Any]:
    """Return keys by their places: a row of a DataFrame is a tuple."""
    if isinstance(keys, (bytes, str, Mapping, Set)):
        raise TypeError(f"a {type(keys).__name__} has no key for each record, in their order: give a list")
    if not hasattr(keys, "__iter__"):
        raise TypeError(f"keys are one for each record, such as frame['label'], not {keys!r}")
    if hasattr(keys, "columns") and not len(keys.columns):
        raise ValueError("the keys have no columns")
    if hasattr(keys, "itertuples"):
        return list(keys.itertuples(index=False, name=None))
    return list(keys.rows() if hasattr(keys, "rows") else keys)  # rows is polars'


def key_bytes(key: Any) -> tuple[bytes, bool]:
    """Return the bytes of a key, and whether it is there: a text, bytes or an integer, or a tuple for several columns.

    Others are refused, as nobody knows what the file says for them: of 1.0 it may be 1.
    """
    if isinstance(key, tuple) and key:
        texts, there = zip(*map(key_bytes, key))
        return texts[0] if len(texts) == 1 else b"".join(len(t).to_bytes(8, "big") + t for t in texts), all(there)
    if isinstance(key, (bytes, str)):
        return key if isinstance(key, bytes) else key.encode(), len(key) > 0
    try:
        if key is None or type(key).__name__ == "NAType" or key != key:  # as NaN and NaT
            return b"", False
        if type(key).__name__ not in ("bool", "bool_"):
            return b"%d" % operator.index(key), True
    except (TypeError, ValueError):
        pass
    raise TypeError(f"the key {key!r} is a {type(key).__name__}, whose text in a file is not known: give texts or "
                    "integers, as pandas reads with dtype=str, keep_default_na=False")


def read_keys(missing: Missing, *columns: Iterable[Any]) -> tuple[list[int], list[list[tuple[bytes, bool]]]]:
    """Return the records that count, and the bytes of all keys, by their places: a row of a DataFrame is a tuple."""
    if missing not in ("own", "one", "drop", "error"):
        raise ValueError(f"missing is own, one, drop or error, not {missing!r}")
    read = [list(map(key_bytes, listed(c))) for c in columns]
    if len(set(map(len, read))) > 1:
        raise ValueError(f"there are {len(read[0])} keys of classes, but {len(read[1])} of groups")
    absent = {r for keys in read for r, (_, there) in enumerate(keys) if not there}
    if absent and missing == "error":
        raise ValueError(f"{len(absent)} of {len(read[0])} records have no key, the first is {min(absent)}: "
                         "missing='own', 'one' or 'drop' says what becomes of them")
    return [r for r in range(len(read[0])) if r not in absent or missing != "drop"], read


def grouped(s: Seed, keys: Sequence[tuple[bytes, bool]], alone: bool) -> list[list[int]]:
    """Return the groups of keys, in their order. With alone, each record without a key is one by itself."""
    begin = hashlib.sha256(s.prefix("group"))
    digits: Any = []
    if alone and not all(there for _, there in keys):
        digits = list(_plain.all_digits(s, len(keys))) if _fast is None else np.concatenate(
            [some for _, some in _fast.all_digits(s, len(keys))])
    buckets: dict[int, dict[Union[int, bytes], list[int]]] = {}
    for r, (text, there) in enumerate(keys):
        if alone and not there:
            buckets.setdefault(int(digits[r]), {})[r] = [r]
            continue
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


@seed_first
def groups(seed: SeedLike, keys: Iterable[Any], epoch: Optional[int] = None, *,
           missing: Missing = "error") -> list[list[int]]:
    """Return the groups of records with equal keys, in their order; records of a group stay in input order.

    A key is a text (in UTF-8), bytes or an integer (its decimal digits), or a tuple of these for several columns, as a
    row of a DataFrame is; keys are equal if these texts are. Other values are a TypeError: what the file says for a
    float or a bool is not known. A key is missing if it, or one of its columns, is empty, None, NaN, NA or NaT. That
    is a ValueError, unless missing says that each such record is a group of its "own", that all with the same texts
    are "one", as other groups, or to "drop" them. Epoch 0 is another order than no epoch (None).
    """
    kept, (read,) = read_keys(missing, keys)
    found = grouped(seed_of(seed, epoch), [read[r] for r in kept], missing == "own")
    return [[kept[i] for i in group] for group in found]


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


@overload
def stratified(seed: SeedLike, keys: Iterable[Any], parts: Mapping[Name, Share], epoch: Optional[int] = None,
               group_by: Optional[Iterable[Any]] = None, *, missing: Missing = "error",
               drop: bool = False) -> dict[Name, list[int]]: ...
@overload
def stratified(seed: SeedLike, keys: Iterable[Any], parts: Sequence[Share], epoch: Optional[int] = None,
               group_by: Optional[Iterable[Any]] = None, *, missing: Missing = "error",
               drop: bool = False) -> list[list[int]]: ...


@seed_first
def stratified(seed: SeedLike, keys: Iterable[Any], parts: Any, epoch: Optional[int] = None,
               group_by: Optional[Iterable[Any]] = None, *, missing: Missing = "error", drop: bool = False) -> Any:
    """Return the parts of an order of the records with these keys, each with its share of each class: like split.

    Records with equal keys are a class; keys, and missing ones, are as for groups. With missing="one", those without
    one are a class like others, as for the command by itself. With group_by, which has a key for each record, too,
    groups are divided in place of records, and the class of a group is that of its first record. It is an error if
    records are in no part, unless drop is set. Epoch 0 is another order than no epoch (None).
    """
    s = seed_of(seed, epoch)
    kept, read = read_keys(missing, keys, *([] if group_by is None else [group_by]))
    units = [[int(i)] for i in order(s, len(kept))] if group_by is None else grouped(
        s, [read[1][r] for r in kept], missing == "own")
    texts = [read[0][kept[unit[0]]][0] for unit in units]
    classes = Counter(texts)
    hashes = {text: hashlib.sha256(s.prefix("stratum") + text).digest() for text in classes}
    known = sorted(classes, key=hashes.__getitem__)
    counts = sizes(len(units), shares_of(parts), drop)
    ends = {c: list(accumulate(row)) for c, row in zip(known, allot([classes[c] for c in known], counts))}
    out: list[list[int]] = [[] for _ in counts]
    seen: Counter[bytes] = Counter()
    for unit, text in zip(units, texts):
        part = bisect_right(ends[text], seen[text])
        seen[text] += 1
        if part < len(out):
            out[part] += [kept[i] for i in unit]
    return dict(zip(parts, out)) if isinstance(parts, Mapping) else out


@seed_first
def per_class(seed: SeedLike, keys: Iterable[Any], k: int, epoch: Optional[int] = None, *,
              missing: Missing = "error") -> list[int]:
    """Return the first k records of each class of equal keys, in the order: all of a class with fewer.

    Keys, and missing ones, are as for stratified. Epoch 0 is another order than no epoch (None).
    """
    k = operator.index(k)
    if k < 0:
        raise ValueError(f"there cannot be {k} records of each class")
    kept, (read,) = read_keys(missing, keys)
    seen: Counter[bytes] = Counter()
    out: list[int] = []
    for i in order(seed, len(kept), epoch):
        r = kept[i]
        seen[read[r][0]] += 1
        if seen[read[r][0]] <= k:
            out.append(r)
    return out


@overload
def by_key(seed: SeedLike, keys: Iterable[Any], parts: None = None, *,
           missing: Missing = "error") -> list[list[int]]: ...
@overload
def by_key(seed: SeedLike, keys: Iterable[Any], parts: Mapping[Name, Share], *,
           missing: Missing = "error", drop: bool = False) -> dict[Name, list[int]]: ...
@overload
def by_key(seed: SeedLike, keys: Iterable[Any], parts: Sequence[Share], *,
           missing: Missing = "error", drop: bool = False) -> list[list[int]]: ...


@seed_first
def by_key(seed: SeedLike, keys: Iterable[Any], parts: Any = None, *, missing: Missing = "error",
           drop: bool = False) -> Any:
    """Return the records of each key, the keys in an order that stays; or parts, which the key of a record decides.

    Without parts, records with equal keys stay in input order, and if some come or go, all others stay in theirs.
    With parts, they are those of an order: a record stays in its part if others come or go, and equal keys are in one
    part; but the sizes of the parts are random, and parts have shares, or one of them takes the "rest". Keys, and
    missing ones, are as for stratified. It is an error if shares come to less than 1, unless drop is set. Take another
    seed for the next split of the same keys: a size that is too far from its share is a warning.
    """
    s = seed_of(seed)
    kept, (read,) = read_keys(missing, keys)
    begin = hashlib.sha256(s.prefix("part"))

    def hashed(text: bytes) -> bytes:
        h = begin.copy()
        h.update(text)
        return h.digest()

    if parts is None:
        members: dict[bytes, list[int]] = {}
        for r in kept:
            members.setdefault(read[r][0], []).append(r)
        return [members[text] for text in sorted(members, key=hashed)]
    shares = [None if p == "rest" else exact(p, SHARE) for p in shares_of(parts)]
    rest = 1 - sum(share for share in shares if share is not None)
    ends = list(accumulate(rest if share is None else share for share in shares))
    if rest < 0 or shares.count(None) > 1 or ends[-1:] != [1] and not drop:
        raise ValueError("the shares do not come to 1: let a part be 'rest', or set drop")
    bounds = [math.ceil(end * 2 ** 64) for end in ends]
    out: list[list[int]] = [[] for _ in shares]
    for i in order(s, len(kept)):
        part = bisect_right(bounds, int.from_bytes(hashed(read[kept[i]][0])[:8], "big"))
        if part < len(out):
            out[part].append(kept[i])
    times = Counter(read[i][0] for i in kept).values()
    odds, most, squares = math.log(200 * max(len(out), 1)), max(times, default=0), sum(n * n for n in times)
    for mine, lo, hi in zip(out, [0, *bounds], bounds):  # Bernstein's inequality: all hold 99 times in 100
        share = (hi - lo) / 2 ** 64
        within = odds * most / 3 + math.sqrt((odds * most / 3) ** 2 + 2 * odds * squares * share * (1 - share))
        if abs(len(mine) - share * len(kept)) > within:
            warnings.warn(f"a part has {len(mine)} of {len(kept)} records, and its share is {share:.3g}: were these "
                          "keys divided by this seed before? take another seed", stacklevel=3)
            break
    return dict(zip(parts, out)) if isinstance(parts, Mapping) else out


@seed_first
def apart(seed: SeedLike, keys: Iterable[Any], run: int = 1, epoch: Optional[int] = None, *,
          missing: Missing = "error") -> list[int]:
    """Return an order of the records with these keys in which no more than run equal keys stand in a row.

    All such orders are equally likely, as nearly as SPEC.md says; if there is none, it is a ValueError. Keys, and
    missing ones, are as for groups: of its "own" is a record that may stand beside any other. At most 20,000 records,
    or 1,000 if run is above 1, are taken: 1,000 take a second, but minutes if run is above 1. Epoch 0 is another order
    than no epoch (None).
    """
    run, s = operator.index(run), seed_of(seed, epoch)
    if run < 1:
        raise ValueError(f"there cannot be runs of {run}")
    kept, (read,) = read_keys(missing, keys)
    most = 20_000 if run == 1 else 1_000
    if len(kept) > most:
        raise ValueError(f"{len(kept)} records are too many to keep apart: there can be {most} with runs of {run}")
    members: dict[Any, list[int]] = {}
    for i in kept:
        text, there = read[i]
        members.setdefault(text if there or missing != "own" else i, [])
    for k in order(s, len(kept)):
        text, there = read[kept[k]]
        members[text if there or missing != "own" else kept[k]].append(kept[k])
    sizes = list(map(len, members.values()))
    run = min(run, len(kept))
    for key, n in zip(members, sizes):
        fit = run * (len(kept) - n + 1)
        if n > fit:
            raise ValueError(f"{n} records have the key {key!r}, but at most {fit} fit between the others, "
                             f"{run} in a row")
    rows = list(map(iter, members.values()))
    return [next(rows[c]) for c in _apart.draw(sizes, run, stream(s, "apart"))]


def tickets(weights: Iterable[Any]) -> list[int]:
    """Return the tickets of weights, as SPEC.md has them: a float is the decimal number that it prints as."""
    fractions = [exact(w, DECIMAL) for w in weights]
    common, scale = math.lcm(*(w.denominator for w in fractions)), 1
    while scale % common:
        scale *= 10
    whole = [int(w * scale) for w in fractions]
    while any(whole) and not any(w % 10 for w in whole):
        whole = [w // 10 for w in whole]
    while sum(whole) >> 63:
        whole = [-(-w // 10) for w in whole]
    return whole


@seed_first
def weighted(seed: SeedLike, weights: Iterable[Any], k: Optional[int] = None, replace: bool = False,
             epoch: Optional[int] = None) -> list[int]:
    """Return k draws, each with a probability in proportion to its weight, or without k all that can be drawn.

    With replace, each is drawn from all; else from those that are left. It is an error if there are fewer. Epoch 0 is
    another order than no epoch (None).
    """
    if replace and k is None:
        raise ValueError("draws with replacement need k")
    left = tickets(weights)
    n, total, some = len(left), sum(left), sum(w > 0 for w in left)
    k = some if k is None else operator.index(k)
    if k < 0 or k > some and not (replace and some):
        raise ValueError(f"there cannot be {k} draws of {some} with a weight above 0")
    tree = [0] * (n + 1)  # Fenwick's: tree[i] is the sum of the weights that end with number i-1
    for i, w in enumerate(left, 1):
        tree[i] += w
        if i + (i & -i) <= n:
            tree[i + (i & -i)] += tree[i]
    source = stream(seed_of(seed, epoch), "weighted repeat" if replace else "weighted")
    out: list[int] = []
    while len(out) < k:
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
