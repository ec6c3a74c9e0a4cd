"""What people do with orders."""

import copy
import itertools
import json
import pickle
import random
import unittest
from unittest import mock

import yates
from yates import _choose, _plain, _stream

try:
    import pandas as pd
except ImportError:
    pd = None


class Choose(unittest.TestCase):
    def test_seeds(self):
        self.assertEqual(yates.Seed("yates"), yates.Seed(hex=yates.Seed("yates").hex()))
        self.assertNotEqual(yates.Seed(), yates.Seed())
        self.assertNotEqual(list(yates.order(None, 50)), list(yates.order(None, 50)))
        for wrong in (dict(hex="12"), dict(hex="z" * 64), dict(text="a", hex="0" * 64), dict(hex=" " + "0" * 63)):
            with self.assertRaises(ValueError):
                yates.Seed(**wrong)
        for wrong in (True, 1.5, b"s"):
            with self.assertRaises(TypeError):
                yates.order(wrong, 5)
        self.assertEqual(list(yates.order(17, 50)), list(yates.order("17", 50)))

    def test_bad_numbers(self):
        for lo, hi in ((-1, 3), (4, 3), (0, 11)):
            with self.assertRaises(ValueError):
                yates.window("s", 10, lo, hi)
        for parts in ([0.8, 0.3], ["rest", "rest"], [-0.1], [11, "rest"]):
            with self.assertRaises(ValueError):
                yates.split("s", 10, parts)

    def test_seed_comes_first(self):
        for call in (lambda: yates.split([1], "80/20", seed="s"), lambda: yates.sample([1], 10),
                     lambda: yates.folds([1], 5)):
            with self.assertRaisesRegex(TypeError, "the seed comes first"):
                call()
        with self.assertRaisesRegex(TypeError, "n is a number of records"):
            yates.folds("s", [1], 5)
        with self.assertWarnsRegex(UserWarning, "another seed"):
            yates.Sampler(10, "a").load_state_dict(yates.Sampler(10, "b").state_dict())

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
                lambda: sampler.load_state_dict({**state, "position": 11}),
                lambda: sampler.state_dict(11), lambda: sampler.set_epoch(-1), lambda: yates.Sampler(-1),
                lambda: yates.order("", 3), lambda: yates.Seed(""), lambda: yates.order("s", 2**32 + 1),
                lambda: yates.sample("s", 2**33, 1),
                lambda: yates.split("s", 1000, {"train": 80, "test": 20}), lambda: yates.split("s", 10, [0.8, 0.1]),
                lambda: yates.stratified("s", ["a"] * 10, [2, 3]), lambda: yates.sample("s", 3, 4),
                lambda: yates.sample("s", 3, -1), lambda: yates.folds("s", 3, 4), lambda: yates.folds("s", 3, 1),
                lambda: yates.weighted("s", [1, 0], 2), lambda: yates.weighted("s", [0], 1, replace=True),
                lambda: yates.split("s", 10, [0.5, 0.500001]), lambda: yates.split("s", 10, [0.5, "1e-999999999"]),
                lambda: yates.weighted("s", ["1e-999999999", 1]), lambda: yates.weighted("s", ["0e-999999999", 1]),
                lambda: yates.weighted("s", ["1/2", 1]), lambda: yates.weighted("s", ["heavy", 1])):
            with self.assertRaises(ValueError):
                refused()
        for refused in (
                lambda: yates.order("s", 3, 1.0), lambda: yates.groups("s", [1.0, 2.5]),
                lambda: yates.groups("s", [["a"]]), lambda: yates.groups("s", [object()]),
                lambda: yates.groups("s", [True]), lambda: yates.groups("s", [()]),
                lambda: yates.groups("s", {"a", "b"}), lambda: yates.groups("s", "ab"),
                lambda: yates.per_class("s", {"a": "b"}, 1), lambda: yates.order("s", [1, 2]),
                lambda: yates.shuffle({0: "a", 1: "b"}, "s"), lambda: yates.groups("s", 5),
                lambda: yates.shuffle(type("Table", (), {"columns": [], "__len__": lambda _: 2})(), "s")):
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
        self.assertEqual(yates.weighted("s", np.array([1.5, 2, -0.0])), yates.weighted("s", [1.5, 2, 0]))
        with self.assertRaises(TypeError):
            yates.groups("s", np.array([True, False]))
        one, ten, keys = np.int64(1), np.uint8(10), list("ababababab")
        for got, same in (
                (yates.order("s", ten, one), yates.order("s", 10, 1)),
                (yates.sample("s", ten, np.int32(3)), yates.sample("s", 10, 3)),
                (yates.split("s", ten, [one, "rest"]), yates.split("s", 10, [1, "rest"])),
                (yates.folds("s", ten, np.uint64(2)), yates.folds("s", 10, 2)),
                (yates.groups("s", np.arange(10)), yates.groups("s", range(10))),
                (yates.groups("s", np.array(keys)), yates.groups("s", keys)),
                (yates.per_class("s", keys, one), yates.per_class("s", keys, 1)),
                (yates.weighted("s", np.arange(10), one), yates.weighted("s", range(10), 1)),
                ([yates.permutation("s", ten)[one]], [yates.permutation("s", 10)[1]]),
                (yates.Sampler(ten, "s", rank=one, world_size=np.int8(3)),
                 yates.Sampler(10, "s", rank=1, world_size=3))):
            self.assertEqual(str([*got]), str([*same]))
        sampler = yates.Sampler(ten, "s")
        sampler.set_epoch(one)
        self.assertEqual(json.loads(json.dumps(sampler.state_dict(np.int64(3)))), sampler.state_dict(3))
        self.assertEqual(json.loads(json.dumps(yates.groups("s", np.array([5, 5, 7])))), yates.groups("s", list("557")))

    def test_parts(self):
        for parts, want in (
                ([0.5, "1/4", "25%"], [5, 3, 2]), (["rest", 3], [7, 3]), (["rest", 1], [9, 1]), ([1.0], [10]),
                ([1, "rest"], [1, 9]),
                (["rest", "1"], [9, 1]), (["rest", 1.0], [0, 10]), ([0.1 + 0.2, 0.7], [3, 7]),
                ([x / sum((3, 5, 9)) for x in (3, 5, 9)], [2, 3, 5]), ([0.1 + 0.2, 0.7, "rest"], [3, 7, 0])):
            self.assertEqual([len(p) for p in yates.split("s", 10, parts)], want)
        for k in range(300):
            rng = random.Random(k)
            counts = [rng.randrange(1, 100) for _ in range(rng.randrange(1, 12))]
            shares = [count / sum(counts) for count in counts]
            self.assertEqual(_choose.sizes(sum(counts), shares), counts)
        self.assertEqual([len(p) for p in yates.split("s", 1000, [80, 20], drop=True)], [80, 20])

    def test_missing(self):
        """Records without a key are what missing says, as in the command."""
        seed, n = yates.Seed("s"), 60
        plain = [f"k{r % 7}" for r in range(n)]
        for absent in (None, "", b"", float("nan"), type("NAType", (), {})()):
            keys = [absent if r % 4 == 0 else key for r, key in enumerate(plain)]
            for some in [keys] if absent else (keys, [("x", key) for key in keys]):
                for f in (yates.groups, lambda *a, **m: yates.per_class(*a, 2, **m),
                          lambda *a, **m: yates.stratified(*a, [0.5, "rest"], **m),
                          lambda *a, **m: yates.stratified(a[0], ["c"] * n, [0.5, "rest"], group_by=a[1], **m)):
                    with self.assertRaisesRegex(ValueError, "15 of 60 .* first is 0"):
                        f(seed, some)
                    with self.assertRaises(ValueError):
                        f(seed, some, missing="none")
                own = yates.groups(seed, some, missing="own")
                self.assertEqual(sorted(r for group in own for r in group), list(range(n)))
                self.assertEqual(sorted(group[0] for group in own if len(group) == 1), list(range(0, n, 4)))
                digits = list(_plain.all_digits(seed, n))
                alone = [digits[group[0]] for group in own if len(group) == 1]
                self.assertEqual(alone, sorted(digits[::4]))
                self.assertIn(list(range(0, n, 4)), yates.groups(seed, some, missing="one"))
                have = [r for r in range(n) if r % 4]
                for f in (yates.groups, lambda *a, **m: yates.stratified(*a, [0.5, "rest"], **m)):
                    want = [[have[i] for i in unit] for unit in f(seed, [some[r] for r in have])]
                    self.assertEqual(f(seed, some, missing="drop"), want)
                self.assertEqual(len(yates.per_class(seed, some, 2, missing="own")), 16)

    @unittest.skipUnless(pd, "pandas is not there")
    def test_places_not_labels(self):
        """A Series or a DataFrame whose labels are others than 0..n is taken by places."""
        n, rng = 40, random.Random(1)
        labels = rng.sample(range(n), n)
        keys, users = [rng.choice("abc") for _ in range(n)], [rng.randrange(9) for _ in range(n)]
        frame = pd.DataFrame({"y": keys, "u": users}, index=labels)
        places = list(yates.order("s", n))
        self.assertEqual(list(yates.shuffle(frame.y, "s")), [keys[r] for r in places])
        self.assertEqual(list(yates.shuffle(frame, "s").index), [labels[r] for r in places])
        self.assertEqual(list(yates.shuffle(frame.index, "s")), [labels[r] for r in places])
        self.assertEqual(yates.groups("s", frame.y), yates.groups("s", keys))
        self.assertEqual(yates.groups("s", frame), yates.groups("s", list(zip(keys, users))))
        self.assertEqual(yates.per_class("s", frame.y, 3), yates.per_class("s", keys, 3))
        self.assertEqual(yates.stratified("s", frame.y, [0.5, 0.5], group_by=frame.u),
                         yates.stratified("s", keys, [0.5, 0.5], group_by=users))
        self.assertEqual(yates.weighted("s", frame.u), yates.weighted("s", users))
        for absent in (pd.Series(["a", None]), pd.Series(["a", pd.NA], dtype="string"), pd.Series([1, None]),
                       pd.Series([1, None], dtype="Int64"), pd.Series(pd.to_datetime([None]))):
            with self.assertRaisesRegex((ValueError, TypeError), "no key|1.0"):
                yates.groups("s", absent)
        with self.assertRaisesRegex(ValueError, "no columns"):
            yates.groups("s", frame[[]])

    def test_iterators(self):
        self.assertEqual(yates.shuffle((c for c in "abcdef"), "s"), yates.shuffle("abcdef", "s"))
        self.assertEqual(yates.groups("s", (c for c in "abab")), yates.groups("s", list("abab")))
        self.assertEqual(yates.stratified("s", iter("abab"), [0.5, 0.5], group_by=iter("wxyz")),
                         yates.stratified("s", list("abab"), [0.5, 0.5], group_by=list("wxyz")))
        self.assertEqual(yates.per_class("s", iter("abab"), 1), yates.per_class("s", list("abab"), 1))
        for f in (lambda parts: yates.stratified("s", list("abab"), parts),
                  lambda parts: list(map(list, yates.split("s", 4, parts)))):
            self.assertEqual(f(iter([0.5, 0.5])), f([0.5, 0.5]))

    def test_shuffle(self):
        items = [chr(97 + i) for i in range(10)]
        self.assertEqual(yates.shuffle(items, "yates"), [items[i] for i in yates.order("yates", 10)])
        self.assertEqual(items, sorted(items))
        self.assertEqual(sorted(yates.shuffle(items)), items)

    def test_what_is_no_such_thing(self):
        """What people give by mistake gets a message that says what to give."""
        class Tensor:  # as torch has it
            def tolist(self):
                return 1.0

            def __repr__(self):
                return "tensor(1.)"

        class Groups:  # as pandas has them
            keys = "city"

            def __len__(self):
                return 2

            def __getitem__(self, column):
                raise KeyError(column)

        sampler = yates.Sampler(10, "s")
        for says, wrong in (
                ("tolist", lambda: yates.weighted("s", [Tensor()] * 3)),
                ("tolist", lambda: yates.split("s", 10, [Tensor()])),
                ("shuffle a list of its items", lambda: yates.shuffle(Groups())),
                ("shuffle a list of its items", lambda: yates.shuffle({0: "a", 1: "b"})),
                ("not '80/20'", lambda: yates.split("s", 10, "80/20")),
                ("not '80/20'", lambda: yates.stratified("s", ["a", "b"], "80/20")),
                ("not '80/20'", lambda: yates.by_key("s", ["a"], "80/20")),
                ("not 0.8", lambda: yates.split("s", 10, 0.8)),
                ("no seed or epoch or n or position", lambda: sampler.load_state_dict({})),
                ("no epoch", lambda: sampler.load_state_dict({"seed": sampler.seed.hex(), "n": 10, "position": 1})),
                ("give one of them", lambda: yates.Sampler(10, "s", world_size=2, num_replicas=2))):
            with self.assertRaisesRegex((ValueError, TypeError), says):
                wrong()
        self.assertEqual(list(sampler), list(yates.Sampler(10, "s")))
        self.assertEqual(list(yates.Sampler(10, "s", rank=1, num_replicas=3)),
                         list(yates.Sampler(10, "s", rank=1, world_size=3)))

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
                    ranks = [yates.Sampler(n, "other", rank=r, world_size=world) for r in range(world)]
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
        s.set_epoch(1)
        reader = iter(s)  # a loader takes all of it in advance
        self.assertEqual(list(reader), list(yates.order("s", 10, 1))[1::3])
        s.load_state_dict(s.state_dict(read=2))
        self.assertEqual(list(s), list(yates.order("s", 10, 1))[7::3])
        s = yates.Sampler(range(10), "s", rank=0, world_size=3)
        self.assertEqual(len(list(s)), 4)
        s.load_state_dict(s.state_dict())
        s.set_epoch(1)
        self.assertEqual(list(s), list(yates.order("s", 10, 1))[::3])
        self.assertEqual(len(list(yates.Sampler(10, "s", rank=0, world_size=3, drop_last=True))), 3)
        with self.assertRaises(ValueError):
            yates.Sampler(10, "s").load_state_dict(yates.Sampler(11, "s").state_dict())

    def test_sampler_begins_again(self):
        """Neither a look at a batch nor set_epoch of the same epoch loses a record or the place of a state."""
        for world in (1, 3):
            s = yates.Sampler(10, "s", world_size=world)
            whole = list(yates.order("s", 10, 0))[::world]
            look = iter(s)
            self.assertEqual(next(look), whole[0])
            reader = iter(s)
            self.assertEqual(s.state_dict()["position"], 0)
            sizes = []
            for i, r in enumerate(reader):
                sizes.append(len(s))
                self.assertEqual((r, s.state_dict()["position"]), (whole[i], min(10, (i + 1) * world)))
            self.assertEqual(sizes, [len(whole)] * len(whole))
            with self.assertWarnsRegex(UserWarning, "epoch 0 was read to its end"):
                self.assertEqual(list(s), whole)
            state = s.state_dict(2)
            s.load_state_dict(state)
            for _ in range(2):
                s.set_epoch(0)
                next(iter(s))
                self.assertEqual((len(s), list(s)), (len(whole) - 2, whole[2:]))
            with self.assertWarnsRegex(UserWarning, "epoch 0 was read to its end"):
                self.assertEqual(list(s), whole)  # not what was left of it when the state was saved
            s.set_epoch(1)
            self.assertEqual(list(s), list(yates.order("s", 10, 1))[::world])
            s.set_epoch(0)
            self.assertEqual(list(s), whole)

    def test_a_state_at_the_end(self):
        """Nothing is left of its epoch, and nothing of the next one is lost, whoever sets that."""
        for world, look, dropped in itertools.product((1, 3), (False, True), (False, True)):
            def sampler(n=10):
                return yates.Sampler(n, "s", world_size=world, drop_last=dropped)

            s = sampler()
            list(s)
            state, following = s.state_dict(), sampler()
            self.assertEqual(state["position"], 10)
            following.set_epoch(1)
            following = list(following)
            s.load_state_dict(state)
            if look:
                self.assertEqual(list(s), [])
            s.set_epoch(0)
            self.assertEqual((len(s), list(s), list(s)), (0, [], []))
            s.set_epoch(1)
            self.assertEqual(list(s), following)
            s = sampler()
            s.load_state_dict(state)
            self.assertEqual((list(s), list(s)), ([], following))
            self.assertEqual(list(sampler(0)), [])

    def test_stateful_loader(self):
        """The sampler is used as torchdata's StatefulDataLoader does: it loads when it iterates, and may save later."""
        class Batches:
            def __init__(self, sampler):
                self.sampler, self.reader = sampler, iter(sampler)

            def load(self, state):
                self.sampler.load_state_dict(state)
                self.reader = iter(self.sampler)

            def __iter__(self):
                return iter(lambda: list(itertools.islice(self.reader, 4)), [])

        want = {epoch: list(yates.order("s", 30, epoch)) for epoch in range(3)}
        for epoch, stop in itertools.product(range(2), range(1, 10)):
            s, seen, state, begin = yates.Sampler(30, "s"), {}, None, 0
            for e in range(epoch + 1):
                s.set_epoch(e)
                for i, batch in enumerate(Batches(s)):
                    if (e, i) == (epoch, stop):
                        break
                    seen.setdefault(e, []).extend(batch)
                    state, begin = json.loads(json.dumps(s.state_dict())), e
            finished = stop > 7  # the loader saw the end of the epoch
            s = yates.Sampler(30, "other")
            for e in range(begin + finished, 3):
                s.set_epoch(e)
                batches = Batches(s)
                if state:
                    batches.load(state)
                    batches, state = Batches(s) if finished else batches, None
                for batch in batches:
                    seen.setdefault(e, []).extend(batch)
            self.assertEqual(seen, want, (epoch, stop))

    def test_ranks_need_a_seed(self):
        for rank in range(2):
            with self.assertRaisesRegex(ValueError, "same seed"):
                yates.Sampler(10, rank=rank, world_size=2)

    def test_a_loop_resumes_on_other_ranks(self):
        """Loops of batches on 1, then 8, then 3 ranks, which set every epoch, read each record once in an epoch."""
        n, epochs, seen, state = 1000, 3, {}, None
        for world, stop in ((1, (0, 70)), (8, (1, 9)), (3, (None, None))):
            ranks = [yates.Sampler(n, "s", rank=r, world_size=world) for r in range(world)]
            if state:
                for s in ranks:
                    s.load_state_dict(json.loads(json.dumps(state)))
            for epoch in range(state["epoch"] if state else 0, epochs):
                for s in ranks:
                    s.set_epoch(epoch)
                    next(iter(s), None)  # a look
                readers, read = [iter(s) for s in ranks], 0
                for step in range(n):
                    batches = [list(itertools.islice(reader, 7)) for reader in readers]
                    read += len(batches[0])
                    seen.setdefault(epoch, []).extend(r for batch in batches for r in batch)
                    state = ranks[0].state_dict(read)
                    if (epoch, step) == stop or not batches[0]:
                        break
                if (epoch, step) == stop:
                    break
        self.assertEqual([sorted(seen[epoch]) for epoch in range(epochs)], [list(range(n))] * epochs)

    def test_mixtures(self):
        """Counts are exact, a source comes whole before it comes again, and ranks share the order of an epoch."""
        sizes, base = [7, [0] * 40, 0, 3], [0, 7, 47, 47]
        m = yates.Mixture(sizes, [0.5, "30%", 0, "rest"], 101)
        self.assertEqual(m.counts, [51, 30, 0, 20])
        self.assertEqual(yates.Mixture(sizes, times=[2.5, "1/3", 0, 1]).counts, [18, 13, 0, 3])
        for epoch in (None, 0, 5):
            got = [int(r) for r in m.order("s", epoch)]
            self.assertEqual(got, [int(r) for r in yates.mixture("s", sizes, [0.5, 0.3, 0, 0.2], 101, epoch)])
            for at, n, count in zip(base, (7, 40, 0, 3), m.counts):
                own = [r - at for r in got if at <= r < at + n]
                self.assertEqual(len(own), count)
                for i in range(0, count - n + 1, max(n, 1)):
                    self.assertEqual(sorted(own[i:i + n]), list(range(n)))
        ranks = [yates.Sampler(m, "s", rank=r, world_size=2) for r in range(2)]
        for s in ranks:
            s.set_epoch(5)
        self.assertEqual([r for pair in itertools.zip_longest(*ranks) for r in pair][:101], got)
        resumed = yates.Sampler(m, "other")
        resumed.load_state_dict(ranks[0].state_dict(20))
        self.assertEqual(list(resumed), got[40:])
        for bad in (dict(sources=[1, 2], shares=[1], n=3), dict(sources=[1], shares=[1]), dict(sources=[1]),
                    dict(sources=[0, 1], shares=[0.5, 0.5], n=2), dict(sources=[1], shares=[1], n=2, times=[1]),
                    dict(sources=[5, 5], shares=[0.5, 0.4], n=10), dict(sources=[5], times=[-1]),
                    dict(sources=[5], times=[1 << 33])):
            with self.assertRaises(ValueError):
                yates.Mixture(**bad)

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
