"""yates.dask, alone and with a real cluster of two workers, which are killed."""

import os
import pathlib
import signal
import tempfile
import threading
import time
import unittest

import dask
import dask.dataframe as dd
import inputs
import pandas as pd
import yates.dask
from distributed import LocalCluster


class Dask(unittest.TestCase):
    def setUp(self):
        room = tempfile.TemporaryDirectory()
        self.addCleanup(room.cleanup)
        self.folder = pathlib.Path(room.name)

    def rows(self, *sizes):
        """Return partitions of so many rows, whose row i has the number i, and how many there are."""
        parts, n = [], 0
        for size in sizes:
            parts.append(pd.DataFrame({"id": range(n, n + size), "text": [f"{i} " * 9 for i in range(size)]},
                                      index=range(size)).astype({"id": "int64", "text": "string[pyarrow]"}))
            n += size
        return dd.from_map(lambda i: parts[i], range(len(parts)), meta=parts[0].iloc[:0]), n

    def check(self, df, n, shards=None):
        out = yates.dask.shuffle(df, inputs.SEED, shards)
        self.assertEqual(out.npartitions, shards or df.npartitions)
        got = out.compute()
        self.assertEqual(got["id"].tolist(), inputs.order(n))
        self.assertEqual(list(got.columns), ["id", "text"])
        return got

    def test_partitions(self):
        df, n = self.rows(1, 50_000, 0, 7, 20_000)
        for shards in (None, 1, 17):
            got = self.check(df, n, shards)
        self.assertEqual(got.index.tolist(), df.index.compute()[inputs.order(n)].tolist())
        for n in (0, 1, 3):
            self.check(self.rows(n)[0], n, 9)

    def test_by(self):
        ids = pd.DataFrame({"id": inputs.order(5000)[::-1]})
        out = yates.dask.shuffle(dd.from_pandas(ids, npartitions=4), inputs.SEED, by="id").compute()
        self.assertEqual(out["id"].tolist(), inputs.order(5000))
        for wrong, said in (([0, 2], "0 to 2$"), ([1, 1], "1 comes twice"), ([0.0, 1.0], "float"),
                            ([0, None], "missing"), (pd.array([0, None], "Int64"), "missing")):
            with self.assertRaisesRegex(ValueError, f"'id' must be each of 0 to 1 once, and .*{said}"):
                yates.dask.shuffle(dd.from_pandas(pd.DataFrame({"id": wrong})), inputs.SEED, by="id").compute()
        with self.assertRaisesRegex(ValueError, "no column 'number' .* id$"):
            yates.dask.shuffle(dd.from_pandas(ids), inputs.SEED, by="number")
        with self.assertRaisesRegex(ValueError, "needs the name of column '_yates_shard'"):
            yates.dask.shuffle(dd.from_pandas(ids.assign(_yates_shard=1)), inputs.SEED)
        with self.assertRaisesRegex(ValueError, "into 0 shards"):
            yates.dask.shuffle(dd.from_pandas(ids), inputs.SEED, shards=0)

    def test_changed(self):
        """Partitions that have other rows than when they were counted, or in another order, are an error."""
        n = iter([3, 2])
        df = dd.from_map(lambda _: pd.DataFrame({"id": range(next(n))}), [0], meta=pd.DataFrame({"id": [0]}))
        with self.assertRaisesRegex(ValueError, "has 2 rows and had 3"):
            yates.dask.shuffle(df, inputs.SEED).compute(scheduler="sync")
        rows = iter([[0, 1, 2], [0, 2, 1]])
        df = dd.from_map(lambda _: pd.DataFrame({"id": next(rows)}), [0], meta=pd.DataFrame({"id": [0]}))
        with self.assertRaisesRegex(ValueError, "in another order"):
            yates.dask.shuffle(df, inputs.SEED).compute(scheduler="sync")

    def test_killed(self):
        """A worker that is killed has its tasks done again, by a shuffle that begins again."""
        df, n = self.rows(*[30_000, 60_000, 1] * 3)
        with LocalCluster(n_workers=2, threads_per_worker=1, memory_limit="1GB", dashboard_address=None) as cluster, \
                cluster.get_client(), dask.config.set({"distributed.scheduler.allowed-failures": 9}):
            self.check(df, n, 5)
            killed = []

            def kill():
                for delay in (1, 3):
                    time.sleep(delay)
                    worker = next(iter(cluster.workers.values()))
                    killed.append(worker.pid)
                    os.kill(worker.pid, signal.SIGKILL)

            killer = threading.Thread(target=kill)
            killer.start()
            slow = df.map_partitions(lambda part: (time.sleep(0.7), part)[1], meta=df._meta)
            self.check(slow, n, 5)
            killer.join()
            self.assertEqual(len(killed), 2)


if __name__ == "__main__":
    unittest.main()
