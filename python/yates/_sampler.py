"""A sampler for loaders of training data, with torch or without it."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any, Iterator, Optional, Union

from ._choose import order
from ._stream import Seed, SeedLike, seed_of


class Sampler:
    """The records that one of some ranks reads, of an epoch whose order all share.

    It is what ``torch.utils.data.DataLoader(sampler=…)`` takes. All ranks need the same seed, so a seed of None must
    be drawn once and given to all. The state is that of all ranks together, so another number of them can go on:
    each record is read once in an epoch. Ranks take turns, place by place; if the records do not divide by the ranks,
    the first ones read one more, unless drop_last is set. Who iterates again reads the next epoch, or the rest of one
    that was not read to its end.

    It is not safe for concurrent use.
    """

    def __init__(self, data: Union[int, Sized], seed: SeedLike = None, *, rank: int = 0, world_size: int = 1,
                 drop_last: bool = False) -> None:
        if not 0 <= rank < world_size:
            raise ValueError(f"there is no rank {rank} of {world_size}")
        self._n = data if isinstance(data, int) else len(data)
        self.seed: Seed = seed_of(seed)
        self._rank, self._world, self._drop_last = rank, world_size, drop_last
        self.set_epoch(0)

    def set_epoch(self, epoch: int) -> None:
        """Begin an epoch, from 0 on; nothing of it has been read."""
        self._epoch, self._begin, self._read, self._ended = epoch, 0, 0, False

    def __len__(self) -> int:
        """Return how many records this rank reads when it iterates."""
        return self._share(0) if self._ended else self._share(self._begin) - self._read

    def __iter__(self) -> Iterator[int]:
        if self._ended:
            self.set_epoch(self._epoch + 1)
        places = order(self.seed, self._n, self._epoch)
        for _ in range(len(self)):
            i = int(places[self._begin + self._read * self._world + self._rank])
            self._read += 1
            yield i
        self._ended = True

    def _share(self, begin: int) -> int:
        """Return how many of the places from begin on are for this rank."""
        left = self._n - begin
        if self._drop_last:
            return left // self._world
        return max(0, (left - self._rank + self._world - 1) // self._world)

    def state_dict(self, read: Optional[int] = None) -> dict[str, Any]:
        """Return where all ranks are when this one has read so many records since it began or was loaded.

        Without read, these are what the sampler has given; loaders with workers take some of them in advance, so
        count what was trained on. Save the state of rank 0: at the end of an epoch it may have read one more.
        """
        read = self._read if read is None else read
        dropped = self._drop_last and read >= self._share(self._begin)
        return {"seed": self.seed.hex(), "epoch": self._epoch, "n": self._n,
                "position": self._n if dropped else min(self._n, self._begin + read * self._world)}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go on where a state is, with any number of ranks."""
        if state["n"] != self._n:
            raise ValueError(f"the state is of {state['n']} records, not of {self._n}")
        if not 0 <= state["position"] <= self._n:
            raise ValueError(f"there is no place {state['position']} among {self._n} records")
        self.seed = Seed(hex=state["seed"])
        self.set_epoch(state["epoch"])
        self._begin = state["position"]
        self._ended = self._begin >= self._n
