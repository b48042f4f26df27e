"""What the scripts share that take turns with Zenith: checksums of what was read, engines, and answers to who asks.

`serve` answers lines on standard input with a line of JSON each:

  checksums        {"columns": {...}, "settings": [...], "missing": [...]}
  SETTING SECONDS  passes over the file: {"passes": ..., "seconds": ..., "cpu": ...}
"""

import json
import os
import sys
import time

import numpy as np
import pyarrow as pa


def weighted(values, place):
    """The sum of bits times twice their place plus one, modulo 2^64: order counts."""
    bits = np.ascontiguousarray(values).view(f"u{values.itemsize}").astype(np.uint64)
    weights = np.arange(place, place + len(bits), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    return int((bits * weights).sum(dtype=np.uint64))


def checksums(batches):
    """Of the columns of record batches. Of numbers, with zero for null; of text the bytes, and the lengths by themselves."""
    totals, places = {}, {}

    def add(name, values):
        place = places.get(name, 0)
        totals[name] = (totals.get(name, 0) + weighted(values, place)) % 2 ** 64
        places[name] = place + len(values)

    for batch in batches:
        for name, column in zip(batch.schema.names, batch.columns):
            if pa.types.is_dictionary(column.type):
                column = column.dictionary_decode()
            if pa.types.is_string(column.type) or pa.types.is_binary(column.type):
                offsets = np.frombuffer(column.buffers()[1], np.int32, len(column) + 1, column.offset * 4)
                add(name + " lengths", np.diff(offsets))
                add(name, np.frombuffer(column.buffers()[2] or b"", np.uint8)[offsets[0]:offsets[-1]])
            else:
                add(name, column.fill_null(0).to_numpy(zero_copy_only=False))
    return {name: f"{total:016x}" for name, total in totals.items()}


def polars_with(threads, missing):
    """Polars; or None, and how to install it is one of what is missing."""
    os.environ["POLARS_MAX_THREADS"] = str(threads)
    try:
        import polars
    except ImportError:
        missing.append("Polars is not measured: pip install polars")
        return None
    return polars


def duckdb_with(threads, missing):
    """A connection of DuckDB; or None, and how to install it is one of what is missing."""
    try:
        import duckdb
    except ImportError:
        missing.append("DuckDB is not measured: pip install duckdb")
        return None
    connection = duckdb.connect()
    connection.execute(f"set threads to {threads}")
    return connection


def passes(read, seconds):
    done, cpu, began = 0, time.process_time(), time.perf_counter()
    while done == 0 or time.perf_counter() - began < seconds:
        read()
        done += 1
    return {"passes": done, "seconds": time.perf_counter() - began, "cpu": time.process_time() - cpu}


def serve(found, missing, columns):
    """By what is there to read with; `columns` makes the checksums."""
    for line in sys.stdin:
        if line.split() == ["checksums"]:
            answer = {"columns": columns(), "settings": list(found), "missing": missing}
        else:
            setting, _, seconds = line.rpartition(" ")
            answer = passes(found[setting], float(seconds))
        print(json.dumps(answer), flush=True)
