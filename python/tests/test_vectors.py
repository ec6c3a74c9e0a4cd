"""The vectors that all implementations share."""

import hashlib
import json
import pathlib
import unittest
import warnings
from unittest import mock

import yates
from yates import _plain, _stream

try:
    from yates import _fast
    import numpy as np
except ImportError:
    _fast = None

HERE = pathlib.Path(__file__).parent  # in a source package the vectors are there
VECTORS = json.loads(next(p for p in (HERE / "vectors.json", HERE.parents[1] / "order/testdata/vectors.json")
                          if p.exists()).read_text())


def seed_of(v):
    text = v["seed"]  # of which the empty one is for libraries that take it
    return yates.Seed(hex=text if len(text) == 64 else hashlib.sha256(text.encode()).hexdigest())


class Vectors(unittest.TestCase):
    def test_seeds(self):
        for v in VECTORS["seeds"]:
            if v.get("text"):
                self.assertEqual(yates.Seed(v["text"]).hex(), v["seed"])
        for v in VECTORS["epochs"]:
            self.assertEqual(seed_of(v).epoch(int(v["number"])).hex(), v["epoch"])

    def test_streams(self):
        for v in VECTORS["streams"]:
            seed, number = seed_of(v), int(v["number"])
            self.assertEqual(seed.key(v["label"], number).hex(), v["key"])
            source = _stream.stream(seed, v["label"], number)
            words = [f"{next(source):016x}" for _ in range(123 + len(v["words_from_123"]))]
            self.assertEqual(words[:len(v["words"])], v["words"])
            self.assertEqual(words[123:], v["words_from_123"])
            if _fast:
                key = _fast.keys(seed, v["label"], range(number, number + 1))
                fast = np.concatenate([rows for _, rows in _fast.words(key, np.array([len(words)]))])
                self.assertEqual([f"{int(w):016x}" for w in fast[:len(words), 0]], words)

    def test_below(self):
        for v in VECTORS["below"]:
            source = _stream.stream(seed_of(v), v["label"], int(v["number"]))
            self.assertEqual([str(_stream.below(source, int(v["n"]))) for _ in v["values"]], v["values"])

    def test_drawn_again(self):
        for v in VECTORS["rejections"]:
            words = iter([int(w, 16) for w in v["words"]])
            self.assertEqual(str(_stream.below(words, int(v["n"]))), v["value"])
            if _fast and int(v["n"]) < 2**32:
                x = np.array([int(w, 16) for w in v["words"]], np.uint64)
                values, again = _fast.below(x, np.full(len(x), int(v["n"]), np.uint64))
                self.assertEqual(str(np.delete(values, again)[0]), v["value"])

    @unittest.skipUnless(_fast, "there is no numpy")
    def test_exchange(self):
        """The steps that engines take, shard by shard, give the order, whatever comes first."""
        from yates import exchange
        for v in VECTORS["digits"]:
            numbers = range(int(v["record"]), int(v["record"]) + len(v["digits"]))
            if numbers[-1] < exchange.MOST:
                self.assertEqual(exchange.buckets(seed_of(v), numbers).tolist(), v["digits"])
        for v in VECTORS["bucket_starts"]:
            starts = exchange.bucket_starts(seed_of(v), v["records"]).tolist()
            self.assertEqual(starts[v["bucket"]:v["bucket"] + len(v["starts"])], v["starts"])
            self.assertEqual(hashlib.sha256("".join(f"{p}\n" for p in starts).encode()).hexdigest(), v["sha256"])
        for v in VECTORS["shards"]:
            self.assertEqual(exchange.shards(v["records"], v["shards"]).tolist(), v["starts"])
        bucket = list(range(25))
        _plain.shuffle_bucket(yates.Seed("s"), 7, bucket)
        self.assertEqual(exchange.shuffle_bucket("s", 7, 25).tolist(), bucket)
        for n, k, epoch in (0, 3, None), (1, 5, None), (3, 10, 2), (20_000, 7, None), (9000, 5000, 1), (3_000_000, 5, 0):
            plan, numbers = exchange.Plan("s", n, k, epoch), np.random.permutation(n)
            sent = [plan.send(part) for part in np.array_split(numbers, 3)]
            out = []
            for shard in range(k) if k < 10 else sorted({*sum((to.tolist() for _, to, _ in sent), [])}):
                along = np.concatenate([along[to == shard] for _, to, along in sent])
                out.append(along[plan.gather(shard, along)] % exchange.MOST)
                for wrong in (along[:-1], np.append(along, along[:1])) if len(along) else ():
                    self.assertRaisesRegex(ValueError, "must be each of", plan.gather, shard, wrong)
            self.assertEqual(np.concatenate(out).tolist(), list(yates.order("s", n, epoch)))
        for wrong in ([0, 3], [-1], [0.0], [2**50]):
            self.assertRaisesRegex(ValueError, "the numbers must be each of", exchange.Plan("s", 3, 2).along,
                                   np.array(wrong))

    def test_orders(self):
        for v in VECTORS["orders"]:
            if not all("seq" in s for s in v["sources"]):
                continue  # how files are cut into records is not for this package
            n = sum(s["seq"] for s in v["sources"])
            lines = [b"%d\n" % (i + 1) for s in v["sources"] for i in range(s["seq"])]
            ways = [_plain.window] if n < 5000 else []
            for window in ways + ([_fast.window] if _fast else []):
                got = window(seed_of(v), n, 0, n)
                head = v.get("head", v.get("order"))
                self.assertEqual([int(i) + 1 for i in got[:len(head)]], head)
                self.assertEqual(hashlib.sha256(b"".join(lines[i] for i in got)).hexdigest(), v["sha256"])

    def test_groups(self):
        for name, arrange in ("grouped", yates.groups), ("sorted", yates.by_key):
            for v in VECTORS[name]:
                keys = v.get("keys") or [[str(r % v["cycle"])] for r in range(v["records"])]
                got = [r + 1 for g in arrange(seed_of(v), [tuple(k) for k in keys], missing="one") for r in g]
                head = v.get("head", v.get("order"))
                self.assertEqual(got[:len(head)], head)

    def test_apart(self):
        for v in VECTORS["apart"]:
            keys = v.get("keys") or [str(r % v["cycle"]) for r in range(v["records"])]
            got = [r + 1 for r in yates.apart(seed_of(v), keys, v["run"], missing="own")]
            head = v.get("head", v.get("order"))
            self.assertEqual(got[:len(head)], head)
            if "sha256" in v:
                text = "".join(f"{r}\n" for r in got)
                self.assertEqual(hashlib.sha256(text.encode()).hexdigest(), v["sha256"])
        for keys in (["a", "a", "a", "b"], ["a"] * 20_001):
            self.assertRaises(ValueError, yates.apart, "s", keys)
        self.assertEqual(sorted(yates.apart("s", ["a", "a", None], 9, missing="drop")), [0, 1])

    def test_by_key(self):
        for v in VECTORS["by_key"]:
            got = yates.by_key(seed_of(v), v["keys"], v["shares"], missing="one", drop=True)
            parts = {r: p for p, part in enumerate(got) for r in part}
            self.assertEqual([parts.get(r) for r in range(len(v["keys"]))], v["parts"])
        for parts in ([0.5], [0.5, 0.6], ["rest", "rest"], []):
            self.assertRaises(ValueError, yates.by_key, "s", ["a"], parts)
        self.assertEqual(yates.by_key("s", ["a", "b"], {"all": "rest"}), {"all": list(yates.order("s", 2))})

    def test_by_key_again(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for seed in range(50):
                for keys in ([str(i) for i in range(300)], ["often"] * 200 + [str(i) for i in range(100)], ["a"], []):
                    yates.by_key(f"{seed}", keys, [0.8, "rest"])
            keys = list(map(str, yates.by_key("7", map(str, range(1000)), [0.8, 0.2])[0]))
            yates.by_key("8", keys, [0.9, 0.1])
        for parts in ({"train": 0.9, "val": 0.1}, [0.25] * 4):
            with self.assertWarnsRegex(UserWarning, "take another seed"):
                yates.by_key("7", keys, parts)

    def test_strata(self):
        for v in VECTORS["strata"]:
            key, _ = yates._choose.key_bytes(tuple(v["columns"]))
            self.assertEqual(hashlib.sha256(seed_of(v).prefix("stratum") + key).hexdigest(), v["hash"])
        for v in VECTORS["stratified"]:
            group_by = v.get("groups") and [tuple(k) for k in v["groups"]]
            got = yates.stratified(seed_of(v), [tuple(k) for k in v["keys"]], v["sizes"], group_by=group_by, drop=True)
            self.assertEqual([[r + 1 for r in part] for part in got], v["parts"])

    def test_windows(self):
        for v in VECTORS["windows"]:
            epoch = int(v["epoch"]) if "epoch" in v else None
            got = yates.window(seed_of(v), v["records"], v["lo"], v["lo"] + len(v["places"]), epoch)
            self.assertEqual([int(r) + 1 for r in got], v["places"])

    def test_mixtures(self):
        for v in VECTORS["mixtures"]:
            times = [f"{count}/{size}" if size else 0 for count, size in zip(v["counts"], v["records"])]
            m = yates.Mixture(v["records"], times=times)
            self.assertEqual(m.counts, v["counts"])
            got = [int(r) + 1 for r in m.order(seed_of(v))]
            self.assertEqual(got[:len(v["head"])] if "head" in v else got, v.get("head") or v["order"])
            if "sha256" in v:
                self.assertEqual(hashlib.sha256("".join(f"{r}\n" for r in got).encode()).hexdigest(), v["sha256"])

    def test_balanced(self):
        for v in VECTORS["balanced"]:
            classes = {}
            for r, key in enumerate(v["keys"]):
                classes.setdefault(tuple(key), []).append(r + 1)
            sizes, records = [len(c) for c in classes.values()], sum(classes.values(), [])
            each = v.get("each", max(sizes))
            got = yates.mixture(seed_of(v), sizes, times=[f"{each}/{size}" for size in sizes])
            self.assertEqual([records[int(x)] for x in got], v["order"])

    def test_weighted(self):
        for v in VECTORS["weighted"]:
            weights = [w for w in v["weights"]]
            if "draws" in v:
                got = yates.weighted(seed_of(v), weights, len(v["draws"]))
                self.assertEqual([i + 1 for i in got], v["draws"])
            if "repeats" in v:
                got = yates.weighted(seed_of(v), weights, len(v["repeats"]), replace=True)
                self.assertEqual([i + 1 for i in got], v["repeats"])

    def test_permutations(self):
        for v in VECTORS["permutations"]:
            p = yates.permutation(seed_of(v), int(v["n"]))
            self.assertEqual([str(p[i]) for i in range(len(v["values"]))], v["values"])

    @unittest.skipUnless(_fast, "numpy is not there")
    def test_ways_agree(self):
        seed = yates.Seed("ways")
        for n in (0, 1, 2, 5, 4095, 4096, 4097, 9000):
            self.assertEqual(_fast.window(seed, n, 0, n).tolist(), _plain.window(seed, n, 0, n))
            for lo, hi in ((0, n), (0, n // 2), (n // 3, n // 2), (n, n), (n // 2, n)):
                self.assertEqual(_fast.window(seed, n, lo, hi).tolist(), _plain.window(seed, n, 0, n)[lo:hi])

    @unittest.skipUnless(_fast, "numpy is not there")
    def test_rejections(self):
        """Words that are to be drawn again, which are rare, come to the same in both ways."""
        rng = np.random.default_rng(1)
        sizes = np.array([700, 9, 9, 7, 3, 2], np.int64)
        words = rng.integers(0, 2**64, (6000, len(sizes)), np.uint64)
        words[rng.random(words.shape) < 0.3] = 0  # the least word is refused unless n is a power of two
        words[:, 0] = rng.integers(0, 2**64, 6000, np.uint64)
        words[200, 0] = words[300, 0] = 0  # not among the first
        starts = np.cumsum(sizes) - sizes
        got = np.arange(sizes.sum())
        want = got.tolist()

        def some(_, counts):
            for at in range(0, int(counts[0]), 50):
                yield at, words[at:min(at + 50, int(counts[0])), :np.count_nonzero(counts > at)].copy()

        with mock.patch.object(_plain, "stream", lambda _, __, b: map(int, words[:, b])):
            with mock.patch.object(_fast, "words", some):
                _fast.shuffle_buckets(yates.Seed("any"), np.arange(len(sizes)), got, starts, sizes)
            for b, (start, size) in enumerate(zip(starts, sizes)):
                part = want[start:start + size]
                _plain.shuffle_bucket(yates.Seed("any"), b, part)
                want[start:start + size] = part
        self.assertEqual(got.tolist(), want)

    @unittest.skipUnless(_fast, "numpy is not there")
    def test_products(self):
        """Words at the edges, where the lower half of a product counts."""
        ns = [1, 2, 3, 6, 7, 4095, 4096, 2**31 + 1, 2**32 - 1]
        x = [[2**64 * k // n + d for k in range(min(n, 50)) for d in (-1, 0, 1)] + [2**64 - 1 - d for d in range(9)]
             for n in ns]
        for n, values in zip(ns, x):
            some = np.array([v % 2**64 for v in values], np.uint64)
            got, again = _fast.below(some, np.full(len(values), n, np.uint64))
            self.assertEqual(got.tolist(), [v % 2**64 * n >> 64 for v in values])
            self.assertEqual(again.tolist(), [i for i, v in enumerate(values) if v * n % 2**64 < 2**64 % n])


if __name__ == "__main__":
    unittest.main()
