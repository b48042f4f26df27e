"""Writes random tables, each as Parquet by PyArrow in a random setting, and as Arrow.

With "arrow", files hold the schema of Arrow, and types that Parquet does not have. Beside such a
table lies what PyArrow makes of its schema, as an Arrow file without rows.

Usage: random_tables.py FOLDER SEED COUNT plain|arrow
"""

import datetime
import decimal
import random
import sys

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq

ARROW = sys.argv[4] == "arrow"
WORDS = ["", "a", "ab", "abc", "Zürich", "longer than twelve bytes", "x" * 300]


def leaf(r):
    """A type, and what makes a value of it."""
    return arrow_leaf(r) if ARROW and r.random() < 0.6 else plain_leaf(r)


def arrow_leaf(r):
    """The same, of the types that Parquet does not have."""
    words = [w + str(i) for i in range(r.choice([1, 4, 14])) for w in WORDS]
    kind = r.randrange(12)
    if kind == 0:
        return pa.large_string(), lambda: r.choice(words)
    if kind == 1:
        return pa.large_binary(), lambda: r.randbytes(r.choice([0, 1, 12, 40]))
    if kind == 2:
        return pa.string_view(), lambda: r.choice(words)
    if kind == 3:
        return pa.binary_view(), lambda: r.randbytes(r.choice([0, 1, 12, 13, 40]))
    if kind == 4:
        zone = r.choice([None, "UTC", "Europe/Paris", "+05:30"])
        return pa.timestamp(r.choice(["s", "ms", "us", "ns"]), zone), lambda: r.randrange(1 << 32)
    if kind == 5:
        return pa.duration(r.choice(["s", "ms", "us", "ns"])), lambda: r.randrange(-(1 << 40), 1 << 40)
    if kind == 6:
        return pa.date64(), lambda: datetime.date(1900, 1, 1) + datetime.timedelta(r.randrange(90000))
    if kind == 7:
        return pa.time32("s"), lambda: r.randrange(86_400)
    if kind == 8:
        bits, most = r.choice([(32, 9), (64, 18), (256, 38)])
        precision = r.randint(1, most)
        return getattr(pa, f"decimal{bits}")(precision, 0), lambda: decimal.Decimal(
            r.randrange(-(10**precision) + 1, 10**precision)
        )
    index = getattr(pa, r.choice(["int8", "uint8", "int16", "uint16", "int32", "int64"]))()
    if kind == 9:
        binary = [w.encode() for w in words]
        return pa.dictionary(index, pa.binary()), lambda: r.choice(binary)
    if kind == 10:
        return pa.dictionary(index, pa.int64()), lambda: r.randrange(100)
    return pa.dictionary(index, pa.string(), r.random() < 0.2), lambda: r.choice(words)


