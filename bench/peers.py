"""Times yates beside other programs that shuffle, on inputs that it makes, and prints tables in Markdown.

	python bench/peers.py [TABLE]...

Tables: lines, memory, sample, integers, slices, arrays, parquet; all of them take about an hour, and 10 GB of disk
below bench/data. The programs of a row run in turn, ROUNDS times (5) after a run that is not counted. Each figure is
a median; a ratio is the median of the ratios of runs side by side. Programs that are not on PATH, and packages that
Python does not have, are left out: gshuf is another GNU shuf, coreutils that of uutils, and cargo builds bench/slices.
"""

import contextlib
import os
import pathlib
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "bench" / "data"
ROUNDS = int(os.environ.get("ROUNDS", 5))
FILLER = "the quick brown fox jumps over the lazy dog " * 3


def lines(count, length):
    """Return a maker of lines of that length, which begin with their numbers; of short ones, if it is 0."""
    def make(path):
        with open(path, "w") as file:
            for i in range(count):
                file.write(f"{i}\n" if length == 0 else f"{i:010} {FILLER[:length - 12]}\n")
    return make


def table(rows):
    """Return a maker of a Parquet file of a number, text and a label."""
    def make(path):
        import duckdb
        duckdb.sql(f"""COPY (SELECT i AS id, md5(i::VARCHAR) || ' and some words of text' AS text,
            'label' || (i % 10) AS label FROM range({rows}) t(i)) TO '{path}' (FORMAT parquet, COMPRESSION zstd)""")
    return make


