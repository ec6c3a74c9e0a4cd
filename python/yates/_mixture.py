"""Mixtures of several sources, in exact shares."""

from __future__ import annotations

import math
from collections.abc import Sequence, Sized
from fractions import Fraction
from itertools import accumulate
from numbers import Integral
from typing import Optional, Union

from ._choose import SHARE, Places, Share, exact, np, number, order, sample, sizes
from ._stream import Seed, SeedLike, seed_of


class Mixture:
    """Several sources in one order: each in its own, epoch after epoch, so that none of its records comes again before
    all others have come.

    Sources are data, or how many records they have. Of the n records of the mixture, each source has its share, as
    for split; or it is used so many times, such as 2.5, and n is what they come to.
    """

    def __init__(self, sources: Sequence[Union[int, Sized]], shares: Optional[Sequence[Share]] = None,
                 n: Optional[int] = None, *, times: Optional[Sequence[Share]] = None) -> None:
        self.sizes = [number(s) if isinstance(s, Integral) else len(s) for s in sources]  # type: ignore[arg-type]
        if (shares is None or n is None) == (times is None):
            raise ValueError("a mixture has shares and n, or times")
        if times is None:
            self.counts = sizes(number(n), list(shares))  # type: ignore[arg-type]
        else:
            self.counts = [math.floor(exact(t, SHARE) * size + Fraction(1, 2)) for t, size in zip(times, self.sizes)]
        if len(self.counts) != len(self.sizes) or times is not None and len(times) != len(self.sizes):
            raise ValueError(f"there are not as many shares or times as sources, which are {len(self.sizes)}")
        for size, count in zip(self.sizes, self.counts):
            if count > size == 0:
                raise ValueError("a source of the mixture has no records")
        number(len(self))

    def __len__(self) -> int:
        return sum(self.counts)

    def order(self, seed: SeedLike, epoch: Optional[int] = None) -> Places:
        """Return the record at each place, counted from 0 through all sources, as in torch's ConcatDataset.

        Epoch 0 is another order than no epoch (None).
        """
        s = seed_of(seed, epoch)
        places = order(s, len(self))
        out = places.copy()
        for i, (size, count, end) in enumerate(zip(self.sizes, self.counts, accumulate(self.counts))):
            own, base, at = Seed(hex=s.key("mixture", i).hex()), sum(self.sizes[:i]), 0
            if np is None:
                mine = [p for p, x in enumerate(places) if end - count <= x < end]
            else:
                mine = np.flatnonzero((places >= end - count) & (places < end))
            while at < count:
                records = sample(own, size, min(size, count - at), at // size)
                if np is None:
                    for p, r in zip(mine[at:], records):
                        out[p] = base + r
                else:
                    out[mine[at:at + size]] = base + records
                at += size
        return out


def mixture(seed: SeedLike, sources: Sequence[Union[int, Sized]], shares: Optional[Sequence[Share]] = None,
            n: Optional[int] = None, epoch: Optional[int] = None, *, times: Optional[Sequence[Share]] = None) -> Places:
    """Return the order of a mixture: see Mixture. Epoch 0 is another order than no epoch (None)."""
    return Mixture(sources, shares, n, times=times).order(seed, epoch)
