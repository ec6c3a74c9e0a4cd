"""The order of a seed for files and datasets of Ray, whatever its blocks, workers and retries are.

Ray Data promises no order of rows between what it reads and what it writes, so nothing here asks it for one.
"""

from __future__ import annotations

import io
import operator
import os
from collections.abc import Iterable
from typing import Any, Optional, Union
from weakref import WeakSet

import numpy as np
import pyarrow as pa
import pyarrow.fs
import pyarrow.parquet as pq
import ray
from ray.data import Dataset

from . import exchange
from ._stream import SeedLike

Piece = tuple[str, int, int]  # of a file: its name, and where it begins and ends, in row groups or in bytes
BYTES = 64 << 20  # of lines in a piece
TEXT = "text"
COMPRESSED = b"\x1f\x8b", b"BZh", b"\x28\xb5\x2f\xfd", b"\xfd7zX"  # how files of gzip, bzip2, zstd and xz begin
SHUFFLED: WeakSet[Dataset] = WeakSet()  # what shuffle returned: what Ray makes of these may have other blocks


def shuffle(data: Union[Dataset, Iterable[str]], seed: SeedLike = None, shards: Optional[int] = None,
            by: Optional[str] = None, epoch: Optional[int] = None) -> Dataset:
    """Return the rows in the order of the seed, in as many blocks of equal length as shards says.

    data is the names of files, which all workers can read: rows are numbered by these names, in the order of bytes, and
    by their places in the files. Or it is a dataset, and by names its column of the numbers 0 to n - 1. What ends in
    .parquet is Parquet, and other files are lines, the bytes of a column text. The usual number of shards is that of
    the pieces that are read. The shuffled rows are in the object store, which puts on disk what does not fit into
    memory. Each row is sent once, and those of at most shards - 1 of the 4,096 buckets twice.
    """
    pieces: list[Any]
    if by is not None and isinstance(data, Dataset):
        exchange.check_columns(data.columns() or [], by)
        pieces = data.to_arrow_refs()
        counts = ray.get([length.remote(block) for block in pieces])
    elif by is None and not isinstance(data, (Dataset, str)):
        names = sorted(map(os.fspath, data), key=os.fsencode)
        if not names:
            raise ValueError("there are no files to shuffle")
        found = ray.get([pieces_of.remote(name) for name in names])
        pieces, counts = [piece for file, _ in found for piece in file], [n for _, rows in found for n in rows]
    else:
        raise ValueError("give a list of names of files, whose rows have numbers by their places, or a dataset with a "
                         "column of the numbers 0 to n - 1 (by=...), as Ray keeps no order of rows")
    k = max(len(pieces), 1) if shards is None else operator.index(shards)
    ends = np.cumsum([0, *counts]).tolist()
    plan = ray.put(exchange.Plan(seed, ends[-1], k, epoch, by))
    sent = [scatter.options(num_returns=k + 1).remote(plan, k, by, piece, lo, hi)
            for piece, lo, hi in zip(pieces, ends, ends[1:])]
    del pieces
    shuffled = ray.data.from_arrow_refs([gather.remote(plan, shard, *(parts[shard] for parts in sent))
                                         for shard in range(k)] if sent else [])
    SHUFFLED.add(shuffled)
    return shuffled


def write(ds: Dataset, to: str) -> None:
    """Write what shuffle returned, each block to a file of its own, as to has it: "out/{:05}.parquet", from 00000 on.

    If to does not end in .parquet, the files are lines of the column text. It is an error if a file that would follow
    is there, as of an earlier shuffle with more shards.
    """
    if ds not in SHUFFLED:
        raise ValueError("Ray keeps no order of rows through what comes after the shuffle: write what shuffle returned")
    blocks = ds.to_arrow_refs()
    names, after = [to.format(shard) for shard in range(len(blocks))], to.format(len(blocks))
    if len(set(names)) < len(names):
        raise ValueError(f"{to!r} has no {{}} for the number of the file, such as {{:05}}")
    system, path = place_of(after)
    if after not in names and system.get_file_info(path).type != pa.fs.FileType.NotFound:
        raise ValueError(f"{path} is there, which would follow the last of {len(blocks)} files: remove it, or write to "
                         "another folder")
    ray.get([write_block.remote(*block) for block in zip(blocks, names)])


