#!/usr/bin/env python3
"""Parquet files: writes them by PyArrow's defaults, and reads all columns into memory as fast as others can.

  make FOLDER ROWS     FOLDER/{num,str}.{snappy,zstd}.parquet: numbers that hardly compress; words, numbers and nulls
  copy ARROW PARQUET   an Arrow file as a Parquet file
  sorted FILE ROWS     numbers by rising ids, with an index of the pages
  large FILE ROWS      a row group of so many rows, of ten columns of floats, between 20 of 10,000 rows and 20 more
  serve FILE THREADS   answers lines on standard input with a line of JSON each:
                         checksums        {"columns": {...}, "settings": [...], "missing": [...]}
                         SETTING SECONDS  passes over the file: {"passes": ..., "seconds": ..., "cpu": ...}

Settings: PyArrow; PyArrow that keeps dictionaries; Polars; Polars with strings as Arrow has them by default, offsets and
bytes; DuckDB.
"""

import json
import os
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pyarrow_compressed import checksums


def numbers(random, rows):
    columns = {"id": np.arange(rows), "label": random.integers(0, 10, rows)}
    columns.update({f"f{i}": random.standard_normal(rows).astype(np.float32) for i in range(10)})
    return pa.table(columns)


def strings(random, rows):
    """Four columns of words and four of numbers of low cardinality, a tenth of them null; and text that is unique."""

    def optional(values):
        return pa.array(values, mask=random.random(rows) < 0.1)

    words = np.array([f"word{i}" for i in range(1000)])
    columns = {"id": np.arange(rows)}
    for i, most in enumerate((100, 1000)):
        columns[f"i{i}"] = random.integers(0, most, rows).astype(np.int32)
    for i, most in enumerate((10, 100, 500, 1000)):
        columns[f"s{i}"] = optional(words[random.integers(0, most, rows)])
        columns[f"x{i}"] = optional((random.integers(0, most, rows) / 10).astype(np.float32))
    columns["u"] = pa.array([f"unique-{i:09d}" for i in range(rows)])
    return pa.table(columns)


def make(folder, rows):
    random = np.random.default_rng(1)
    for name, table in (("num", numbers(random, rows)), ("str", strings(random, rows))):
        for codec in ("snappy", "zstd"):
            pq.write_table(table, f"{folder}/{name}.{codec}.parquet", compression=codec)


def copy(source, target):
    with pa.memory_map(source) as file:
        pq.write_table(pa.ipc.open_file(file).read_all(), target)


def by_id(path, rows):
    pq.write_table(numbers(np.random.default_rng(1), rows), path, write_page_index=True)


def large(path, rows):
    random = np.random.default_rng(1)

    def floats(count):
        return pa.table({f"f{i}": random.random(count, dtype=np.float32) for i in range(10)})

    small = floats(10_000)
    with pq.ParquetWriter(path, small.schema) as writer:
        for table in [small] * 20 + [floats(rows)] + [small] * 20:
            writer.write_table(table, row_group_size=table.num_rows)


def readers(path, threads):
    """What is there to read with, and how to install the rest."""
    words = [field.name for field in pq.read_schema(path) if pa.types.is_string(field.type)]
    found = {
        "PyArrow": lambda: pq.read_table(path),
        "PyArrow, dictionaries kept": lambda: pq.read_table(path, read_dictionary=words),
    }
    missing = []
    try:
        os.environ["POLARS_MAX_THREADS"] = str(threads)
        import polars

        found["Polars"] = lambda: polars.read_parquet(path)
        oldest = polars.CompatLevel.oldest()
        found["Polars, Arrow strings"] = lambda: polars.read_parquet(path).to_arrow(compat_level=oldest)
    except ImportError:
        missing.append("Polars is not measured: pip install polars")
    try:
        import duckdb

        connection = duckdb.connect()
        connection.execute(f"set threads to {threads}")
        found["DuckDB"] = lambda: connection.sql(f"select * from read_parquet('{path}')").to_arrow_table()
    except ImportError:
        missing.append("DuckDB is not measured: pip install duckdb")
    return found, missing


def passes(read, seconds):
    done, cpu, began = 0, time.process_time(), time.perf_counter()
    while done == 0 or time.perf_counter() - began < seconds:
        read()
        done += 1
    return {"passes": done, "seconds": time.perf_counter() - began, "cpu": time.process_time() - cpu}


def serve(path, threads):
    pa.set_cpu_count(threads)
    found, missing = readers(path, threads)
    for line in sys.stdin:
        words = line.split()
        if words == ["checksums"]:
            batches = pq.ParquetFile(path).iter_batches()
            answer = {"columns": checksums(batches), "settings": list(found), "missing": missing}
        else:
            setting, _, seconds = line.rpartition(" ")
            answer = passes(found[setting], float(seconds))
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "make":
        make(sys.argv[2], int(sys.argv[3]))
    elif len(sys.argv) == 4 and sys.argv[1] == "copy":
        copy(sys.argv[2], sys.argv[3])
    elif len(sys.argv) == 4 and sys.argv[1] == "sorted":
        by_id(sys.argv[2], int(sys.argv[3]))
    elif len(sys.argv) == 4 and sys.argv[1] == "large":
        large(sys.argv[2], int(sys.argv[3]))
    elif len(sys.argv) == 4 and sys.argv[1] == "serve":
        serve(sys.argv[2], int(sys.argv[3]))
    else:
        sys.exit(__doc__)
