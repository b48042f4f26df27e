"""Writes tables of all flat types that are bounded, by several writers in several settings.

Of each setting there are two files, N-a.parquet and N-b.parquet, that share no value but truth
values, zeros and NaN.

Usage: zone_tables.py FOLDER
"""

import datetime
import decimal
import random
import sys

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

FOLDER = sys.argv[1]
ROWS = 1200


def kinds():
    """Types, and what makes a value of a whole number from -30,000 on."""
    for bits in (16, 32, 64):
        yield getattr(pa, f"int{bits}")(), lambda i: i
        yield getattr(pa, f"uint{bits}")(), lambda i, b=bits: i % (1 << b)
    yield pa.int8(), lambda i: i % 256 - 128
    yield pa.uint8(), lambda i: i % 256
    yield pa.bool_(), lambda i: i % 4 < 2
    yield pa.float16(), lambda i: float(i % 2048)
    for type_ in (pa.float32(), pa.float64()):
        yield type_, lambda i: float("nan") if i % 400 < 2 else -0.0 if i % 300 < 2 else i / 8
        yield type_, lambda i: i / 16
    yield pa.date32(), lambda i: datetime.date(1970, 1, 1) + datetime.timedelta(i)
    yield pa.date64(), lambda i: datetime.date(1970, 1, 1) + datetime.timedelta(i)
    yield pa.time32("ms"), lambda i: abs(i) * 2 + (i < 0)
    for unit in ("ms", "us", "ns"):
        yield pa.timestamp(unit, "UTC"), lambda i: i * 1_000_000_007
        yield pa.duration(unit), lambda i: i * 1_000_003
    yield pa.timestamp("s"), lambda i: i * 86_400
    yield pa.time64("us"), lambda i: (i + 40_000) * 1_000_000
    for precision, scale in ((7, 2), (15, 0), (30, 5), (38, 38)):
        yield pa.decimal128(precision, scale), lambda i, s=scale: decimal.Decimal(i).scaleb(-s)
    yield pa.decimal256(60, 5), lambda i: decimal.Decimal(i) * 10**40
    yield pa.decimal32(9, 1), lambda i: decimal.Decimal(i).scaleb(-1)
    yield pa.decimal64(12, 1), lambda i: decimal.Decimal(i).scaleb(-1)
    for type_ in (pa.string(), pa.large_string(), pa.string_view()):
        yield type_, lambda i: f"wörd {i}" if i % 3 else "x" * 70 + str(i)
    yield pa.string(), lambda i: ("" if i % 5 else "y" * 5000 if i % 3 else "\U0010ffff" * 300) + str(i)
    for type_ in (pa.binary(), pa.large_binary(), pa.binary_view()):
        yield type_, lambda i: (i + 40_000).to_bytes(3, "little") * (1 + i % 7)
    yield pa.binary(3), lambda i: (i + 40_000).to_bytes(3, "little")
    yield pa.dictionary(pa.int32(), pa.string()), lambda i: f"{i % 100:02}"
    yield pa.dictionary(pa.int16(), pa.large_string()), lambda i: f"{i % 100:02}"
    yield pa.struct([pa.field("x", pa.int32()), pa.field("y", pa.string(), nullable=False)]), lambda i: (
        {"x": None if i % 5 == 0 else i, "y": str(i)}
    )
    yield pa.list_(pa.int32()), lambda i: [i] * (i % 3)
    yield pa.null(), lambda i: None


def table(r, odd, few, order):
    columns, fields = [], []
    for n, (type_, make) in enumerate(kinds()):
        numbers = [2 * r.randrange(-15_000, 15_000) + odd for _ in range(7 if few else ROWS)]
        numbers = numbers if not few else [r.choice(numbers) for _ in range(ROWS)]
        numbers = sorted(numbers) if order else numbers
        share = r.choice([0, 0.01, 0.5])
        nullable = share > 0 or pa.types.is_null(type_) or r.random() < 0.5
        values = [None if r.random() < share else make(i) for i in numbers]
        if share == 0.5 and n % 2:
            values[300:900] = [None] * 600
        columns.append(pa.array(values, type_))
        fields.append(pa.field(f"c{n}", type_, nullable=nullable))
    return pa.table(columns, schema=pa.schema(fields))


def write_pyarrow(t, path, setting, few):
    blooms = {
        f.name: {"ndv": 1200, "fpp": 0.01}
        for f in t.schema
        if not (pa.types.is_boolean(f.type) or pa.types.is_nested(f.type) or pa.types.is_null(f.type))
    }
    pq.write_table(
        t,
        path,
        row_group_size=ROWS if setting % 3 else 700,
        data_page_size=500,
        write_batch_size=50,
        write_page_index=setting % 4 != 3,
        use_dictionary=few,
        store_decimal_as_integer=setting % 2 == 1,
        data_page_version="2.0" if setting % 2 else "1.0",
        bloom_filter_options=None if few else blooms,
        compression="zstd" if setting % 2 else "none",
    )


def by_pyarrow():
    for setting in (0, 1, 3, 4):
        r = random.Random(setting)
        few = setting % 2 == 1
        for odd in (0, 1):
            t = table(r, odd, few, setting in (0, 3))
            write_pyarrow(t, f"{FOLDER}/pyarrow{setting}-{'ab'[odd]}.parquet", setting, few)


def by_others():
    for few in (False, True):
        for odd in (0, 1):
            full = table(random.Random(f"{few}"), odd, few, not few)
            name = f"{few}-{'ab'[odd]}.parquet"
            # What both know.
            t = full.select([
                f.name for f in full.schema
                if not (pa.types.is_list(f.type) or pa.types.is_null(f.type) or str(f.type).startswith(
                    ("decimal256", "decimal32", "decimal64", "duration", "halffloat", "fixed", "date64")))
            ])
            # Fields that are null only where their structs are.
            structs = [None if n % 7 == 0 else {"x": 2 * n + odd} for n in range(ROWS)]
            t = t.append_column("structs", pa.array(structs))
            duckdb.from_arrow(t).write_parquet(f"{FOLDER}/duckdb{name}", row_group_size=800)
            pl.from_arrow(t).write_parquet(
                f"{FOLDER}/polars{name}", row_group_size=800, data_page_size=1000
            )


by_pyarrow()
by_others()
