"""yates.ray with a real Ray of two workers, which are killed."""

import gzip
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import threading
import time
import unittest

import inputs
import pyarrow as pa
import pyarrow.parquet as pq
import ray
import yates.ray


class Ray(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        ray.init(num_cpus=2, object_store_memory=100 << 20, include_dashboard=False, log_to_driver=False)
        ray.data.DataContext.get_current().enable_progress_bars = False

    @classmethod
    def tearDownClass(cls):
        ray.shutdown()

    def setUp(self):
        room = tempfile.TemporaryDirectory()
        self.addCleanup(room.cleanup)
        self.folder = pathlib.Path(room.name)

    def parquet(self, *sizes):
        """Return files of so many rows, whose row i has the number i, and how many there are."""
        n = 0
        for i, size in enumerate(sizes):
            text = [f"{j} " * 9 for j in range(size)]
            rows = pa.table({"id": pa.array(range(n, n + size), pa.int64()), "text": pa.array(text, pa.string())})
            pq.write_table(rows, self.folder / f"{i}.parquet", row_group_size=10_000)
            n += size
        return [str(self.folder / f"{i}.parquet") for i in range(len(sizes))], n

    def written(self, ds):
        """Return the files that write makes."""
        to = self.folder / str(time.time_ns())
        yates.ray.write(ds, str(to / "{:03}.parquet"))
        return sorted(to.iterdir())

    def ids(self, ds):
        return [i for batch in ds.iter_batches(batch_format="pyarrow") for i in batch["id"].to_pylist()]

    def test_parquet(self):
        files, n = self.parquet(1, 20_000, 0, 7, 9000)
        for shards in (None, 1, 17):
            ds = yates.ray.shuffle(reversed(files), inputs.SEED, shards)
            self.assertEqual(self.ids(ds), inputs.order(n), shards)
            parts = [pq.read_table(file)["id"].to_pylist() for file in self.written(ds)]
            self.assertEqual([i for part in parts for i in part], inputs.order(n), shards)
            self.assertEqual(len(parts), shards or 6)
            self.assertLessEqual(max(map(len, parts)) - min(map(len, parts)), 1)

    def test_lines(self):
        files = inputs.make(self.folder / "in")
        for shards in (None, 23):
            yates.ray.write(yates.ray.shuffle(map(str, files), inputs.SEED, shards), str(self.folder / "{:03}.txt"))
            parts = sorted(self.folder.glob("*.txt"))
            self.assertEqual(b"".join(part.read_bytes() for part in parts), inputs.yates(*files))

    def test_few(self):
        """One row, none, and more shards than rows."""
        for n in (0, 1, 3):
            ds = yates.ray.shuffle(self.parquet(n)[0], inputs.SEED, 9)
            self.assertEqual(self.ids(ds), inputs.order(n))
            self.assertEqual(len(self.written(ds)), 9)
            self.assertEqual(pq.read_table(self.written(ds)).schema.names, ["id", "text"])

    def test_by(self):
        ids = inputs.order(5000)[::-1]
        ds = ray.data.from_arrow([pa.table({"id": ids[:999]}), pa.table({"id": ids[999:]})])
        self.assertEqual(self.ids(yates.ray.shuffle(ds, inputs.SEED, by="id", shards=3)), inputs.order(5000))
        few = ray.data.range(1000, override_num_blocks=8).filter(lambda row: row["id"] < 150)  # most blocks are empty
        self.assertEqual(self.ids(yates.ray.shuffle(few, inputs.SEED, by="id", shards=3)), inputs.order(150))
        for wrong, said in {(0, 2): "0 to 2$", (1, 1): "1 comes twice", (0, None): "missing", (0.0, 1.0): "double|float"
                            }.items():
            with self.assertRaisesRegex(Exception, f"'id' must be each of 0 to 1 once, and .*({said})"):
                yates.ray.shuffle(ray.data.from_arrow(pa.table({"id": wrong})), inputs.SEED, by="id").count()
        for data, by, said in ((ds, "number", "no column 'number'"), (ds, None, "keeps no order"),
                               (["a.parquet"], "id", "list of names"), ("a.parquet", None, "list of names")):
            with self.assertRaisesRegex(ValueError, said):
                yates.ray.shuffle(data, inputs.SEED, by=by)
        with self.assertRaisesRegex(ValueError, "into 0 shards"):
            yates.ray.shuffle(ds, inputs.SEED, shards=0, by="id")

    def test_files_refused(self):
        """What would lose rows, or leave those of an earlier shuffle among the new ones."""
        (self.folder / "lines.gz").write_bytes(gzip.compress(b"a\nb\n"))
        (self.folder / "lines").write_bytes(b"a\nb\n")
        with self.assertRaisesRegex(Exception, "lines.gz is compressed"):
            yates.ray.shuffle([self.folder / "lines.gz"], inputs.SEED)
        with self.assertRaisesRegex(ValueError, "no files"):
            yates.ray.shuffle([], inputs.SEED)
        two, one = (yates.ray.shuffle([self.folder / "lines"], inputs.SEED, shards) for shards in (2, 1))
        with self.assertRaisesRegex(ValueError, "has no {}"):
            yates.ray.write(two, str(self.folder / "all"))
        yates.ray.write(two, str(self.folder / "{}.txt"))
        with self.assertRaisesRegex(ValueError, "1.txt is there"):
            yates.ray.write(one, str(self.folder / "{}.txt"))
        yates.ray.write(one, str(self.folder / "all"))
        self.assertEqual((self.folder / "all").read_bytes(), inputs.yates(self.folder / "lines"))

    def test_order_kept(self):
        """What docs/engines.md says of rows that Ray maps: in order if asked, and else refused by write."""
        files, n = self.parquet(30_000)
        ds = yates.ray.shuffle(files, inputs.SEED, 8)

        def slow(batch):
            time.sleep(random.random() / 5)
            return batch

        ds.context.execution_options.preserve_order = True
        mapped = ds.map_batches(slow, batch_format="pyarrow")
        self.assertEqual(self.ids(mapped), inputs.order(n))
        for other in mapped, mapped.materialize(), ds.materialize():
            with self.assertRaisesRegex(ValueError, "what shuffle returned"):
                yates.ray.write(other, str(self.folder / "{}.parquet"))

    def test_changed(self):
        """Files that have other rows than when they were counted are an error."""
        plan = yates.ray.exchange.Plan(inputs.SEED, 8, 1)
        sent = yates.ray.scatter.options(num_returns=2).remote(plan, 1, None, (self.parquet(9)[0][0], 0, 1), 0, 8)
        with self.assertRaisesRegex(ValueError, "has 9 rows and had 8"):
            ray.get(sent)

    def test_killed(self):
        """Workers that are killed in the middle have their tasks done again."""
        files, n = self.parquet(*[200_000, 70_000] * 2)
        killed, done = [], threading.Event()

        def kill():
            while not done.wait(0.3) and len(killed) < 3:
                for pid in workers():
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)
                    break

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            while len(killed) < 3:
                ds = yates.ray.shuffle(files, inputs.SEED, 12)
                got = [i for file in self.written(ds) for i in pq.read_table(file)["id"].to_pylist()]
                self.assertEqual(got, inputs.order(n))
        finally:
            done.set()
            killer.join()


def workers():
    """Return the workers of this process's Ray that have a task of the shuffle."""
    table = [line.split(None, 2) for line in subprocess.run(
        ["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout.splitlines()]
    below = {os.getpid()}
    for _ in range(6):
        below |= {int(pid) for pid, parent, _ in table if int(parent) in below}
    return [int(pid) for pid, _, args in table if int(pid) in below and args.startswith(
        ("ray::scatter", "ray::gather", "ray::pieces_of", "ray::write_block"))]


if __name__ == "__main__":
    unittest.main()
