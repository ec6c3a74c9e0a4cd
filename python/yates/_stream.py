"""Seeds, and the streams of words that they name."""

from __future__ import annotations

import hashlib
import operator
import os
import struct
from numbers import Integral
from typing import Iterator, Optional, Union

NAME = b"yates order 1\0"
BUCKETS = BLOCK = 4096  # digits have 12 bits, and so many records share a stream of them
WORDS = 124  # given out for each key of a generator


class Seed(bytes):
    """32 bytes: of a text that is not empty, of hexadecimal digits, or of the operating system's generator.

    >>> Seed("yates").hex()[:8]
    '98c14afe'
    """

    def __new__(cls, text: Optional[str] = None, *, hex: Optional[str] = None) -> "Seed":
        if text is not None and hex is not None:
            raise ValueError("a seed is a text or hexadecimal digits, not both")
        if hex is not None:
            value = bytes.fromhex(hex)
            if len(value) != 32 or len(hex) != 64:
                raise ValueError(f"a seed has 64 hexadecimal digits, not {hex!r}")
            return super().__new__(cls, value)
        if text is None:
            return super().__new__(cls, os.urandom(32))
        if not text:
            raise ValueError("the seed is empty, as an unset variable is; everybody knows the order that it gives")
        return super().__new__(cls, hashlib.sha256(text.encode()).digest())

    def __getnewargs_ex__(self) -> tuple[tuple[()], dict[str, str]]:  # for copies and pickle
        return (), {"hex": self.hex()}

    def __repr__(self) -> str:
        return f"Seed(hex={self.hex()!r})"

    def epoch(self, number: int) -> "Seed":
        """Return the seed of an epoch, from 0 on, which is never this seed: epoch 0 is not no epoch."""
        number = operator.index(number)
        if not 0 <= number < 1 << 64:
            raise ValueError(f"there is no epoch {number}")
        return Seed(hex=self.key("epoch", number).hex())

    def key(self, label: str, number: int) -> bytes:
        """Return the key of a stream."""
        return hashlib.sha256(self.prefix(label) + struct.pack(">Q", number)).digest()

    def prefix(self, label: str) -> bytes:
        return NAME + label.encode() + b"\0" + self


SeedLike = Union[Seed, str, int, None]


def seed_of(seed: SeedLike, epoch: Optional[int] = None) -> Seed:
    """Return the seed of a text or an integer, or a new one for None, and that of its epoch, if there is one."""
    if isinstance(seed, Integral) and not isinstance(seed, bool):
        seed = str(int(seed))
    if not isinstance(seed, (Seed, str, type(None))):
        raise TypeError(f"a seed is a text, an integer, a yates.Seed or None, not {type(seed).__name__}")
    s = seed if isinstance(seed, Seed) else Seed(seed)
    return s if epoch is None else s.epoch(epoch)


ROUNDS = (
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
)
CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)


def core(key: tuple[int, ...], counter: int) -> list[int]:
    """Return a block of ChaCha8Rand: see SPEC.md."""
    s = [*CONSTANTS, *key, counter, 0, 0, 0]
    for _ in range(4):
        for a, b, c, d in ROUNDS:
            for to, by, turn, left in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                s[to] = (s[to] + s[by]) & 0xFFFFFFFF
                x = s[turn] ^ s[to]
                s[turn] = (x << left | x >> (32 - left)) & 0xFFFFFFFF
    for i, word in enumerate(key):
        s[4 + i] = (s[4 + i] + word) & 0xFFFFFFFF
    return s


def words(key: bytes) -> Iterator[int]:
    """Yield the 64-bit words of the generator ChaCha8Rand."""
    while True:
        numbers = struct.unpack("<8I", key)
        left = WORDS
        for g in range(0, 16, 4):  # most streams end within the first blocks
            blocks = [core(numbers, g + j) for j in range(4)]
            out = [blocks[j][i] for i in range(16) for j in range(4)]
            for i in range(0, 2 * min(left, 32), 2):
                yield out[i] | out[i + 1] << 32
            left -= 32
        key = struct.pack("<8I", *out[-8:])


def stream(seed: Seed, label: str, number: int = 0) -> Iterator[int]:
    """Yield the words of a stream."""
    return words(seed.key(label, number))


def below(source: Iterator[int], n: int) -> int:
    """Return a uniform integer in 0..n, for n < 2**64."""
    least = (1 << 64) % n
    while True:
        product = next(source) * n
        if product & 0xFFFFFFFFFFFFFFFF >= least:
            return product >> 64
