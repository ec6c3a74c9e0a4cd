"""The recipes of docs/engines.md that need no cluster."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import apache_beam as beam
import duckdb
import inputs

PAGE = (pathlib.Path(__file__).parents[3] / "docs/engines.md").read_text()


def recipe(language, word):
    return next(code for code in re.findall(rf"```{language}\n(.*?)```", PAGE, re.S) if word in code)


class Recipes(unittest.TestCase):
    def setUp(self):
        room = tempfile.TemporaryDirectory()
        self.addCleanup(room.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(room.name)

    def test_duckdb(self):
        duckdb.sql("COPY (SELECT range AS id, repeat('x', (range % 40)::INT) AS t FROM range(100000)) "
                   "TO 'data.parquet'")
        path = f"{os.path.dirname(os.environ['YATES'])}:{os.environ['PATH']}"
        subprocess.run(recipe("sh", "order.tsv"), shell=True, check=True, env={**os.environ, "PATH": path})
        duckdb.sql(recipe("sql", "COPY"))
        got = [i for i, in duckdb.sql("SELECT id FROM 'shuffled.parquet'").fetchall()]
        want = subprocess.run([os.environ["YATES"], "shuffle", "--seed", "2026", "-i", "0-99999"], capture_output=True)
        self.assertEqual(got, list(map(int, want.stdout.split())))

    def test_beam(self):
        names, n = {}, 20_000
        exec(recipe("python", "apache_beam"), names)
        with beam.Pipeline() as pipeline:
            rows = pipeline | beam.Create([(i, i) for i in range(n)])
            (names["shuffled"](rows, inputs.SEED, n, 5) | beam.MapTuple(lambda shard, rows: f"{shard} {rows}")
             | beam.io.WriteToText("out", num_shards=1, shard_name_template=""))
        shards = sorted(pathlib.Path("out").read_text().splitlines())
        self.assertEqual([i for shard in shards for i in eval(shard[2:])], inputs.order(n))


if __name__ == "__main__":
    unittest.main()
