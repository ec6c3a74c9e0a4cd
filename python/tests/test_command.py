"""Random comparisons with the command, which YATES names."""

import os
import random
import subprocess
import unittest

import yates

try:
    import numpy
except ImportError:
    numpy = None

YATES = os.environ.get("YATES")
CASES = int(os.environ.get("CASES", "60"))


def command(*args, stdin=b""):
    verb = [] if args[0] in ("sample", "split") else ["shuffle"]
    return subprocess.run([YATES, *verb, *map(str, args)], input=stdin, check=True, capture_output=True).stdout


def numbers(*args, **more):
    return [int(line) for line in command(*args, **more).split()]


@unittest.skipUnless(YATES, "YATES does not name the command")
class Command(unittest.TestCase):
    def setUp(self):
        self.rng = random.Random(7)

    def size(self):
        most = 3_000_000 if numpy else 3000
        return int(most ** self.rng.random())

    def case(self, k):
        seed, n = f"case {k} é", self.size()
        epoch = self.rng.choice([None, 0, 1, 2**40])
        flags = ["--seed", seed, "-i", f"0-{n - 1}"] + (["--epoch", epoch] if epoch is not None else [])
        return seed, n, epoch, flags

    def test_orders(self):
        for k in range(CASES):
            seed, n, epoch, flags = self.case(k)
            self.assertEqual(list(yates.order(seed, n, epoch)), numbers(*flags), (seed, n, epoch))

    def test_windows(self):
        for k in range(CASES):
            seed, n, epoch, flags = self.case(k)
            lo = self.rng.randrange(n)
            hi = self.rng.randrange(lo, n) + 1
            self.assertEqual(list(yates.window(seed, n, lo, hi, epoch)), numbers(*flags, "--skip", lo, "-n", hi - lo))

    def test_splits(self):
        folder = self.enterContext(tmp()) if hasattr(self, "enterContext") else tmp().__enter__()
        for k in range(CASES // 3):
            seed, n, epoch, flags = self.case(k)
            parts = self.rng.choice([
                {"a": 0.8, "b": 0.1, "c": 0.1}, {"a": "rest", "b": "1/3"}, {"a": "33.3%", "b": "rest"},
                {"a": "rest", "b": min(n, 7)}, {"a": 0.1}, {"a": "1/7", "b": "2/7", "c": "3/7"}])
            got = yates.split(seed, n, parts, epoch, drop=True)
            text = ",".join(f"{name}={share}" for name, share in parts.items())
            command("split", text, *flags, "-o", os.path.join(folder, "{}"))
            for name in parts:
                with open(os.path.join(folder, name)) as f:
                    self.assertEqual(list(got[name]), [int(line) for line in f], (seed, n, parts, name))

    def test_groups(self):
        for k in range(CASES):
            n = min(self.size(), 3000)
            keys = [str(self.rng.randrange(1 + n // 3)) for _ in range(n)]
            text = "".join(f"{key}\t{r}\n" for r, key in enumerate(keys)).encode()
            lines = command("--seed", k, "--group-by", 1, stdin=text).splitlines()
            want = [int(line.split(b"\t")[1]) for line in lines]
            self.assertEqual([r for group in yates.groups(str(k), keys) for r in group], want)

    def test_strata(self):
        folder = self.enterContext(tmp()) if hasattr(self, "enterContext") else tmp().__enter__()
        for k in range(CASES):
            n = min(self.size(), 3000)
            keys = [str(self.rng.randrange(1 + n // 5)) for _ in range(n)]
            users = [str(self.rng.randrange(1 + n // 3)) for _ in range(n)]
            text = "".join(f"{key}\t{user}\t{r}\n" for r, (key, user) in enumerate(zip(keys, users))).encode()
            flags, group_by = ["--seed", k, "--stratify", 1], self.rng.choice([None, users])
            if group_by:
                flags += ["--group-by", 2]
            parts = self.rng.choice([{"a": 0.8, "b": 0.1, "c": 0.1}, {"a": "1/3"}, {"a": "rest", "b": "10%"}])
            got = yates.stratified(str(k), keys, parts, group_by=group_by, drop=True)
            share = ",".join(f"{name}={share}" for name, share in parts.items())
            command("split", share, *flags, "-o", os.path.join(folder, "{}"), stdin=text)
            for name in parts:
                with open(os.path.join(folder, name)) as f:
                    self.assertEqual(got[name], [int(line.split("\t")[2]) for line in f], (k, parts, name))
            lines = command("sample", 2, "--seed", k, "--per", 1, stdin=text).splitlines()
            self.assertEqual(yates.per_class(str(k), keys, 2), [int(line.split(b"\t")[2]) for line in lines])

    def test_missing(self):
        folder = self.enterContext(tmp()) if hasattr(self, "enterContext") else tmp().__enter__()
        for k in range(CASES // 4):
            n = min(self.size(), 3000)
            keys, users, hosts = (["" if self.rng.random() < 0.2 else str(self.rng.randrange(1 + n // m))
                                   for _ in range(n)] for m in (5, 3, 2))
            text = "".join(f"{key}\t{user}\t{host}\t{r}\n"
                           for r, (key, user, host) in enumerate(zip(keys, users, hosts))).encode()

            def last(lines):
                return [int(line.split(b"\t")[3]) for line in lines.splitlines()]

            for missing in ("own", "one", "drop"):
                flags = ["--seed", k, "--missing", missing]
                pairs = list(zip(users, hosts))
                for columns, by in ((["--group-by", 2], users), (["--group-by", 2, "--group-by", 3], pairs)):
                    got = [r for group in yates.groups(str(k), by, missing=missing) for r in group]
                    self.assertEqual(got, last(command(*flags, *columns, stdin=text)), (k, missing, columns))
                    command("split", "a=0.7,b=rest", *flags, *columns, "--stratify", 1,
                            "-o", os.path.join(folder, "{}"), stdin=text)
                    got = yates.stratified(str(k), keys, {"a": 0.7, "b": "rest"}, group_by=by, missing=missing)
                    for name, part in got.items():
                        with open(os.path.join(folder, name), "rb") as f:
                            self.assertEqual(part, last(f.read()), (k, missing, columns, name))
                if missing != "own":  # which a class cannot be to the command
                    got = yates.per_class(str(k), keys, 2, missing=missing)
                    self.assertEqual(got, last(command("sample", 2, *flags, "--per", 1, stdin=text)), (k, missing))

    def test_weights(self):
        for k in range(CASES):
            weights = [self.rng.choice(["0", "1", "2.5", "1e-3", "40"]) for _ in range(self.rng.randrange(1, 300))]
            text = "".join(f"{w}\t{r}\n" for r, w in enumerate(weights)).encode()
            lines = command("--seed", k, "--weight", 1, stdin=text).splitlines()
            want = [int(line.split(b"\t")[1]) for line in lines]
            self.assertEqual(yates.weighted(str(k), weights), want)

    def test_folds(self):
        seed, n = "folds", 103
        lines = numbers("--seed", seed, "-i", f"0-{n - 1}")
        at = 0
        for train, test in yates.folds(seed, n, 10):
            self.assertEqual(list(test), lines[at:at + len(test)])
            self.assertEqual(list(train), lines[:at] + lines[at + len(test):])
            at += len(test)


def tmp():
    import tempfile
    return tempfile.TemporaryDirectory()


if __name__ == "__main__":
    unittest.main()
