"""Reads random selections of paths of Parquet files by PyArrow, and writes them as Arrow.

Prints a line of JSON a selection: the number of the file, the Arrow file, and the paths. Maps are read with their keys, so that PyArrow makes maps of them; the keys are not named.

Usage: selected_paths.py FOLDER SEED SELECTIONS FILE...
"""

import json
import random
import sys

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq

KEY = ".key_value.key"


def paths_of(schema):
    """All columns and fields, by their paths, but keys and what is no field in Arrow."""
    paths = set()
    for i in range(len(schema)):
        parts = schema.column(i).path.split(".")
        for end in range(1, len(parts) + 1):
            path = ".".join(parts[:end])
            if not path.endswith((".list", KEY)):
                paths.add(path)
    return sorted(paths)


def keys_of(path):
    """The keys of the maps on the way."""
    parts = path.split(".key_value.")
    return [".key_value.".join(parts[:i]) + KEY for i in range(1, len(parts))]


def is_read(file):
    """Whether PyArrow reads it: some fixed-size lists with nulls it writes only."""
    try:
        file.read()
        return True
    except pa.ArrowInvalid:
        return False


def main():
    folder, seed, selections = sys.argv[1], sys.argv[2], int(sys.argv[3])
    count = 0
    for number, name in enumerate(sys.argv[4:]):
        r = random.Random(f"{seed}:{number}")
        file = pq.ParquetFile(name)
        if not is_read(file):
            continue
        paths = paths_of(file.schema)
        for _ in range(selections):
            chosen = r.sample(paths, r.randint(1, min(4, len(paths))))
            wanted = [p for path in chosen for p in [path, *keys_of(path)]]
            table = file.read(columns=wanted)
            written = f"selection{count}.arrow"
            pa.feather.write_feather(table, f"{folder}/{written}", compression="uncompressed")
            print(json.dumps({"file": number, "table": written, "paths": chosen}))
            count += 1


main()