def run(command, out):
    """Return the seconds that a command took, those of processors, and its peak memory in MiB; or None if it failed."""
    for old in out.parent.glob(out.name + "*"):
        old.unlink()
    os.sync()
    start = time.perf_counter()
    with open(os.devnull, "w") as null:
        process = subprocess.Popen(command, shell=True, stdout=null, stderr=null)
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = status
    return None if status else (time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def there(command):
    """Report whether the program of a command, or the package that it imports, is there."""
    words = [word for word in command.split() if "=" not in word and word != "env"]
    if words[0] == sys.executable:
        return subprocess.run([sys.executable, "-c", "import " + words[-1]], capture_output=True).returncode == 0
    return shutil.which(words[0]) is not None


def compare(title, make, programs):
    """Print a row for each program: programs are names and commands with IN and OUT."""
    out = DATA / "out"
    name = DATA / "".join(c if c.isalnum() else "-" for c in title)
    if make and not name.exists():
        make(name.with_suffix(".new"))
        name.with_suffix(".new").rename(name)
    times = {}
    for turn in range(ROUNDS + 1):
        for program, command in programs.items():
            if times.get(program, []) is not None and there(command):
                ran = run("exec " + command.replace("IN", str(name)).replace("OUT", str(out)), out)
                if turn or ran is None:
                    times[program] = None if ran is None else times.get(program, []) + [ran]
    print(f"\n{title}; load {os.getloadavg()[0]:.1f}\n\n| | seconds | of processors | peak MiB | × yates | "
          "of processors |\n|---|--:|--:|--:|--:|--:|")
    base = times[next(iter(programs))]
    for program in filter(times.__contains__, programs):
        if (ran := times[program]) is None:
            print(f"| {program} | failed | | | | |")
            continue
        medians = [statistics.median(column) for column in zip(*ran)]
        ratios = [statistics.median(a[i] / b[i] for a, b in zip(ran, base)) for i in (0, 1)]
        print(f"| {program} | {medians[0]:.3g} | {medians[1]:.3g} | {medians[2]:,.0f} | {ratios[0]:.2f} | "
              f"{ratios[1]:.2f} |", flush=True)
    with contextlib.suppress(FileNotFoundError):
        out.unlink()


def python(statements, package):
    """Return a command that runs statements in Python, whose last word is a package that they need."""
    return f"{sys.executable} -c {shlex.quote(statements)} {package}"


def files(more):
    return {"yates": "yates shuffle -o OUT IN", **more, "GNU shuf": "shuf -o OUT IN",
            "GNU shuf, newer": "gshuf -o OUT IN", "uutils shuf": "coreutils shuf -o OUT IN", "cp": "cp IN OUT"}


def time_lines():
    compare("10M short lines, 79 MB", lines(10_000_000, 0), files({"terashuf": "env MEMORY=4 terashuf <IN >OUT"}))
    compare("6M lines of 100 bytes, 600 MB", lines(6_000_000, 100), files({
        "yates, one processor": "yates shuffle --workers 1 -o OUT IN", "terashuf": "env MEMORY=4 terashuf <IN >OUT",
        "Polars": python("import polars as p; p.read_csv('IN', has_header=False, separator='|')"
                         ".sample(fraction=1, shuffle=True)"
                         ".write_csv('OUT', include_header=False, quote_style='never')", "polars"),
        "DuckDB": python("import duckdb as d; d.sql(\"COPY (FROM read_csv('IN', header=false, delim='|') "
                         "ORDER BY random()) TO 'OUT' (HEADER false)\")", "duckdb")}))


def time_memory():
    compare("The 600 MB in little memory", lines(6_000_000, 100), {
        "yates --memory 64M": "yates shuffle --memory 64M -o OUT IN", "yates in memory": "yates shuffle -o OUT IN",
        "terashuf, 0.25 GB": "env MEMORY=0.25 terashuf <IN >OUT"})


def time_sample():
    compare("1,000 of the 6M lines", lines(6_000_000, 100), {
        "yates": "yates shuffle -n 1000 -o OUT IN", "GNU shuf": "shuf -n 1000 -o OUT IN",
        "GNU shuf, newer": "gshuf -n 1000 -o OUT IN", "uutils shuf": "coreutils shuf -n 1000 -o OUT IN",
        "wc -l": "wc -l IN"})


def time_integers():
    compare("The integers from 1 to 10⁸, to nowhere", None, {
        "yates": "yates shuffle -i 1-100000000 -o /dev/null", "GNU shuf": "shuf -i 1-100000000 -o /dev/null",
        "GNU shuf, newer": "gshuf -i 1-100000000 -o /dev/null",
        "uutils shuf": "coreutils shuf -i 1-100000000 -o /dev/null", "seq": "seq 100000000"})
    compare("3 of the integers from 1 to 10⁹", None, {
        "yates": "yates shuffle -i 1-1000000000 -n 3 -o OUT", "GNU shuf": "shuf -i 1-1000000000 -n 3 -o OUT",
        "uutils shuf": "coreutils shuf -i 1-1000000000 -n 3 -o OUT"})
    compare("10M throws of a die", None, {
        "yates": "yates shuffle -r -n 10000000 -i 1-6 -o OUT", "GNU shuf": "shuf -r -n 10000000 -i 1-6 -o OUT",
        "uutils shuf": "coreutils shuf -r -n 10000000 -i 1-6 -o OUT"})


def time_slices():
    """Times slices of u64 in Go and, if cargo is there, in Rust."""
    test, rust = DATA / "slices.test", None
    subprocess.run(["go", "test", "-c", "-o", test, "."], cwd=ROOT, check=True)
    if shutil.which("cargo"):
        target = DATA / "target"
        subprocess.run(["cargo", "build", "--quiet", "--release", "--target-dir", target],
                       cwd=ROOT / "bench" / "slices", check=True)
        rust = target / "release" / "slices"
    columns, all_times = [52, 1_000, 100_000, 10_000_000, 100_000_000], {}
    for n in columns:
        for _ in range(ROUNDS):
            text = subprocess.run([test, "-test.run=^$", "-test.benchtime=200ms",
                                   f"-test.bench=Shuffle/^n={n}$/"],
                                  cwd=ROOT, check=True, capture_output=True, text=True).stdout
            found = [(line.split("/", 2)[2].split("-")[0].split()[0], line.split()[-2]) for line in text.splitlines()
                     if line.startswith("Benchmark")]
            if rust:
                said = subprocess.run([rust, str(n)], check=True, capture_output=True, text=True).stdout
                found += [line.split("\t") for line in said.splitlines()]
            for name, nanoseconds in found:
                all_times.setdefault(name, {}).setdefault(n, []).append(float(nanoseconds))
    print_columns("Nanoseconds for an element of a slice of 64-bit integers", columns, all_times)


def time_arrays():
    """Times orders of n records as arrays, in one process."""
    sys.path.insert(0, str(ROOT / "python"))
    import random
    import numpy as np
    import yates
    makers = {"`yates.order`": lambda n: yates.order("seed", n), "`numpy.random.permutation`": np.random.permutation,
              "`Generator.permutation` of numpy": np.random.default_rng().permutation}
    with contextlib.suppress(ImportError):
        import torch
        makers["`torch.randperm`"] = torch.randperm
    makers["`random.shuffle` of a list"] = lambda n: random.shuffle(list(range(n)))
    columns, all_times = [10_000, 1_000_000, 10_000_000], {}
    for n in columns:
        for turn in range(ROUNDS + 1):
            for name, make in makers.items():
                start = time.perf_counter()
                make(n)
                if turn:
                    all_times.setdefault(name, {}).setdefault(n, []).append((time.perf_counter() - start) / n * 1e9)
    print_columns("Nanoseconds a record for an order in Python", columns, all_times)


def time_parquet():
    query = "import duckdb as d; {}d.sql(\"COPY (FROM read_parquet('IN') ORDER BY random()) TO 'OUT' " \
            "(FORMAT parquet, COMPRESSION zstd)\")"
    compare("10M rows of a number, text and a label, Parquet", table(10_000_000), {
        "yates-parquet": "yates-parquet shuffle -o OUT.parquet IN",
        "yates-parquet --memory 256M": "yates-parquet shuffle --memory 256M -o OUT.parquet IN",
        "DuckDB": python(query.format(""), "duckdb"),
        "DuckDB within 1 GB": python(query.format("d.sql(\"SET memory_limit='1GB'\"); "), "duckdb"),
        "Polars": python("import polars as p; p.read_parquet('IN').sample(fraction=1, shuffle=True)"
                         ".write_parquet('OUT')", "polars")})


def print_columns(title, columns, all_times):
    """Print a table of the medians of each name, by column."""
    print(f"\n{title}; load {os.getloadavg()[0]:.1f}\n\n| | " + " | ".join(f"{n:,}" for n in columns) + " |")
    print("|---|" + "--:|" * len(columns))
    for name, times in all_times.items():
        cells = [f"{statistics.median(times[n]):,.3g}" if n in times else "" for n in columns]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def main():
    DATA.mkdir(exist_ok=True)
    bin_of = tempfile.mkdtemp(dir=DATA)
    try:
        subprocess.run(["go", "build", "-o", bin_of, "./cmd/yates"], cwd=ROOT, check=True)
        subprocess.run(["go", "build", "-C", "parquet", "-o", bin_of, "./cmd/yates-parquet"], cwd=ROOT, check=True)
        os.environ["PATH"] = bin_of + os.pathsep + os.environ["PATH"]
        tables = {name.removeprefix("time_"): do for name, do in globals().items() if name.startswith("time_")}
        for name in sys.argv[1:] or tables:
            tables[name]()
    finally:
        shutil.rmtree(bin_of)


if __name__ == "__main__":
    main()
