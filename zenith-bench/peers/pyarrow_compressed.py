#!/usr/bin/env python3
"""Compressed Arrow files: writes them as Arrow C++ does, and reads them into record batches as fast as PyArrow can.

  make TABLE FOLDER ROWS   FOLDER/{table,words}.{lz4,zstd}.arrow: the record batches of TABLE, and of data that compresses
  serve FILE THREADS       answers lines on standard input, as turns.py says, by passes over all columns

A setting says how the file is opened (mmap or file), and how its batches are read: one after the other with PyArrow's
threads inside each (batches), all in one call (all), or by Python threads with a reader each and none inside (hand).
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pyarrow as pa

import turns

BATCH_ROWS = 65_536
SETTINGS = [f"{source}-{way}" for source in ("mmap", "file") for way in ("batches", "all", "hand")]


def words_table(rows):
    """Ids, labels, text and a dictionary of words by a power law, and prices rounded to tenths, every other one with nulls."""
    random = np.random.default_rng(1)
    words = ["".join(chr(97 + c) for c in random.integers(0, 26, random.integers(2, 10))) for _ in range(2000)]
    chosen = (random.pareto(1.1, size=(rows, 6)) * 3).astype(np.int64) % len(words)
    columns = {
        "id": pa.array(np.arange(rows, dtype=np.int64) + 10_000_000),
        "label": pa.array(np.minimum(random.pareto(1, rows), 9).astype(np.int32)),
        "text": pa.array([" ".join(words[word] for word in row) for row in chosen]),
        "word": pa.DictionaryArray.from_arrays(pa.array(chosen[:, 0].astype(np.int32)), pa.array(words)),
    }
    for number in range(8):
        prices = np.round(20 + random.gamma(2, 10, rows), 1).astype(np.float32)
        columns[f"price{number}"] = pa.array(prices, mask=random.random(rows) < 0.05 if number % 2 else None)
    return pa.table(columns)


def make(source, folder, rows):
    table = pa.ipc.open_file(pa.memory_map(source)).read_all()
    for name, data in (("table", table), ("words", words_table(rows))):
        for codec in ("lz4", "zstd"):
            options = pa.ipc.IpcWriteOptions(compression=codec)
            with pa.ipc.new_file(f"{folder}/{name}.{codec}.arrow", data.schema, options=options) as writer:
                for batch in data.to_batches(max_chunksize=BATCH_ROWS):
                    writer.write_batch(batch)


def reader(path, setting):
    source, way = setting.split("-")
    opened = pa.memory_map(path) if source == "mmap" else pa.OSFile(path)
    return pa.ipc.open_file(opened, options=pa.ipc.IpcReadOptions(use_threads=way != "hand"))


def read_batches(path, setting, first, step):
    file = reader(path, setting)
    return sum(file.get_batch(number).num_rows for number in range(first, file.num_record_batches, step))


def one_pass(path, setting, threads, pool):
    way = setting.split("-")[1]
    if way == "batches":
        return read_batches(path, setting, 0, 1)
    if way == "all":
        return reader(path, setting).read_all().num_rows
    return sum(pool.map(lambda first: read_batches(path, setting, first, threads), range(threads)))


def serve(path, threads):
    pa.set_cpu_count(threads)
    pool = ThreadPoolExecutor(threads)

    def columns():
        file = reader(path, "mmap-all")
        return turns.checksums(map(file.get_batch, range(file.num_record_batches)))

    found = {setting: partial(one_pass, path, setting, threads, pool) for setting in SETTINGS}
    turns.serve(found, [], columns)


if __name__ == "__main__":
    if len(sys.argv) == 5 and sys.argv[1] == "make":
        make(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    elif len(sys.argv) == 4 and sys.argv[1] == "serve":
        serve(sys.argv[2], int(sys.argv[3]))
    else:
        sys.exit(__doc__)