def plain_leaf(r):
    """The same, of the types that Parquet has too."""
    kind = r.randrange(19)
    few = r.random() < 0.5
    pool = r.choice([2, 50, 3000]) if few else 1 << 62

    def whole(low, high):
        span = min(high - low + 1, pool)
        return lambda: low + r.randrange(span) if r.random() < 0.9 else r.randint(low, high)

    if kind == 0:
        return pa.bool_(), lambda: r.random() < 0.3
    if kind == 1:
        bits = r.choice([8, 16, 32, 64])
        return getattr(pa, f"int{bits}")(), whole(-(1 << bits - 1), (1 << bits - 1) - 1)
    if kind == 2:
        bits = r.choice([8, 16, 32, 64])
        return getattr(pa, f"uint{bits}")(), whole(0, (1 << bits) - 1)
    if kind == 3:
        return pa.float32(), lambda: r.randrange(1000) / 8
    if kind == 4:
        return pa.float64(), lambda: r.choice([float("nan"), float("inf"), -0.0, r.random(), 1.5])
    if kind == 5:
        return pa.float16(), lambda: r.randrange(100) / 4
    if kind in (6, 7, 8):
        words = [w + str(i) for i in range(min(pool, 200)) for w in WORDS]
        return pa.string(), lambda: r.choice(words)
    if kind == 9:
        return pa.binary(), lambda: r.randbytes(r.choice([0, 1, 5, 40]))
    if kind == 10:
        width = r.choice([1, 2, 7, 16])
        return pa.binary(width), lambda: r.randbytes(width)
    if kind == 11:
        return pa.date32(), lambda: datetime.date(1900, 1, 1) + datetime.timedelta(r.randrange(90000))
    if kind == 12:
        unit = r.choice(["ms", "us", "ns"])
        zone = r.choice([None, "UTC"])
        return pa.timestamp(unit, zone), lambda: r.randrange(1 << 40)
    if kind == 13:
        return pa.time32("ms"), lambda: r.randrange(86_400_000)
    if kind == 14:
        unit = r.choice(["us", "ns"])
        return pa.time64(unit), lambda: r.randrange(86_400_000_000)
    if kind in (15, 16):
        precision = r.choice([1, 5, 9, 10, 18, 19, 30, 38])
        scale = r.randrange(precision + 1)
        return pa.decimal128(precision, scale), lambda: decimal.Decimal(
            r.randrange(-(10**precision) + 1, 10**precision)
        ).scaleb(-scale, decimal.Context(80))
    if kind == 17:
        return pa.decimal256(60, 5), lambda: decimal.Decimal(
            r.randrange(-(10**60) + 1, 10**60)
        ).scaleb(-5, decimal.Context(80))
    return pa.null(), lambda: None


def value_of(r, depth):
    """A type, and what makes a value of it, nested at most so deep."""
    kind = r.randrange(6) if depth > 0 else 0
    if kind <= 2:
        return leaf(r)
    if kind == 3:
        field, make = field_of(r, depth - 1, "element")
        most = r.choice([0, 1, 3, 8])
        if ARROW and r.random() < 0.4:
            size = r.randint(1, 4)
            return pa.list_(field, size), lambda: [make() for _ in range(size)]
        lists = [pa.list_, pa.large_list, pa.list_view, pa.large_list_view] if ARROW else [pa.list_]
        return r.choice(lists)(field), lambda: [make() for _ in range(r.randint(0, most))]
    if kind == 4:
        fields = [field_of(r, depth - 1, f"f{i}") for i in range(r.randint(1, 3))]
        return pa.struct([f for f, _ in fields]), lambda: {f.name: m() for f, m in fields}
    while True:
        key_type, key = leaf(r)
        if not pa.types.is_null(key_type):
            break
    item, make = field_of(r, depth - 1, "value")
    is_sorted = ARROW and r.random() < 0.3
    return pa.map_(pa.field("key", key_type, nullable=False), item, is_sorted), lambda: [
        (key(), make()) for _ in range(r.randint(0, 3))
    ]


def field_of(r, depth, name):
    type_, make = value_of(r, depth)
    nullable = pa.types.is_null(type_) or r.random() < 0.7
    share = r.choice([0, 0.02, 0.5, 0.99]) if nullable else 0
    metadata = {"name": name, "Größe": ""} if ARROW and r.random() < 0.3 else None
    return pa.field(name, type_, nullable=nullable, metadata=metadata), lambda: (
        None if r.random() < share else make()
    )


def extension(r, rows):
    """A column of an extension type."""
    kind = r.randrange(4)
    if kind == 0:
        return pa.uuid(), [r.choice([None, r.randbytes(16)]) for _ in range(rows)], pa.binary(16)
    if kind == 1:
        return pa.bool8(), [r.choice([None, 0, 1]) for _ in range(rows)], pa.int8()
    if kind == 2:
        return pa.json_(), [r.choice([None, "{}", '{"a": 1}']) for _ in range(rows)], pa.string()
    tensor = pa.fixed_shape_tensor(pa.float32(), [2, 3], dim_names=["x", "y"])
    values = [r.choice([None, [float(r.randrange(9)) for _ in range(6)]]) for _ in range(rows)]
    return tensor, values, pa.list_(pa.float32(), 6)


