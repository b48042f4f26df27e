"""Random folders of Parquet files of which filters can leave out much: `pruned_tables.py FOLDER SEED COUNT`."""

import decimal
import os
import random
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
inf, nan = float("inf"), float("nan")


def whole(bits, signed):
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    some = random.choice([200, most])
    return lambda: random.choice([least, most, 0, *[random.randint(max(least, -some), min(most, some))] * 12])


def floating():
    return random.choice([-0.0, 0.0, inf, -inf, 0.1, *[random.uniform(-9, 9)] * 9, 16777217.0])


def text():
    start = random.choice(["", "a", "é", "z" * 63, "z" * 64, "\U0010ffff" * 20, "x" * 100, "y" * 5000])
    return start + "".join(random.choices("abé\U0001f600", k=random.randrange(4)))


def binary(least, most):
    return lambda: bytes(random.choices([0, 1, 127, 128, 255], k=random.randint(least, most)))


def number(precision, scale):
    most = 10**precision - 1
    few = random.choice([500, most])
    return lambda: decimal.Decimal(random.randint(-min(few, most), min(few, most))).scaleb(-scale, decimal.Context(80))


def moment(unit):
    return lambda: random.choice([0, 1, -1, random.randint(-(2**40), 2**40)])


TYPES = [(pa.bool_(), lambda: random.random() < 0.5)]
for bits in (8, 16, 32, 64):
    TYPES += [(getattr(pa, f"int{bits}")(), whole(bits, True)), (getattr(pa, f"uint{bits}")(), whole(bits, False))]
for type in (pa.float16(), pa.float32(), pa.float64(), pa.float64()):
    TYPES.append((type, floating))
for type in (pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())):
    TYPES.append((type, text))
for type in (pa.binary(), pa.large_binary()):
    TYPES.append((type, binary(0, 70)))
TYPES.append((pa.binary(3), binary(3, 3)))
for precision, scale in ((4, 2), (9, 0), (18, 3), (30, 5), (38, 0)):
    TYPES.append((pa.decimal128(precision, scale), number(precision, scale)))
TYPES.append((pa.decimal256(60, 7), number(60, 7)))
for unit in ("s", "ms", "us", "ns"):
    TYPES += [(pa.timestamp(unit), moment(unit)), (pa.timestamp(unit, "UTC"), moment(unit)), (pa.duration(unit), moment(unit))]
    day = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[unit] * 86_400
    TYPES.append(((pa.time32 if unit in ("s", "ms") else pa.time64)(unit), lambda day=day: random.randrange(day)))
TYPES.append((pa.date32(), lambda: random.randint(-30_000, 30_000)))
TYPES.append((pa.date64(), lambda: random.randint(-30_000, 30_000) * 86_400_000))


def column(rows):
    """Values near those of the rows before, most of them."""
    type, value = random.choice(TYPES)
    plain = type.value_type if pa.types.is_dictionary(type) else type
    make = np.float16 if pa.types.is_float16(type) else lambda v: v
    pool = sorted({value(): None for _ in range(random.choice([3, 60, 600]))})
    indices = np.sort(np.array(random.choices(range(len(pool)), k=rows)))
    indices = indices + np.array(random.choices(range(random.choice([1, 2, 5])), k=rows))
    if random.random() < 0.3:
        indices = indices[::-1]
    values = [make(v) for v in pool]
    if pa.types.is_floating(type) and random.random() < 0.6:
        few = np.array([random.random() < 0.0005 for _ in range(rows)])
        special = len(values) + np.array(random.choices(range(3), k=rows))
        indices = np.where(few, special, np.minimum(indices, len(values) - 1))
        values += [make(nan), make(0.0), make(-0.0)]
    indices = np.minimum(indices, len(values) - 1)
    often = random.choice([0, 0, 0.001, 0.3])
    mask = np.array([random.random() < often for _ in range(rows)])
    if random.random() < 0.4:
        start = random.randrange(rows)
        mask[start : start + random.randrange(rows)] = True
    array = pa.array(values, plain).take(pa.array(indices, mask=mask))
    return array.dictionary_encode() if type != plain else array


def narrower(array):
    """The same values in a narrower type, if they have one."""
    for wide, narrow in ((pa.int64(), pa.int16()), (pa.int64(), pa.int32()), (pa.uint32(), pa.uint8()), (pa.float64(), pa.float32())):
        if array.type == wide:
            try:
                return array.cast(narrow)
            except pa.ArrowInvalid:
                pass
    return array


def options(table):
    names = [f.name for f in table.schema if not (pa.types.is_nested(f.type) or pa.types.is_boolean(f.type))]
    rows = random.choice([1000, 4000, 100_000])
    return {
        "row_group_size": rows,
        "write_page_index": random.random() < 0.8,
        "max_rows_per_page": random.choice([50, 400, 2000]),
        "write_batch_size": random.choice([10, 64]),
        "data_page_size": random.choice([300, 4000, 1 << 20]),
        "dictionary_pagesize_limit": random.choice([100, 4000, 1 << 20]),
        "use_dictionary": random.random() < 0.7,
        "compression": random.choice(["none", "snappy", "zstd"]),
        "data_page_version": random.choice(["1.0", "2.0"]),
        "store_decimal_as_integer": random.random() < 0.5,
        "store_schema": number_of % 5 != 4,
        "bloom_filter_options": {name: True for name in names if random.random() < 0.5} or None,
    }


def write(table, path):
    chosen = options(table)
    try:
        pq.write_table(table, path, **chosen)
    except (pa.ArrowNotImplementedError, OSError):
        pq.write_table(table, path, **{**chosen, "bloom_filter_options": None})


for number_of in range(count):
    random.seed(seed * 1_000_003 + number_of)
    rows = random.choice([300, 3000, 9000])
    columns = {f"c{i}": column(rows) for i in range(random.randint(1, 4))}
    if random.random() < 0.3:
        x, t = column(rows), column(rows)
        mask = pa.array([random.random() < 0.1 for _ in range(rows)])
        columns["s"] = pa.StructArray.from_arrays([x, t], ["x", "t"], mask=mask)
    table = pa.table(columns)
    root = f"{folder}/{number_of}"
    cut = random.randrange(rows)
    kind = number_of % 3
    if kind == 0:
        os.makedirs(root)
        write(table, f"{root}/a.parquet")
    elif kind == 1:
        os.makedirs(root)
        first = table.slice(0, cut)
        if len(columns) > 1:
            first = first.drop_columns([random.choice(table.column_names)])
        for i, name in enumerate(first.column_names):
            first = first.set_column(i, name, narrower(first.column(i).combine_chunks()))
        write(first, f"{root}/a.parquet")
        write(table.slice(cut), f"{root}/b.parquet")
    else:
        for year, city, at, end in ((2023, "Oslo", 0, cut // 2), (2023, "__HIVE_DEFAULT_PARTITION__", cut // 2, cut), (2024, "a%2Fb", cut, rows)):
            os.makedirs(f"{root}/year={year}/city={city}")
            write(table.slice(at, end - at), f"{root}/year={year}/city={city}/x.parquet")
