"""Mixtures of several sources, in exact shares."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence, Sized
from fractions import Fraction
from itertools import chain
from typing import Any, Optional, Union

from ._choose import SHARE, Places, Share, exact, number, order, sample, sizes
from ._stream import Seed, SeedLike, seed_of

try:
    import numpy as np
except ImportError:
    np = None  # type: ignore[assignment]


class Mixture:
    """Several sources in one order: each in its own, epoch after epoch.

    None of the records of a source comes again before all its others have come. Sources are data, or how many records
    they have. Of the n records of the mixture each source has its share, as in split; or it is used so many times,
    such as 2.5, and n is what these come to.
    """

    def __init__(self, sources: Sequence[Union[int, Sized]], shares: Optional[Sequence[Share]] = None,
                 n: Optional[int] = None, *, times: Optional[Sequence[Share]] = None) -> None:
        given: Sequence[Share] = (shares if times is None else times) or ()
        if len(given) != len(sources) or (n is None) == (times is None) or (shares is None) == (times is None):
            raise ValueError("a mixture has a share for each source, and n; or times for each source")
        self.sizes = [number(len(s) if isinstance(s, Sized) else operator.index(s)) for s in sources]
        if n is not None:
            self.counts = sizes(number(n), list(given))
        else:
            self.counts = [math.floor(exact(t, SHARE) * size + Fraction(1, 2)) for t, size in zip(given, self.sizes)]
        if any(count > size == 0 for size, count in zip(self.sizes, self.counts)):
            raise ValueError("a source of the mixture has no records")
        number(len(self))

    def __len__(self) -> int:
        return sum(self.counts)

    def order(self, seed: SeedLike, epoch: Optional[int] = None) -> Places:
        """Return the record at each place, counted from 0 through all sources, as torch's ConcatDataset counts them.

        Epoch 0 is another order than no epoch (None).
        """
        s, begin, base = seed_of(seed, epoch), 0, 0
        places = order(s, len(self))
        out: Any = places.copy()
        for i, (size, count) in enumerate(zip(self.sizes, self.counts)):
            own = Seed(hex=s.key("mixture", i).hex())
            epochs = [sample(own, size, min(size, count - at), at // size) for at in range(0, count, max(size, 1))]
            if np is None:
                records = chain(*epochs)
                for p, x in enumerate(places):
                    if begin <= x < begin + count:
                        out[p] = base + next(records)
            elif epochs:
                out[(places >= begin) & (places < begin + count)] = base + np.concatenate(epochs)
            begin, base = begin + count, base + size
        mixed: Places = out
        return mixed


def mixture(seed: SeedLike, sources: Sequence[Union[int, Sized]], shares: Optional[Sequence[Share]] = None,
            n: Optional[int] = None, epoch: Optional[int] = None, *, times: Optional[Sequence[Share]] = None) -> Places:
    """Return the order of a Mixture. Epoch 0 is another order than no epoch (None)."""
    return Mixture(sources, shares, n, times=times).order(seed, epoch)
