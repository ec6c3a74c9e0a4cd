"""The keyed permutation, which gives each place on its own. It is not Order 1."""

from __future__ import annotations

import math
import operator
from typing import Iterator, Optional

from ._stream import SeedLike, seed_of, stream

MASK = 0xFFFFFFFFFFFFFFFF


def siphash(k0: int, k1: int, message: int) -> int:
    """Return SipHash-2-4 of a message of eight bytes."""
    v0, v1 = k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D
    v2, v3 = k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573

    def turn(x: int, left: int) -> int:
        return (x << left | x >> (64 - left)) & MASK

    for word, rounds in ((message, 2), (8 << 56, 2), (None, 4)):
        if word is None:
            v2 ^= 0xFF
        else:
            v3 ^= word
        for _ in range(rounds):
            v0 = (v0 + v1) & MASK
            v1 = turn(v1, 13) ^ v0
            v0 = turn(v0, 32)
            v2 = (v2 + v3) & MASK
            v3 = turn(v3, 16) ^ v2
            v0 = (v0 + v3) & MASK
            v3 = turn(v3, 21) ^ v0
            v2 = (v2 + v1) & MASK
            v1 = turn(v1, 17) ^ v2
            v2 = turn(v2, 32)
        if word is not None:
            v0 ^= word
    return v0 ^ v1 ^ v2 ^ v3


class Permutation:
    """A pseudo-random permutation of 0..n, for n < 2**64: p[i] takes constant time and memory.

    Epoch 0 is another one than no epoch (None).
    """

    def __init__(self, seed: SeedLike, n: int, epoch: Optional[int] = None) -> None:
        n = operator.index(n)
        if not 0 <= n < 1 << 64:
            raise ValueError(f"n is {n}, not in 0..2**64")
        self._n = n
        source = stream(seed_of(seed, epoch), "permutation")
        self._keys = [(next(source), next(source)) for _ in range(10)]
        a = math.isqrt(max(n, 1) - 1) + 1
        self._a = a + a % 2
        b = -(-n // self._a)
        self._b = b + b % 2

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, i: int) -> int:
        i = operator.index(i)
        x = i + self._n if i < 0 else i
        if not 0 <= x < self._n:
            raise IndexError(f"there is no place {i} among {self._n}")
        if self._n < 2:
            return x
        while True:
            left, right = divmod(x, self._b)
            for r in range(0, 10, 2):
                left = (left + (siphash(*self._keys[r], right) * self._a >> 64)) % self._a
                right = (right + (siphash(*self._keys[r + 1], left) * self._b >> 64)) % self._b
            x = left * self._b + right
            if x < self._n:
                return x

    def __iter__(self) -> Iterator[int]:
        return (self[i] for i in range(self._n))


def permutation(seed: SeedLike, n: int, epoch: Optional[int] = None) -> Permutation:
    """Return the keyed permutation of 0..n. Epoch 0 is another one than no epoch (None)."""
    return Permutation(seed, n, epoch)
