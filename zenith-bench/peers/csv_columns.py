#!/usr/bin/env python3
"""CSV files: writes them, and reads all columns into memory as fast as others can.

  make FOLDER ROWS           FOLDER/num.csv: whole numbers, decimals with six places, short words; FOLDER/num.quarter.csv: the
                             same, a quarter of the rows; FOLDER/quoted.csv: numbers, and text of several lines with quotes
  repeat SOURCE FILE BYTES   the records of SOURCE again and again behind its header, until FILE has so many bytes
  serve FILE THREADS         answers lines on standard input, as turns.py says, after all agreed on all values

Settings: PyArrow, also with larger blocks; Polars; DuckDB.
"""

import csv
import itertools
import sys

import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv

import turns

CHUNK_ROWS = 250_000
LARGE_BLOCK = 8 << 20


def decimals(values, places):
    """Whole numbers, with a point before so many digits."""
    words = np.stack([values, values >> 63], axis=1)  # of 128 bits
    buffers = [None, pa.py_buffer(np.ascontiguousarray(words))]
    return pa.Array.from_buffers(pa.decimal128(38, places), len(values), buffers)


def chosen(random, words, rows):
    return pa.array(words).take(pa.array(random.integers(0, len(words), rows)))


def numbers(random, first, rows):
    columns = {"id": np.arange(first, first + rows), "label": random.integers(0, 10, rows)}
    for i in range(8):
        columns[f"f{i}"] = decimals(np.rint(random.standard_normal(rows) * 1e6).astype(np.int64), 6)
    columns["code"] = chosen(random, ["".join(pair) for pair in itertools.product("ABCDEFG", repeat=2)], rows)
    columns["word"] = chosen(random, [f"word{i}" for i in range(1000)], rows)
    return pa.table(columns)


def quoted(random, first, rows):
    def text():
        parts = ['a "quoted" word', "one, two", "a line\nand another"] + ["some words more"] * random.integers(0, 3)
        return " ".join(random.permutation(parts))

    columns = {"id": np.arange(first, first + rows), "price": decimals(random.integers(0, 1_000_000, rows), 2)}
    columns["text"] = chosen(random, [text() for _ in range(1000)], rows)
    columns["count"] = random.integers(0, 100, rows)
    return pa.table(columns)


def write(path, kind, rows, quotes):
    random = np.random.default_rng(1)
    options = pacsv.WriteOptions(include_header=False, quoting_style=quotes)  # a header would be quoted in any case
    with open(path, "wb") as file:
        for first in range(0, rows, CHUNK_ROWS):
            table = kind(random, first, min(CHUNK_ROWS, rows - first))
            if first == 0:
                file.write((",".join(table.column_names) + "\n").encode())
            pacsv.write_csv(table, file, options)


def make(folder, rows):
    write(f"{folder}/num.csv", numbers, rows, "none")
    write(f"{folder}/num.quarter.csv", numbers, rows // 4, "none")
    write(f"{folder}/quoted.csv", quoted, rows, "needed")


def repeat(source, target, size):
    with open(source, "rb") as file:
        header, records = file.readline(), file.read()
    end = b"\r\n" if header.endswith(b"\r\n") else b"\n"
    with open(target, "wb") as file:
        file.write(header)
        while file.tell() < size:
            file.write(records.removesuffix(end) + end)


def goes_on(path):
    """Whether a field goes on in the next line, which PyArrow has to be told; in the first records, if anywhere."""
    with open(path, newline="") as file:
        return any("\n" in field for record in itertools.islice(csv.reader(file), 1000) for field in record)


def readers(path, threads):
    """What is there to read with, each into a table of its own, and how to install the rest."""
    parse = pacsv.ParseOptions(newlines_in_values=goes_on(path))
    large = pacsv.ReadOptions(block_size=LARGE_BLOCK)
    found = {
        "PyArrow": lambda: pacsv.read_csv(path, parse_options=parse),
        "PyArrow, large blocks": lambda: pacsv.read_csv(path, large, parse),
    }
    missing = []
    polars = turns.polars_with(threads, missing)
    if polars:
        found["Polars"] = lambda: polars.read_csv(path, try_parse_dates=True)
    duckdb = turns.duckdb_with(threads, missing)
    if duckdb:
        found["DuckDB"] = lambda: duckdb.sql(f"select * from read_csv('{path}')").to_arrow_table()
    return found, missing


def plain(column, kind):
    """With the type that checksums are made of, whoever has read a column of that kind."""
    if pa.types.is_integer(kind):
        return column.cast(pa.int64())
    if pa.types.is_floating(kind):
        return column.cast(pa.float64())
    if pa.types.is_boolean(kind):
        return column.cast(pa.uint8())
    if pa.types.is_date(kind):
        return column.cast(pa.date32()).cast(pa.int32())
    if pa.types.is_timestamp(kind):
        return column.cast(pa.timestamp("us")).cast(pa.int64())
    return column.cast(pa.string())


def columns(path, found):
    """Checksums, on which all have to agree."""
    agreed, kinds = {}, {}
    for setting, read in found.items():
        table = read()
        table = table if isinstance(table, pa.Table) else table.to_arrow()
        kinds = kinds or {field.name: field.type for field in table.schema}  # leading zeros are text for DuckDB
        table = pa.table({name: plain(table.column(name), kinds[name]) for name in table.column_names})
        own = turns.checksums(table.to_batches())
        agreed = agreed or own
        others = sorted(name for name in {*own, *agreed} if own.get(name) != agreed.get(name))
        if others:
            sys.exit(f"{path}: {setting} reads other values of {others} than {next(iter(found))}")
    return agreed


def serve(path, threads):
    pa.set_cpu_count(threads)
    found, missing = readers(path, threads)
    turns.serve(found, missing, lambda: columns(path, found))


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "make":
        make(sys.argv[2], int(sys.argv[3]))
    elif len(sys.argv) == 5 and sys.argv[1] == "repeat":
        repeat(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    elif len(sys.argv) == 4 and sys.argv[1] == "serve":
        serve(sys.argv[2], int(sys.argv[3]))
    else:
        sys.exit(__doc__)
