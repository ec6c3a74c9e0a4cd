"""yates.spark with real Sparks: one in this process, and one whose executors are processes that can be killed."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import inputs
import yates.spark
from pyspark.errors import PythonException
from pyspark.sql import SparkSession, Window, functions as F

os.environ["PYSPARK_PYTHON"] = sys.executable


def session(master, **conf):
    builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.memory", "1g").config("spark.sql.shuffle.partitions", "5")
    for name, value in conf.items():
        builder = builder.config("spark." + name.replace("_", "."), value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    return spark


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.room = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.room.name)
        cls.files = inputs.make(cls.folder / "in")
        cls.want = inputs.yates(*cls.files)
        cls.spark = cls.start()

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        cls.room.cleanup()

    def text(self):
        return self.spark.read.text(str(self.folder / "in"), lineSep="\n")

    def written(self, df):
        """Return what df.write.text writes, laid end to end."""
        to = self.folder / self.id() / str(time.time_ns())
        df.write.text(str(to))
        return b"".join(part.read_bytes() for part in sorted(to.glob("part-*")))


class Local(Case):
    start = staticmethod(lambda: session("local[2]"))

    def test_text(self):
        for size, shards in (("128m", None), ("1m", 1), ("300k", 23)):
            self.spark.conf.set("spark.sql.files.maxPartitionBytes", size)
            out = yates.spark.shuffle(self.text(), inputs.SEED, shards)
            self.assertEqual(out.rdd.getNumPartitions(), shards or 5)
            self.assertEqual(self.written(out), self.want, (size, shards))

    def test_few(self):
        """One row, none, and more shards than rows."""
        for rows in (b"", b"one\n", b"a\nb\nc\n"):
            file = self.folder / "few.txt"
            file.write_bytes(rows)
            out = yates.spark.shuffle(self.spark.read.text(str(file)), inputs.SEED, 9)
            self.assertEqual(self.written(out), inputs.yates(file))

    def test_columns(self):
        """Rows of Parquet, JSON and CSV, in partitions that Spark packs by size."""
        n = 20_000
        rows = self.spark.range(n, numPartitions=7).selectExpr("id", "named_struct('x', array(id)) y", "null z")
        for kind in "parquet", "json":
            to = str(self.folder / kind)
            getattr(rows.drop("z").write, kind)(to)
            out = yates.spark.shuffle(getattr(self.spark.read, kind)(to), inputs.SEED, 11)
            self.assertEqual([(r.id, r.y.x[0]) for r in out.collect()], [(i, i) for i in inputs.order(n)])
        rows.select("id").write.csv(str(self.folder / "csv"))
        out = yates.spark.shuffle(self.spark.read.csv(str(self.folder / "csv")), inputs.SEED)
        self.assertEqual([int(r[0]) for r in out.collect()], inputs.order(n))

    def test_by(self):
        n = 30_000
        rows = self.spark.range(n).repartition(9, F.rand())
        out = yates.spark.shuffle(rows.withColumnRenamed("id", "a.b"), inputs.SEED, 4, by="a.b", epoch=3)
        want = inputs.yates("-i", f"0-{n - 1}", "--epoch", 3).split()
        self.assertEqual([r["a.b"] for r in out.collect()], list(map(int, want)))
        for wrong, said in {"id + 1": "there are", "id div 2": "comes twice", "if(id = 7, null, id)": "missing",
                            "id / 1": "float"}.items():
            with self.assertRaisesRegex(PythonException, f"'id' must be each of 0 to 29999 once, and .*{said}"):
                yates.spark.shuffle(rows.select(F.expr(wrong).alias("id")), inputs.SEED, by="id").count()
        for columns, said in {("id", "id"): "more than one", (): "no"}.items():
            with self.assertRaisesRegex(ValueError, f"{said} column 'id'"):
                yates.spark.shuffle(rows.select(*columns), inputs.SEED, by="id")
        with self.assertRaisesRegex(ValueError, "into 0 shards"):
            yates.spark.shuffle(rows, inputs.SEED, shards=0, by="id")

    def test_refused(self):
        """Rows that are not as in their files have no numbers."""
        (self.folder / "small").mkdir()
        for name in "ab":
            (self.folder / "small" / name).write_bytes(b"b\na\nc\n")
        text = self.spark.read.text(str(self.folder / "small"))
        text.createOrReplaceTempView("small")
        for node, rows in {
            "Range": self.spark.range(9), "Repartition": text.coalesce(1), "Sort": text.orderBy(F.desc("value")),
            "Repartition, Sort": text.orderBy("value").coalesce(1), "Project, Sort": text.sort("value").select("value"),
            "Join": text.join(text.limit(2), "value"), "Aggregate": text.groupBy("value").count(),
            "Union": text.union(text), "GlobalLimit": text.limit(2), "Sample": text.sample(0.5),
            "Window": text.withColumn("n", F.row_number().over(Window.orderBy("value"))),
            "Generate": text.select(F.explode(F.split("value", ""))),
            "Filter": self.spark.sql("SELECT * FROM small WHERE value IN (SELECT value FROM small)"),
        }.items():
            with self.subTest(node), self.assertRaisesRegex(ValueError, rf"\b{node}\b.*by=\.\.\."):
                yates.spark.shuffle(rows, inputs.SEED)

    def test_chosen(self):
        """Rows that a filter leaves, with other columns, are those of a file of them, whatever text the filter has."""
        file = self.folder / "letters.txt"
        file.write_bytes(b"a\nb\nc\nd\n")
        rows = self.spark.read.text(str(file)).filter(F.col("value") != "\nSort").filter("value > 'a'").dropna()
        rows = rows.select(F.upper("value").alias("value"))
        file = self.folder / "chosen.txt"
        file.write_bytes(b"B\nC\nD\n")
        self.assertEqual(self.written(yates.spark.shuffle(rows, inputs.SEED, 2)), inputs.yates(file))

    def test_read_in_another_way(self):
        self.spark.conf.set("spark.sql.files.maxPartitionBytes", "1m")
        out = yates.spark.shuffle(self.text(), inputs.SEED)
        self.spark.conf.set("spark.sql.files.maxPartitionBytes", "400k")
        with self.assertRaisesRegex(PythonException, "minPartitionNum"):
            out.groupBy().count().collect()
        file = self.folder / "grows.txt"
        file.write_bytes(b"a\nb\n")
        out = yates.spark.shuffle(self.spark.read.text(str(file)), inputs.SEED)
        file.write_bytes(b"a\nb\nc\n")
        with self.assertRaises(PythonException):
            out.collect()

    def test_lost(self):
        """A shard says it if all of its rows are lost."""
        files = [self.folder / f"{i}.txt" for i in range(4)]
        for lost in files[1:2], files:
            for file in files:
                file.write_bytes(b"a\n")
            out = yates.spark.shuffle(self.spark.read.text([*map(str, files)]), inputs.SEED, 4)
            self.assertEqual(out.count(), 4)
            for file in lost:
                file.write_bytes(b"")
            with self.assertRaisesRegex(PythonException, "rows were lost"):
                out.collect()

    def test_filter(self):
        """What is asked of the shuffled rows does not reach below the shuffle."""
        out = yates.spark.shuffle(self.text(), inputs.SEED).filter(F.col("value").startswith("3 "))
        want = [line for line in self.want.splitlines(True) if line.startswith(b"3 ")]
        self.assertEqual(self.written(out), b"".join(want))


class Killed(Case):
    start = staticmethod(lambda: session(
        "local-cluster[2,1,1024]", executor_memory="700m", speculation="true", speculation_interval="100ms",
        speculation_multiplier="1.1", speculation_quantile="0.3", files_maxPartitionBytes="300k",
        task_maxFailures="20", executor_maxNumFailures="50"))

    def test_killed(self):
        """Executors, which are processes below this one, are killed in the middle."""
        self.spark.conf.set("spark.sql.files.maxPartitionBytes", "300k")
        out = yates.spark.shuffle(self.text(), inputs.SEED, 20)
        killed, done = [], threading.Event()

        def kill():
            while not done.wait(3) and len(killed) < 3:
                for pid in executors(os.getpid()):
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)
                    break

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            for _ in range(3):
                self.assertEqual(self.written(out), self.want)
        finally:
            done.set()
            killer.join()
        self.assertTrue(killed)


def executors(root):
    """Return the executors of the Spark that process root has started."""
    table = [line.split(None, 2) for line in subprocess.run(
        ["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout.splitlines()]
    below = {root}
    for _ in range(6):
        below |= {int(pid) for pid, parent, _ in table if int(parent) in below}
    return [int(pid) for pid, _, args in table if int(pid) in below and "CoarseGrainedExecutorBackend" in args
            and args.split(None, 1)[0].endswith("java")]


if __name__ == "__main__":
    unittest.main()
