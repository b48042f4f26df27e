#!/usr/bin/env python3
"""Parquet files: writes them by PyArrow's defaults, and reads all columns into memory as fast as others can.

  make FOLDER ROWS     FOLDER/{num,str}.{snappy,zstd}.parquet: numbers that hardly compress; words, numbers and nulls
  copy ARROW PARQUET   an Arrow file as a Parquet file
  cut ARROW DIR ROWS   each record batch of an Arrow file as a Parquet file, in row groups of so many rows
  sorted FILE ROWS     numbers by rising ids, with an index of the pages
  large FILE ROWS      a row group of so many rows, of ten columns of floats, between 20 of 10,000 rows and 20 more
  serve FILE THREADS   answers lines on standard input, as turns.py says

Settings: PyArrow; PyArrow that keeps dictionaries; Polars; Polars with strings as Arrow has them by default, offsets and
bytes; DuckDB.
"""

import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import turns


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


def cut(source, folder, rows):
    with pa.memory_map(source) as file:
        batches = pa.ipc.open_file(file)
        for number in range(batches.num_record_batches):
            table = pa.Table.from_batches([batches.get_batch(number)])
            pq.write_table(table, f"{folder}/{number:03}.parquet", row_group_size=rows, use_dictionary=False)


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
    polars = turns.polars_with(threads, missing)
    if polars:
        found["Polars"] = lambda: polars.read_parquet(path)
        oldest = polars.CompatLevel.oldest()
        found["Polars, Arrow strings"] = lambda: polars.read_parquet(path).to_arrow(compat_level=oldest)
    duckdb = turns.duckdb_with(threads, missing)
    if duckdb:
        found["DuckDB"] = lambda: duckdb.sql(f"select * from read_parquet('{path}')").to_arrow_table()
    return found, missing


def serve(path, threads):
    pa.set_cpu_count(threads)
    found, missing = readers(path, threads)
    turns.serve(found, missing, lambda: turns.checksums(pq.ParquetFile(path).iter_batches()))


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "make":
        make(sys.argv[2], int(sys.argv[3]))
    elif len(sys.argv) == 4 and sys.argv[1] == "copy":
        copy(sys.argv[2], sys.argv[3])
    elif len(sys.argv) == 5 and sys.argv[1] == "cut":
        cut(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    elif len(sys.argv) == 4 and sys.argv[1] == "sorted":
        by_id(sys.argv[2], int(sys.argv[3]))
    elif len(sys.argv) == 4 and sys.argv[1] == "large":
        large(sys.argv[2], int(sys.argv[3]))
    elif len(sys.argv) == 4 and sys.argv[1] == "serve":
        serve(sys.argv[2], int(sys.argv[3]))
    else:
        sys.exit(__doc__)