def place_of(name: str) -> tuple[Any, str]:
    """Return the file system that a file is in, and its path there."""
    return pa.fs.FileSystem.from_uri(name if "://" in name else os.path.abspath(name))


@ray.remote
def pieces_of(name: str) -> tuple[list[Piece], list[int]]:
    """Return the pieces of a file, at least one, and how many rows each has."""
    system, path = place_of(name)
    with system.open_input_file(path) as file:
        if name.endswith(".parquet"):
            found = pq.ParquetFile(file).metadata
            rows = [found.row_group(i).num_rows for i in range(found.num_row_groups)]
            return [(name, i, i + 1) for i in range(len(rows))] or [(name, 0, 0)], rows or [0]
        ends, rows, buffered = [0], [], io.BufferedReader(file)
        if buffered.peek(4).startswith(COMPRESSED):
            raise ValueError(f"{name} is compressed: decompress it first")
        while lines := buffered.read(BYTES):
            lines += buffered.readline()
            ends.append(ends[-1] + len(lines))
            rows.append(lines.count(b"\n") + (not lines.endswith(b"\n")))
        return [(name, *piece) for piece in zip(ends, ends[1:])] or [(name, 0, 0)], rows or [0]


def read(name: str, begin: int, end: int) -> pa.Table:
    """Return the rows of a piece."""
    system, path = place_of(name)
    with system.open_input_file(path) as file:
        if name.endswith(".parquet"):
            return pq.ParquetFile(file).read_row_groups(range(begin, end))
        file.seek(begin)
        lines = file.read(end - begin).split(b"\n")
    return pa.table({TEXT: pa.array(lines if lines[-1] else lines[:-1], pa.large_binary())})


@ray.remote
def length(block: pa.Table) -> int:
    return len(block)


@ray.remote
def scatter(plan: exchange.Plan, k: int, by: Optional[str], piece: Any, lo: int, hi: int) -> list[Any]:
    block = (read(*piece) if by is None else piece).combine_chunks()
    if len(block) != hi - lo:
        raise ValueError(f"a piece of {piece[0] if by is None else 'the dataset'} has {len(block)} rows and had "
                         f"{hi - lo}: shuffle what does not change")
    by_place = by is None or not len(block)  # an empty block may have no columns
    rows, to, along = plan.send(np.arange(lo, hi) if by_place else block[by].to_numpy())
    ends = np.searchsorted(to, np.arange(k + 2))  # the last part is empty, as one result would be no list
    return [(block.take(rows[lo:hi]), along[lo:hi]) for lo, hi in zip(ends, ends[1:])]


@ray.remote
def gather(plan: exchange.Plan, shard: int, *parts: tuple[pa.Table, Any]) -> pa.Table:
    full = [rows for rows, _ in parts if len(rows)] or [max((rows for rows, _ in parts), key=lambda t: t.num_columns)]
    block = pa.concat_tables(full, promote_options="default").combine_chunks()  # as to take from one is faster
    return block.take(plan.gather(shard, np.concatenate([along for _, along in parts])))


@ray.remote
def write_block(block: pa.Table, name: str) -> None:
    if not name.endswith(".parquet") and TEXT not in block.column_names:
        raise ValueError(f"the rows have no column {TEXT} for lines: let the name of {name} end in .parquet")
    system, path = place_of(name)
    system.create_dir(os.path.dirname(path))
    with system.open_output_stream(path) as file:
        if name.endswith(".parquet"):
            pq.write_table(block, file)
        else:
            file.write(b"".join(line + b"\n" for line in block[TEXT].cast(pa.large_binary()).to_pylist()))
