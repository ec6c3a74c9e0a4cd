"""A sampler for loaders of training data, with torch or without it."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Sized
from typing import TYPE_CHECKING, Any, Iterator, Optional, Union

from ._choose import order
from ._mixture import Mixture
from ._stream import Seed, SeedLike, seed_of

if TYPE_CHECKING:  # what asks for a sampler of torch takes this one; without torch, type checkers know no base
    from torch.utils.data import Sampler as Torch  # type: ignore[import-not-found,unused-ignore]

    class Base(Torch[int]):
        """A sampler of torch."""
else:
    Base = object


class Sampler(Base):
    """The records that one of some ranks reads, of an epoch whose order all share.

    It is what ``torch.utils.data.DataLoader(sampler=…)`` takes. Several ranks need the same seed. Ranks take turns,
    place by place; if the records do not divide by the ranks, the first ones read one more, unless drop_last is set.
    There are world_size of them, or num_replicas, as torch says.

    Who iterates again begins the epoch again, in the same order, until set_epoch sets another. After a state is
    loaded, its epoch begins at the place of the state until it has been read to its end. A state is of all ranks
    together, so another number of them can go on: each record is read once in an epoch.

    It is not safe for concurrent use.
    """

    def __init__(self, data: Union[int, Sized], seed: SeedLike = None, *, rank: int = 0,
                 world_size: Optional[int] = None, drop_last: bool = False, num_replicas: Optional[int] = None) -> None:
        if world_size is not None and num_replicas is not None:
            raise ValueError("num_replicas is torch's name of world_size: give one of them")
        given = num_replicas if world_size is None else world_size
        rank, world_size = operator.index(rank), 1 if given is None else operator.index(given)
        if not 0 <= rank < world_size:
            raise ValueError(f"there is no rank {rank} of {world_size}")
        if seed is None and world_size > 1:
            raise ValueError("several ranks need the same seed, or they would read other records than each other")
        self._n = len(data) if isinstance(data, Sized) else operator.index(data)
        self._mixture = data if isinstance(data, Mixture) else None
        if self._n < 0:
            raise ValueError(f"there cannot be {self._n} records")
        self.seed: Seed = seed_of(seed)
        self._given = seed is not None
        self._rank, self._world, self._drop_last = rank, world_size, drop_last
        self._place = 0, 0  # the epoch that was set or loaded, and where it begins
        self._over = False  # a state at the end of the epoch was loaded
        self._set(0, 0)

    def _set(self, epoch: int, begin: int) -> None:
        epoch = operator.index(epoch)
        self.seed.epoch(epoch)  # which says if there is none
        self._epoch, self._begin, self._read, self._ended = epoch, begin, 0, False

    def set_epoch(self, epoch: int) -> None:
        """Set the epoch, from 0 on (the first one is 0): it begins at its front, unless a state of it was loaded.

        The order is yates.order(seed, n, epoch), so that of epoch 0 is not that of no epoch.
        """
        self._set(epoch, self._place[1] if epoch == self._place[0] else 0)
        self._place, self._over = (self._epoch, self._begin), False

    def __len__(self) -> int:
        """Return how many records this rank reads from the beginning to the end, however many it has read."""
        left = self._n - self._begin
        return left // self._world if self._drop_last else max(0, -((self._rank - left) // self._world))

    def __iter__(self) -> Iterator[int]:
        if self._ended:
            warnings.warn(f"epoch {self._epoch} was read to its end: set_epoch sets the next one", stacklevel=2)
        self._set(self._epoch, 0 if self._ended else self._begin)
        if self._over:  # nothing is left of its epoch, and StatefulDataLoader, for one, begins the next one by itself
            self._over = False
            self._set(self._epoch + 1, 0)
            return iter(())
        return self._records(self._epoch, self._begin + self._rank, len(self))

    def _records(self, epoch: int, first: int, count: int) -> Iterator[int]:
        mixture = self._mixture
        places = order(self.seed, self._n, epoch) if mixture is None else mixture.order(self.seed, epoch)
        for self._read, r in enumerate(places[first::self._world][:count], 1):
            yield int(r)
        self._ended = count > 0

    def state_dict(self, read: Optional[int] = None) -> dict[str, Any]:
        """Return where all ranks are when this one has read so many records since the beginning.

        Without read, these are what the sampler has given; loaders with workers take some of them in advance, so
        count what was trained on. Save the state of rank 0: at the end of an epoch it may have read one more.
        """
        read = self._read if read is None else operator.index(read)
        if not 0 <= read <= len(self):
            raise ValueError(f"this rank reads {len(self)} records from the beginning, not {read}")
        dropped = self._drop_last and read == len(self)
        return {"seed": self.seed.hex(), "epoch": self._epoch, "n": self._n,
                "position": self._n if dropped else min(self._n, self._begin + read * self._world)}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on where a state is, with its seed and any number of ranks: its epoch begins there from now on."""
        if missing := [name for name in ("seed", "epoch", "n", "position") if name not in state]:
            raise ValueError(f"it is no state of a yates.Sampler, as it has no {' or '.join(missing)}")
        begin = operator.index(state["position"])
        if state["n"] != self._n:
            raise ValueError(f"the state is of {state['n']} records, not of {self._n}")
        if not 0 <= begin <= self._n:
            raise ValueError(f"there is no place {begin} among {self._n} records")
        if self._given and state["seed"] != self.seed.hex():
            warnings.warn("the state is of another seed than the sampler was given, and goes on with it", stacklevel=2)
        self.seed = Seed(hex=state["seed"])
        self._set(state["epoch"], begin)
        self._place = self._epoch, begin
        self._over = begin == self._n > 0
