"""What people do with orders."""

import copy
import pickle
import random
import unittest
from unittest import mock

import yates
from yates import _choose, _plain, _stream


class Choose(unittest.TestCase):
    def test_seeds(self):
        self.assertEqual(yates.Seed("yates"), yates.Seed(hex=yates.Seed("yates").hex()))
        self.assertNotEqual(yates.Seed(), yates.Seed())
        self.assertNotEqual(list(yates.order(None, 50)), list(yates.order(None, 50)))
        for wrong in (dict(hex="12"), dict(hex="z" * 64), dict(text="a", hex="0" * 64), dict(hex=" " + "0" * 63)):
            with self.assertRaises(ValueError):
                yates.Seed(**wrong)
        with self.assertRaises(TypeError):
            yates.order(17, 5)

    def test_bad_numbers(self):
        for lo, hi in ((-1, 3), (4, 3), (0, 11)):
            with self.assertRaises(ValueError):
                yates.window("s", 10, lo, hi)
        for parts in ([0.8, 0.3], ["rest", "rest"], [-0.1], [11, "rest"]):
            with self.assertRaises(ValueError):
                yates.split("s", 10, parts)

    def test_what_has_no_meaning(self):
        sampler = yates.Sampler(10, seed="s")
        state = sampler.state_dict()
        for refused in (
                lambda: yates.order("s", 3, -1), lambda: yates.order("s", 3, 1 << 64), lambda: yates.order("\ud800", 3),
                lambda: yates.weighted("s", [1], -1), lambda: yates.weighted("s", [float("inf")]),
                lambda: yates.weighted("s", ["nan"]), lambda: yates.weighted("s", ["1e1000000"]),
                lambda: yates.per_class("s", ["a"], -1),
                lambda: yates.stratified("s", ["a", "b"], [0.5], group_by=["x"]),
                lambda: sampler.load_state_dict({**state, "position": -1}),
                lambda: sampler.load_state_dict({**state, "position": 11})):
            with self.assertRaises(ValueError):
                refused()
        for refused in (lambda: yates.order("s", 3, 1.0), lambda: yates.groups("s", ["a", None])):
            with self.assertRaises(TypeError):
                refused()

    def test_pickle(self):
        seed = yates.Seed("s")
        self.assertEqual(pickle.loads(pickle.dumps(seed)), seed)
        self.assertEqual(copy.deepcopy(yates.Seed()).__class__, yates.Seed)
        self.assertEqual(repr(seed), f"Seed(hex='{seed.hex()}')")
        sampler = yates.Sampler(10, seed=seed)
        self.assertEqual(list(pickle.loads(pickle.dumps(sampler))), list(sampler))

    @unittest.skipUnless(_choose.np, "numpy is not there")
    def test_numbers_of_numpy(self):
        np = _choose.np
        for share, same in ((np.int64(5), 5), (np.float32(0.1), 0.1), (np.float64(0.3), 0.3)):
            self.assertEqual([len(p) for p in yates.split("s", 10, [share, "rest"])],
                             [len(p) for p in yates.split("s", 10, [same, "rest"])])
        self.assertEqual(yates.weighted("s", np.array([1.5, 2])), yates.weighted("s", [1.5, 2]))

    def test_parts(self):
        for parts, want in (
                ([0.5, "1/4", "25%"], [5, 3, 2]), (["rest", 3], [7, 3]), (["rest", 1], [9, 1]), ([1], [10])):
            self.assertEqual([len(p) for p in yates.split("s", 10, parts)], want)

    def test_shuffle(self):
        items = [chr(97 + i) for i in range(10)]
        self.assertEqual(yates.shuffle(items, "yates"), [items[i] for i in yates.order("yates", 10)])
        self.assertEqual(items, sorted(items))
        self.assertEqual(sorted(yates.shuffle(items)), items)

    def test_weighted(self):
        for k in range(50):
            rng = random.Random(k)
            weights = [rng.randrange(5) for _ in range(rng.randrange(1, 40))]
            source, left, want = _stream.stream(yates.Seed(str(k)), "weighted"), _choose.tickets(weights), []
            while sum(left):
                t, i = _stream.below(source, sum(left)), 0
                while t >= left[i]:
                    t, i = t - left[i], i + 1
                want.append(i)
                left[i] = 0
            self.assertEqual(yates.weighted(str(k), weights), want)

    def test_sampler(self):
        """Each record is read once in an epoch, whatever ranks there are, and also if they change."""
        for n in (0, 1, 7, 100):
            for worlds in ((1,), (8, 3), (3, 1, 8), (2, 5)):
                state = {"seed": yates.Seed("s").hex(), "epoch": 4, "n": n, "position": 0}
                seen = []
                for world in worlds:
                    ranks = [yates.Sampler(n, rank=r, world_size=world) for r in range(world)]
                    for s in ranks:
                        s.load_state_dict(state)
                    readers = [iter(s) for s in ranks]
                    for _ in range(n if world == worlds[-1] else 4):
                        seen += [i for reader in readers for i in [next(reader, None)] if i is not None]
                    state = ranks[0].state_dict()
                    if len(seen) == n:
                        break
                self.assertEqual(seen, list(yates.order("s", n, 4)), (n, worlds))

    def test_sampler_is_an_iterable(self):
        s = yates.Sampler(range(10), "s", rank=1, world_size=3)
        self.assertEqual(len(s), 3)
        self.assertEqual(list(s), list(yates.order("s", 10, 0))[1::3])
        self.assertEqual(len(s), 3)
        reader = iter(s)  # of the next epoch; a loader takes all of it in advance
        self.assertEqual(list(reader), list(yates.order("s", 10, 1))[1::3])
        s.load_state_dict(s.state_dict(read=2))
        self.assertEqual(list(s), list(yates.order("s", 10, 1))[7::3])
        s = yates.Sampler(range(10), "s", rank=0, world_size=3)
        self.assertEqual(len(list(s)), 4)
        s.load_state_dict(s.state_dict())
        self.assertEqual(list(s), list(yates.order("s", 10, 1))[::3])
        self.assertEqual(len(list(yates.Sampler(10, "s", rank=0, world_size=3, drop_last=True))), 3)
        with self.assertRaises(ValueError):
            yates.Sampler(10, "s").load_state_dict(yates.Sampler(11, "s").state_dict())

    def test_mutants(self):
        """The vectors see what implementations get wrong."""
        want = _plain.window(yates.Seed("yates"), 3000, 0, 3000)

        def differs():
            return _plain.window(yates.Seed("yates"), 3000, 0, 3000) != want

        with mock.patch.object(_stream, "CONSTANTS", _stream.CONSTANTS[1:] + _stream.CONSTANTS[:1]):
            self.assertTrue(differs())
        with mock.patch.object(_stream, "ROUNDS", _stream.ROUNDS[::-1]):
            self.assertTrue(differs())
        with mock.patch.object(_plain, "digits", lambda seed, block, n: (
                w >> 12 * i & 4095
                for _, w in zip(range(n), _stream.stream(seed, "scatter", block)) for i in range(4))):
            self.assertTrue(differs())
        edge = 2 * pow(3, -1, 1 << 63) % (1 << 63)  # times 6 it is 2⁶⁴ modulo 6, the least that is taken
        self.assertEqual(edge * 6 % (1 << 64), (1 << 64) % 6)
        later = (1 << 63) + 5  # stands for 3
        for word, value in ((0, 3), (edge, edge * 6 >> 64)):
            self.assertEqual(_stream.below(iter([word, later]), 6), value)


if __name__ == "__main__":
    unittest.main()
