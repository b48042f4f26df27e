#!/usr/bin/env python3
"""Batches from an in-memory Arrow table, as pyarrow delivers them: the figures that Zenith has to beat.

The protocol: the file is loaded once, untimed. Then, for each batch of --batch-size rows, every column except binary and
string ones becomes a numpy array. The time of each batch is taken by itself; the first pass is a warm-up.

  direct     table.slice(i, n), then ChunkedArray.to_numpy() of each column
  iterator   table.to_batches(max_chunksize=n) once per pass (its cost is part of the pass), then Array.to_numpy()

An .arrow file is memory-mapped, so its columns are views of the page cache; a .parquet file is decoded into memory first.
With --touch all values of each batch are summed as well, so that lazy views are paid for.

If there are fixed-size lists of numbers they become arrays of [rows, size] as well, without a copy, in loops of their
own. The result has a checksum of the bits of each column, from a pass that is not timed.
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


def tensor_columns(schema):
    """Names of the columns that become arrays: numbers and booleans."""
    return [f.name for f in schema if pa.types.is_integer(f.type) or pa.types.is_floating(f.type)
            or pa.types.is_boolean(f.type)]


def direct(table, names, size, touch, latencies):
    clock = time.perf_counter_ns
    total = 0.0
    for start in range(0, table.num_rows, size):
        began = clock()
        batch = table.slice(start, size)
        arrays = [batch.column(name).to_numpy(zero_copy_only=False) for name in names]
        if touch:
            total += sum(float(array.sum()) for array in arrays)
        latencies.append(clock() - began)
    return total


def iterator(table, names, size, touch, latencies):
    clock = time.perf_counter_ns
    total = 0.0
    for batch in table.to_batches(max_chunksize=size):
        began = clock()
        arrays = [batch.column(name).to_numpy(zero_copy_only=False) for name in names]
        if touch:
            total += sum(float(array.sum()) for array in arrays)
        latencies.append(clock() - began)
    return total


def list_columns(schema):
    """Names of the fixed-size lists of numbers."""
    return [f.name for f in schema if pa.types.is_fixed_size_list(f.type) and tensor_columns([f.type.value_field])]


def list_array(column):
    if isinstance(column, pa.ChunkedArray):
        column = column.chunk(0) if column.num_chunks == 1 else pa.concat_arrays(column.chunks)
    return column.flatten().to_numpy(zero_copy_only=False).reshape(-1, column.type.list_size)


def direct_with_lists(table, names, size, touch, latencies):
    """As direct, of a pair: the names of flat columns and those of lists."""
    clock = time.perf_counter_ns
    flat, lists = names
    total = 0.0
    for start in range(0, table.num_rows, size):
        began = clock()
        batch = table.slice(start, size)
        arrays = [batch.column(name).to_numpy(zero_copy_only=False) for name in flat]
        arrays += [list_array(batch.column(name)) for name in lists]
        if touch:
            total += sum(float(array.sum()) for array in arrays)
        latencies.append(clock() - began)
    return total


def iterator_with_lists(table, names, size, touch, latencies):
    """As iterator, of a pair: the names of flat columns and those of lists."""
    clock = time.perf_counter_ns
    flat, lists = names
    total = 0.0
    for batch in table.to_batches(max_chunksize=size):
        began = clock()
        arrays = [batch.column(name).to_numpy(zero_copy_only=False) for name in flat]
        arrays += [list_array(batch.column(name)) for name in lists]
        if touch:
            total += sum(float(array.sum()) for array in arrays)
        latencies.append(clock() - began)
    return total


def checksums(table, flat, lists, size, mode):
    """Of each column the sum of its values' bits times twice their place plus one, modulo 2^64: order counts."""
    totals = dict.fromkeys(flat + lists, 0)
    places = dict.fromkeys(flat + lists, 0)
    slices = (table.slice(start, size) for start in range(0, table.num_rows, size))
    for batch in slices if mode == "direct" else table.to_batches(max_chunksize=size):
        arrays = [batch.column(name).to_numpy(zero_copy_only=False) for name in flat]
        arrays += [list_array(batch.column(name)) for name in lists]
        for name, array in zip(flat + lists, arrays):
            bits = np.ascontiguousarray(array).reshape(-1).view(f"u{array.itemsize}").astype(np.uint64)
            place = places[name]
            weights = np.arange(place, place + len(bits), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
            totals[name] = (totals[name] + int((bits * weights).sum(dtype=np.uint64))) % 2 ** 64
            places[name] = place + len(bits)
    return {name: f"{total:016x}" for name, total in totals.items()}


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
    names, lists = tensor_columns(table.schema), list_columns(table.schema)
    if not names + lists or table.num_rows == 0:
        sys.exit(f"{args.file}: no numeric columns or no rows")
    columns = len(names + lists)
    bits = checksums(table, names, lists, args.batch_size, args.mode)
    one_pass = direct if args.mode == "direct" else iterator
    if lists:
        one_pass = direct_with_lists if args.mode == "direct" else iterator_with_lists
        names = names, lists

    latencies, rates, checksum, total_seconds = [], [], 0.0, 0.0
    for run in range(args.warmup + args.runs):
        of_run = []
        began = time.perf_counter()
        checksum = one_pass(table, names, args.batch_size, args.touch, of_run)
        seconds = time.perf_counter() - began
        if run >= args.warmup:
            rates.append(table.num_rows / seconds)
            total_seconds += seconds
            latencies.extend(of_run)

    result = {
        "file": os.path.basename(args.file), "rows": table.num_rows, "columns": columns,
        "batch_size": args.batch_size, "mode": args.mode, "touch": args.touch, "runs": args.runs,
        "samples_per_second": statistics.median(rates), "samples_per_second_min": min(rates),
        "samples_per_second_max": max(rates), "seconds": total_seconds,
        "p50_ms": percentile_ms(latencies, 50), "p95_ms": percentile_ms(latencies, 95),
        "p99_ms": percentile_ms(latencies, 99), "checksum": checksum if args.touch else None, "checksums": bits,
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
