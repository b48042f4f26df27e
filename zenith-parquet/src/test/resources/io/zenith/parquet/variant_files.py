"""Writes FOLDER/N.parquet with variants that DuckDB has shredded, and FOLDER/N.json with a line for each."""
import json
import random
import sys

import duckdb

folder, tables, rows, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
r = random.Random(seed)
# DuckDB gives another name to fields without one.
NAMES = ["a", "b", "c", "A long name", "\u00e9", "\U0001f600", "\uff01"]


def scalar():
    return r.choice([
        None, True, False, r.randrange(-5, 5), r.randrange(-2**62, 2**62), r.random() * 1e6, "", "short",
        "long " * r.randrange(20), "\u00fc\U0001f600"])


def value(depth):
    kind = r.randrange(3) if depth else 2
    if kind == 0:
        return [value(depth - 1) for _ in range(r.randrange(4))]
    if kind == 1:
        return {name: value(depth - 1) for name in r.sample(NAMES, r.randrange(len(NAMES)))}
    return scalar()


def like(shape, depth):
    """Mostly of one shape, so that it is shredded."""
    if r.random() < .03:
        return value(depth)
    if isinstance(shape, dict):
        fields = {name: like(part, depth - 1) for name, part in shape.items() if r.random() < .9}
        if r.random() < .2:
            fields["more %d" % r.randrange(300)] = value(depth - 1)
        return fields
    if isinstance(shape, list):
        return [like(shape[0], depth - 1) for _ in range(r.randrange(4))] if shape else []
    if shape is None or isinstance(shape, bool):
        return shape
    if isinstance(shape, str):
        return "word %d" % r.randrange(9)
    return type(shape)(r.randrange(100))


connection = duckdb.connect()
for table in range(tables):
    shape = {name: value(2) for name in NAMES[:5]} if table % 2 == 0 else [value(2)]
    values = [None if r.random() < .1 else like(shape, 3) for _ in range(rows)]
    lines = "%s/%d.json" % (folder, table)
    with open(lines, "w", encoding="utf-8") as file:
        for each in values:
            file.write(json.dumps(each) + "\n")
    connection.execute(
        "copy (select case when json = 'null' then null else json::variant end as v from read_csv(?,"
        " columns = {'json': 'json'}, header = false, delim = '\x01', quote = '', escape = '',"
        " parallel = false)) to '%s/%d.parquet' (row_group_size 2048)" % (folder, table), [lines])
