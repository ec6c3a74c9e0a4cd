"""yates.ray with a real Ray of two workers, which are killed."""

import os
import pathlib
import signal
import tempfile
import threading
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

    def ids(self, ds):
        return [int(i) for batch in ds.iter_batches(batch_format="numpy") for i in batch["id"]]

    def test_files(self):
        files, n = self.parquet(1, 20_000, 0, 7, 9000)
        for blocks, shards in ((None, 1), (5, 17)):
            ds = yates.ray.shuffle(ray.data.read_parquet(files, override_num_blocks=blocks), inputs.SEED, shards)
            self.assertEqual(self.ids(ds), inputs.order(n), (blocks, shards))

    def test_text(self):
        files = [file for file in inputs.make(self.folder / "in") if file.name != "last.txt"]  # which is no UTF-8
        ds = ray.data.read_text(list(map(str, files)), drop_empty_lines=False, override_num_blocks=9)
        got = "".join(line + "\n" for b in yates.ray.shuffle(ds, inputs.SEED, 4).iter_batches(batch_format="numpy")
                      for line in b["text"])
        self.assertEqual(got.encode(), inputs.yates(*files))

    def test_few(self):
        for n in (0, 1, 3):
            ds = ray.data.from_arrow(pa.table({"id": range(n)}))
            self.assertEqual(self.ids(yates.ray.shuffle(ds, inputs.SEED, 9)), inputs.order(n))

    def test_by(self):
        ids = inputs.order(5000)[::-1]
        ds = ray.data.from_arrow([pa.table({"id": ids[:999]}), pa.table({"id": ids[999:]})])
        self.assertEqual(self.ids(yates.ray.shuffle(ds, inputs.SEED, by="id", shards=3)), inputs.order(5000))
        for wrong in ([0, 2], [1, 1], [0, None], [0.0, 1.0]):
            with self.assertRaisesRegex(ray.exceptions.RayTaskError, "numbers"):
                yates.ray.shuffle(ray.data.from_arrow(pa.table({"id": wrong})), inputs.SEED, by="id").count()

    def test_killed(self):
        """A worker that is killed has its tasks done again."""
        files, n = self.parquet(300_000, 200_000)
        room = self.folder

        def slow(batch):  # so that it is killed in the middle, once for each worker
            mark = room / str(os.getpid())
            if not mark.exists() and len(list(room.glob("[0-9]*[0-9]"))) < 2:
                mark.touch()
                threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGKILL)).start()
            return batch

        ds = ray.data.read_parquet(files, override_num_blocks=8).map_batches(slow, batch_format="pyarrow")
        self.assertEqual(self.ids(yates.ray.shuffle(ds, inputs.SEED, 6)), inputs.order(n))
        self.assertTrue(list(room.glob("[0-9]*[0-9]")))


if __name__ == "__main__":
    unittest.main()
