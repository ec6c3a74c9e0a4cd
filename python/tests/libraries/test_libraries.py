"""What takes rows by number takes orders, and the recipes of README.md and docs/parquet.md do what they say."""

import os
import subprocess
import tempfile
import unittest

import datasets
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier

import yates

N = 1000
YATES, YATES_PARQUET = os.environ["YATES"], os.environ.get("YATES_PARQUET")


class Libraries(unittest.TestCase):
    def setUp(self):
        self.order = yates.order("2026", N)
        self.rows = [f"row {i}" for i in self.order]
        self.table = pa.table({"row": [f"row {i}" for i in range(N)], "user": [i % 90 for i in range(N)]})

    def test_numpy(self):
        self.assertEqual(list(np.array(self.table["row"])[self.order]), self.rows)

    def test_pandas(self):
        frame = self.table.to_pandas()
        self.assertEqual(list(frame.iloc[self.order]["row"]), self.rows)
        self.assertEqual(list(yates.shuffle(frame, "2026")["row"]), self.rows)

    def test_polars(self):
        self.assertEqual(pl.from_arrow(self.table)[self.order]["row"].to_list(), self.rows)

    def test_arrow(self):
        self.assertEqual(self.table.take(self.order)["row"].to_pylist(), self.rows)

    def test_datasets(self):
        data = datasets.Dataset(self.table)
        self.assertEqual(data.select(self.order)["row"][:], self.rows)

    def test_duckdb(self):
        places = pa.table({"row": self.order, "place": np.arange(N)})
        table = self.table.append_column("number", pa.array(range(N)))
        found = duckdb.sql('SELECT t."row" FROM "table" t JOIN places p ON t.number = p."row" ORDER BY p.place')
        self.assertEqual([row for row, in found.fetchall()], self.rows)
        self.assertEqual(len(table), N)

    def test_sklearn(self):
        x, y = np.arange(N).reshape(-1, 1), np.arange(N) // (N // 2)
        scores = cross_val_score(DecisionTreeClassifier(), x, y, cv=yates.folds("2026", N, 5))
        self.assertGreater(scores.min(), 0.9)

    def test_nothing_to_learn(self):
        """Folds share no record."""
        for train, test in yates.folds("2026", N, 5):
            self.assertEqual(len(np.intersect1d(train, test)), 0)
            self.assertEqual(len(train) + len(test), N)


class Parquet(unittest.TestCase):
    """A Parquet file is split by a column, as docs/parquet.md says, and each reader finds the same rows."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chdir(folder.name)
        self.addCleanup(os.chdir, "/")
        frame = pd.DataFrame({"user": [f"u{i * 7 % 90}" for i in range(N)], "n": range(N)})
        frame.to_parquet("data.parquet", row_group_size=300)

    @unittest.skipUnless(YATES_PARQUET, "YATES_PARQUET does not name the command")
    def test_split_by_groups(self):
        duckdb.sql("COPY (SELECT \"user\" FROM 'data.parquet') TO 'keys.csv'")
        subprocess.run([YATES, "split", "--seed", "2026", "--group-by", "user", "-o", "{}.npy", "train=0.9,test=0.1",
                        "keys.csv"], check=True, stderr=subprocess.DEVNULL)
        subprocess.run([YATES_PARQUET, "shuffle", "--order", "train.npy", "--order", "test.npy", "-o", "{}.parquet",
                        "data.parquet"], check=True)
        users, numbers = [], []
        for part in ("train", "test"):
            rows = pq.read_table(f"{part}.parquet")
            self.assertEqual(rows["n"].to_pylist(), np.load(f"{part}.npy").tolist())
            self.assertEqual(pl.read_parquet(f"{part}.parquet")["n"].to_list(), rows["n"].to_pylist())
            self.assertEqual(pd.read_parquet(f"{part}.parquet")["n"].tolist(), rows["n"].to_pylist())
            found = duckdb.sql(f"SELECT n FROM '{part}.parquet'").fetchall()
            self.assertEqual([n for n, in found], rows["n"].to_pylist())
            users.append(set(rows["user"].to_pylist()))
            numbers += rows["n"].to_pylist()
        self.assertEqual(users[0] & users[1], set())
        self.assertEqual(sorted(numbers), list(range(N)))

    @unittest.skipUnless(YATES_PARQUET, "YATES_PARQUET does not name the command")
    def test_order_of_python(self):
        keys = pq.read_table("data.parquet", columns=["user"])["user"].to_pylist()
        np.save("order.npy", np.concatenate(yates.groups("2026", keys)))
        subprocess.run([YATES_PARQUET, "shuffle", "--order", "order.npy", "-o", "out.parquet", "data.parquet"],
                       check=True)
        self.assertEqual(pq.read_table("out.parquet")["n"].to_pylist(), np.load("order.npy").tolist())


if __name__ == "__main__":
    unittest.main()
