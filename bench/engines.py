"""Times the engines of docs/engines.md on a folder of lines and one of Parquet, each in a process of its own.

	YATES=yates python bench/engines.py FOLDER [NAME]...

It makes 1 GB of each in FOLDER, and prints seconds, those of CPU and the peak memory of all processes, and what Spark
exchanged.
"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import threading
import time
import urllib.request

SEED, SHARDS, FILES, LINES = "2026", 16, 8, int(os.environ.get("LINES", 10_000_000))


def make(folder):
    rng = random.Random(1)
    for kind in "lines", "parquet":
        (folder / kind).mkdir(parents=True, exist_ok=True)
    for i in range(FILES):
        name = folder / "lines" / f"{i}.txt"
        if not name.exists():
            name.write_text("".join(f"{i}{j:09} {rng.getrandbits(320):088d}"[:99] + "\n"
                                    for j in range(LINES // FILES)))
        import pyarrow.csv
        import pyarrow.parquet
        if not (folder / "parquet" / f"{i}.parquet").exists():
            table = pyarrow.csv.read_csv(name, pyarrow.csv.ReadOptions(column_names=["number", "text"]),
                                         pyarrow.csv.ParseOptions(delimiter=" "),
                                         pyarrow.csv.ConvertOptions(column_types={"text": pyarrow.string()}))
            pyarrow.parquet.write_table(table, folder / "parquet" / f"{i}.parquet", compression="none",
                                        use_dictionary=False)


def spark(folder, kind, ours):
    from pyspark.sql import SparkSession, functions as F
    import yates.spark
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = SparkSession.builder.master("local[2]").config("spark.driver.memory", "2g").getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    spark.range(10).repartition(2).select(F.rand()).collect()  # warm

    def run():
        df = spark.read.text(str(folder / kind)) if kind == "lines" else spark.read.parquet(str(folder / kind))
        out = yates.spark.shuffle(df, SEED, SHARDS) if ours else df.orderBy(F.rand(1))
        spark.conf.set("spark.sql.shuffle.partitions", SHARDS)
        getattr(out.write, "text" if kind == "lines" else "parquet")(str(folder / "out"), **(
            {} if kind == "lines" else {"compression": "none"}))

    def exchanged():
        url = spark.sparkContext.uiWebUrl + "/api/v1/applications/" + spark.sparkContext.applicationId + "/stages"
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url) as stages:
            return sum(stage["shuffleWriteBytes"] for stage in json.load(stages))
    return run, exchanged


def ray(folder, kind, ours):
    import ray
    import yates.ray
    ray.init(num_cpus=2, object_store_memory=2 << 30, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    few = ray.data.range(10)  # warm
    (yates.ray.shuffle(few, SEED, 2, by="id") if ours else few.random_shuffle()).materialize()

    def run():
        if ours:
            names = map(str, (folder / kind).iterdir())
            yates.ray.write(yates.ray.shuffle(names, SEED, SHARDS), str(folder / "out/{:05}.parquet"))
        else:
            ds = (ray.data.read_text if kind == "lines" else ray.data.read_parquet)(str(folder / kind))
            ds.random_shuffle(seed=1).write_parquet(str(folder / "out"))
    return run, None


def dask(folder, kind, ours):
    import dask.dataframe as dd
    import distributed
    import numpy as np
    import yates.dask
    client = distributed.Client(n_workers=2, threads_per_worker=1, memory_limit="4GB", dashboard_address=None)

    def run():
        df = dd.read_csv(str(folder / "lines/*.txt"), header=None, names=["line"], sep="\x01") if kind == "lines" else \
            dd.read_parquet(str(folder / kind))
        if ours:
            out = yates.dask.shuffle(df, SEED, SHARDS)
        else:
            out = df.map_partitions(lambda part: part.assign(place=np.random.default_rng(len(part)).random(len(part))))
            out = out.sort_values("place", npartitions=SHARDS)
        out.to_parquet(str(folder / "out"), compression=None)
        client.close()
    return run, None


def daft(folder, kind, ours):
    import daft

    def run():
        df = daft.read_csv(str(folder / "lines/*.txt"), delimiter="\x01", has_headers=False) if kind == "lines" else \
            daft.read_parquet(str(folder / "parquet/*.parquet"))
        df.shuffle(seed=1).write_parquet(str(folder / "out"))
    return run, None


def command(folder, kind, ours):
    def run():
        (folder / "out").mkdir()
        yates = os.environ["YATES"] if kind == "lines" else os.environ["YATES"] + "-parquet"
        subprocess.run([yates, "shuffle", "--seed", SEED, "-o", folder / "out" / f"all.{kind}",
                        *sorted((folder / kind).iterdir())], check=True)
    return run, None


def tree():
    """Return the memory that this process and those below it take, what they share once, and their seconds of CPU."""
    below, size, ticks = {os.getpid()}, 0, 0
    table = [line.split() for line in subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True,
                                                     text=True).stdout.splitlines()]
    for _ in range(5):
        below |= {int(pid) for pid, parent in table if int(parent) in below}
    for pid in below:
        try:
            text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
            size += 1024 * int(text.split("\nPss:")[1].split()[0])
            ticks += sum(map(int, pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]))
        except (OSError, IndexError):
            pass
    return size, ticks / os.sysconf("SC_CLK_TCK")


def measure(name, kind, ours, folder):
    shutil.rmtree(folder / "out", ignore_errors=True)
    run, exchanged = globals()[name](folder, kind, ours)
    most, done = [0], threading.Event()

    def watch():
        while not done.wait(2):  # as watching takes time of the CPU, too
            most[0] = max(most[0], tree()[0])
    threading.Thread(target=watch, daemon=True).start()
    begin, cpu = time.monotonic(), tree()[1]
    run()
    took, cpu = time.monotonic() - begin, tree()[1] - cpu
    done.set()
    print(f"{name} {kind} {'yates' if ours else 'its own'}: {took:.1f} s, {cpu:.1f} s of CPU, {most[0] / 1e9:.2f} GB"
          f"{f', exchanged {exchanged() / 1e9:.2f} GB' if exchanged else ''}, load {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    if len(sys.argv) == 5 and sys.argv[3] in ("lines", "parquet"):
        measure(sys.argv[2], sys.argv[3], sys.argv[4] == "yates", folder)
        os._exit(0)
    make(folder)
    for name in sys.argv[2:] or ["command", "spark", "ray", "dask", "daft"]:
        for kind in "lines", "parquet":
            for whose in ["yates"] * (name != "daft") + ["its own"] * (name != "command"):
                subprocess.run([sys.executable, "-W", "ignore", __file__, folder, name, kind, whose],
                               stderr=None if os.environ.get("VERBOSE") else subprocess.DEVNULL)
