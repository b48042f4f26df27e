#!/usr/bin/env python3
"""Batches from an in-memory Arrow table, as pyarrow delivers them: the figures that Zenith has to beat.

The protocol: the file is loaded once, untimed. Then, for each batch of --batch-size rows, every column except binary and
string ones becomes a numpy array. The time of each batch is taken by itself; the first pass is a warm-up.

  direct     table.slice(i, n), then ChunkedArray.to_numpy() of each column
  iterator   table.to_batches(max_chunksize=n) once per pass (its cost is part of the pass), then Array.to_numpy()

An .arrow file is memory-mapped, so its columns are views of the page cache; a .parquet file is decoded into memory first.
With --touch all values of each batch are summed as well, so that lazy views are paid for. Fixed-size lists of numbers
become arrays of [rows, size], without a copy. The result has a checksum of each column's bits, from an untimed pass.
"""

import argparse
import json
import os
import platform
import resource
import statistics
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq


def load(path):
    if path.endswith(".parquet"):
        return pq.read_table(path)
    source = pa.memory_map(path)
    try:
        return pa.ipc.open_file(source).read_all()
    except pa.ArrowInvalid:
        source.seek(0)
        return pa.ipc.open_stream(source).read_all()


def is_number(kind):
    return pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind)


def tensor_columns(schema):
    """Names of the columns that become arrays: numbers and booleans, then fixed-size lists of numbers."""
    flat = [f.name for f in schema if is_number(f.type)]
    lists = [f.name for f in schema if pa.types.is_fixed_size_list(f.type) and is_number(f.type.value_type)]
    return flat, lists


def list_array(column):
    if isinstance(column, pa.ChunkedArray):
        column = column.chunk(0) if column.num_chunks == 1 else pa.concat_arrays(column.chunks)
    return column.flatten().to_numpy(zero_copy_only=False).reshape(-1, column.type.list_size)


def direct(table, names, size, consume, latencies):
    clock = time.perf_counter_ns
    flat, lists = names
    for start in range(0, table.num_rows, size):
        began = clock()
        batch = table.slice(start, size)
        arrays = [batch.column(name).to_numpy(zero_copy_only=False) for name in flat]
        arrays += [list_array(batch.column(name)) for name in lists]
        if consume:
            consume(arrays)
        latencies.append(clock() - began)


def iterator(table, names, size, consume, latencies):
    clock = time.perf_counter_ns
    flat, lists = names
    for batch in table.to_batches(max_chunksize=size):
        began = clock()
        arrays = [batch.column(name).to_numpy(zero_copy_only=False) for name in flat]
        arrays += [list_array(batch.column(name)) for name in lists]
        if consume:
            consume(arrays)
        latencies.append(clock() - began)


class Sums:
    """With --touch every value is summed."""

    def __init__(self):
        self.total = 0.0

    def __call__(self, arrays):
        self.total += sum(float(array.sum()) for array in arrays)


class Checksums:
    """Each value's bits times twice its place in the column plus one, summed modulo 2^64: exact, and order counts."""

    def __init__(self, names):
        self.names, self.totals, self.places = names, {}, {}

    def __call__(self, arrays):
        for name, array in zip(self.names, arrays):
            bits = np.ascontiguousarray(array).reshape(-1).view(f"u{array.itemsize}").astype(np.uint64)
            place = self.places.get(name, 0)
            weights = np.arange(place, place + len(bits), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
            self.totals[name] = (self.totals.get(name, 0) + int((bits * weights).sum(dtype=np.uint64))) % 2 ** 64
            self.places[name] = place + len(bits)


def percentile_ms(latencies, percent):
    return float(np.percentile(np.asarray(latencies), percent)) / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", required=True, help="an .arrow (IPC file or stream) or .parquet file")
    parser.add_argument("--batch-size", type=int, default=64, help="rows per batch (default: 64)")
    parser.add_argument("--mode", choices=["direct", "iterator"], default="direct", help="default: direct")
    parser.add_argument("--runs", type=int, default=5, help="timed passes over the file (default: 5)")
    parser.add_argument("--warmup", type=int, default=1, help="untimed passes before them (default: 1)")
    parser.add_argument("--touch", action="store_true", help="also sum all values of each batch")
    parser.add_argument("--json", help="write the result to this file as well")
    args = parser.parse_args()

    table = load(args.file)
    names = tensor_columns(table.schema)
    if not any(names) or table.num_rows == 0:
        sys.exit(f"{args.file}: no numeric columns or no rows")
    one_pass = direct if args.mode == "direct" else iterator

    checksums = Checksums(names[0] + names[1])
    one_pass(table, names, args.batch_size, checksums, [])

    latencies, rates, total_seconds, sums = [], [], 0.0, Sums()
    for run in range(args.warmup + args.runs):
        of_run, sums = [], Sums()
        began = time.perf_counter()
        one_pass(table, names, args.batch_size, sums if args.touch else None, of_run)
        seconds = time.perf_counter() - began
        if run >= args.warmup:
            rates.append(table.num_rows / seconds)
            total_seconds += seconds
            latencies.extend(of_run)

    result = {
        "file": os.path.basename(args.file), "rows": table.num_rows, "columns": len(names[0]) + len(names[1]),
        "batch_size": args.batch_size, "mode": args.mode, "touch": args.touch, "runs": args.runs,
        "samples_per_second": statistics.median(rates), "samples_per_second_min": min(rates),
        "samples_per_second_max": max(rates), "seconds": total_seconds,
        "p50_ms": percentile_ms(latencies, 50), "p95_ms": percentile_ms(latencies, 95),
        "p99_ms": percentile_ms(latencies, 99), "sum": sums.total if args.touch else None,
        "checksums": {name: f"{total:016x}" for name, total in checksums.totals.items()},
        "peak_rss_kb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1),
        "cpus": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "versions": {"python": platform.python_version(), "pyarrow": pa.__version__, "numpy": np.__version__},
    }
    print(f"{result['file']}: {result['rows']} rows x {result['columns']} columns, batch {args.batch_size}, "
          f"{args.mode}{', touched' if args.touch else ''}")
    print(f"  {result['samples_per_second']:,.0f} samples/s ({min(rates):,.0f} to {max(rates):,.0f}, {args.runs} runs)"
          f"   p50 {result['p50_ms']:.4f} ms   p99 {result['p99_ms']:.4f} ms")
    if args.json:
        with open(args.json, "w") as out:
            json.dump(result, out, indent=2)
            out.write("\n")


if __name__ == "__main__":
    main()