def encodings(r, schema):
    """Encodings for some top-level leaves, which then have no dictionary."""
    chosen = {}
    for field in schema:
        t = field.type
        if r.random() < 0.5 or pa.types.is_nested(t) or pa.types.is_null(t):
            continue
        if pa.types.is_integer(t) or pa.types.is_date(t) or pa.types.is_time(t):
            chosen[field.name] = r.choice(["PLAIN", "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"])
        elif pa.types.is_float16(t):
            chosen[field.name] = r.choice(["PLAIN", "BYTE_STREAM_SPLIT"])
        elif pa.types.is_floating(t):
            chosen[field.name] = r.choice(["PLAIN", "BYTE_STREAM_SPLIT"])
        elif pa.types.is_dictionary(t):
            chosen[field.name] = "PLAIN"
        elif str(t).removeprefix("large_").removesuffix("_view") in ("string", "binary"):
            chosen[field.name] = r.choice(["PLAIN", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"])
        elif pa.types.is_fixed_size_binary(t):
            chosen[field.name] = r.choice(["PLAIN", "DELTA_BYTE_ARRAY", "BYTE_STREAM_SPLIT"])
        elif pa.types.is_boolean(t):
            chosen[field.name] = r.choice(["PLAIN", "RLE"])
    return chosen


def write(r, path):
    """Writes one table."""
    fields = [field_of(r, r.randrange(5), f"c{i}") for i in range(r.randint(1, 6))]
    rows = r.choice([0, 1, 7, 100, 1000, 2500])
    arrays = [pa.array([m() for _ in range(rows)], f.type) for f, m in fields]
    fields = [f for f, _ in fields]
    if ARROW and r.random() < 0.5:
        type_, values, storage = extension(r, rows)
        fields.append(pa.field("extension", type_))
        arrays.append(pa.ExtensionArray.from_storage(type_, pa.array(values, storage)))
    schema = pa.schema(fields, metadata={"top": "most"} if ARROW else None)
    table = pa.table(arrays, schema=schema)
    table.validate(full=True)
    columns = encodings(r, schema)
    dictionary = [f.name for f in schema if f.name not in columns] if r.random() < 0.7 else False
    pq.write_table(
        table,
        f"{path}.parquet",
        # Older versions have no nanoseconds.
        version="2.6" if "ns" in str(schema) else r.choice(["1.0", "2.4", "2.6"]),
        data_page_version=r.choice(["1.0", "2.0"]),
        compression=r.choice(["none", "snappy", "gzip", "zstd", "lz4", "brotli"]),
        row_group_size=r.choice([1, 50, 1000, 1 << 20]) if rows < 200 else r.choice([300, 1 << 20]),
        data_page_size=r.choice([1, 100, 5000, 1 << 20]),
        write_batch_size=r.choice([1, 16, 1024]),
        dictionary_pagesize_limit=r.choice([100, 1 << 20]),
        use_dictionary=dictionary,
        column_encoding=columns or None,
        write_page_checksum=r.random() < 0.3,
        write_page_index=r.random() < 0.3,
        store_schema=ARROW,
        store_decimal_as_integer=r.random() < 0.3,
        use_compliant_nested_type=r.random() < 0.8,
    )
    if ARROW:
        found = pq.read_schema(f"{path}.parquet")
        pa.ipc.new_file(f"{path}.schema.arrow", found).close()
    pa.feather.write_feather(table, f"{path}.arrow", compression="uncompressed")


def main():
    folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for number in range(count):
        r = random.Random(f"{seed}:{number}")
        while True:
            try:
                write(r, f"{folder}/{number}")
                break
            except (pa.ArrowNotImplementedError, pa.lib.ArrowIndexError, pa.ArrowInvalid):
                # PyArrow cannot write all of its types in all settings, and makes indices of
                # dictionaries without values.
                pass


main()
