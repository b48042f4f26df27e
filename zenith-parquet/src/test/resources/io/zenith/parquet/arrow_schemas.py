"""Writes files whose ARROW:schema does not go with what is in them.

Usage: arrow_schemas.py FOLDER
"""

import base64
import sys

import pyarrow as pa
import pyarrow.parquet as pq

FOLDER = sys.argv[1]
TABLE = pa.table(
    {
        "view": pa.array(["a", None, "longer than twelve bytes"]),
        "text": pa.array(["x", "y", None]),
        "pair": pa.array([[1, 2], None, [3, 4]], pa.list_(pa.int8())),
        "part": pa.array([{"f": "u"}, None, {"f": None}]),
    }
)


def schema(view=pa.string_view(), text=pa.large_string(), pair=pa.list_(pa.int8(), 2), part="f"):
    part = pa.struct([pa.field(part, pa.large_string())])
    fields = [("view", view), ("text", text), ("pair", pair), ("part", part)]
    return pa.schema([pa.field(name, type_, metadata={"of": name}) for name, type_ in fields])


def write(name, text, table=TABLE, **settings):
    path = f"{FOLDER}/{name}.parquet"
    settings |= {"store_schema": False, "compression": "none"}
    with pq.ParquetWriter(path, table.schema, **settings) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({"ARROW:schema": text, "mine": "kept"})


def encoded(hint):
    return base64.b64encode(hint.serialize().to_pybytes())


def newer():
    """The schema with a type that nobody knows: that of the first field, which is a byte of 24."""
    message = schema().serialize().to_pybytes()
    for at in (i for i, byte in enumerate(message) if byte == 24):
        changed = message[:at] + bytes([99]) + message[at + 1 :]
        try:
            pa.ipc.read_schema(pa.py_buffer(changed))
        except pa.ArrowInvalid as error:
            if "Unrecognized type" in str(error):
                return base64.b64encode(changed)
        except OSError:
            pass
    raise AssertionError("no type")


good = encoded(schema())
write("good", good)
write("unframed", base64.b64encode(schema().serialize().to_pybytes()[8:]))
write("newer", newer())
write("no-base64", "!" + good.decode())
write("empty", "")
write("cut", good[:96])
write("garbage", base64.b64encode(bytes(range(200))))
write("names", encoded(pa.schema([("other", pa.string_view()), *list(schema())[1:]])))
write("types", encoded(schema(pa.duration("s"), pa.list_(pa.string()), pa.large_string(), "g")))
write("size", encoded(schema(pair=pa.list_(pa.int8(), 3))))
write("huge", encoded(schema(pair=pa.list_(pa.int8(), (1 << 31) - 1))), TABLE.slice(1, 1))

words = pa.table({"word": [f"word {i * i % 3001}" for i in range(20_000)]})
for index in ["int8", "int16"]:
    type_ = pa.dictionary(getattr(pa, index)(), pa.string())
    text = encoded(pa.schema([("word", type_)]))
    write(index, text, words, dictionary_pagesize_limit=5000, data_page_size=1000)
