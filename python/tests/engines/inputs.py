"""Inputs for all engines, and what the command makes of them. YATES names it, and ENGINES_MB how large the input is."""

import os
import pathlib
import random
import subprocess

SEED = "engines"
MB = float(os.environ.get("ENGINES_MB", "8"))


def make(folder, count=7):
    """Write files of very different sizes, also empty ones, one of a row, and one without its last line break."""
    rng = random.Random(1)
    sizes = [0, 1, *(int(MB * 1e6 * rng.paretovariate(1) / 50) for _ in range(count)), 0]
    sizes = [1 + int(size * MB * 1e6 / sum(sizes)) if size > 1 else size for size in sizes]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    for i, size in enumerate(sizes):
        with open(folder / f"in put%20{i}.txt", "wb") as f:
            while f.tell() < size:
                f.write(b"".join(b"%d %d %s\n" % (i, rng.getrandbits(40), b"x" * rng.choice((0, 1, 80)))
                                 for _ in range(1000)))
    with open(folder / "last.txt", "wb") as f:
        f.write(b"one\n\n\xff\xfe no UTF-8\r\nlast")
    return sorted(folder.iterdir())


def yates(*args):
    return subprocess.run([os.environ["YATES"], "shuffle", "--seed", SEED, *map(str, args)], check=True,
                          capture_output=True).stdout


def order(n):
    return list(map(int, yates("-i", f"0-{n - 1}").split())) if n else []
