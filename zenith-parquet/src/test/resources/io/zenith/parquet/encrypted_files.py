"""Writes one table as encrypted files: FOLDER/N.parquet with FOLDER/N.keys, and FOLDER/plain.arrow."""
import base64
import itertools
import sys

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe

folder = sys.argv[1]
rows = int(sys.argv[2])
COLUMNS = ["number", "text", "list", "struct.a", "struct.b"]
table = pa.table({
    "number": pa.array([None if i % 5 == 0 else i * i for i in range(rows)], pa.int64()),
    "text": pa.array([None if i % 7 == 0 else "word %d" % (i % 6) for i in range(rows)]),
    "list": pa.array([None if i % 9 == 0 else [i] * (i % 4) for i in range(rows)], pa.list_(pa.int32())),
    "struct": pa.array([{"a": i / 3, "b": i % 3 == 0} for i in range(rows)]),
})
with pa.ipc.new_file(folder + "/plain.arrow", table.schema) as writer:
    writer.write_table(table)


class Kms(pe.KmsClient):
    """Keeps keys as they are, and remembers them by the names of their masters."""
    def __init__(self, seen):
        pe.KmsClient.__init__(self)
        self.seen = seen

    def wrap_key(self, key_bytes, master_key_identifier):
        self.seen[master_key_identifier] = key_bytes
        return base64.b64encode(key_bytes)

    def unwrap_key(self, wrapped_key, master_key_identifier):
        return base64.b64decode(wrapped_key)


def apart(number, bits, algorithm, plaintext_footer, columns):
    seen = {}
    factory = pe.CryptoFactory(lambda config: Kms(seen))
    config = pe.EncryptionConfiguration(
        footer_key="footer",
        column_keys={"column." + c: [c if c != "list" else "list.list.element"] for c in columns},
        encryption_algorithm=algorithm, plaintext_footer=plaintext_footer, double_wrapping=False,
        data_key_length_bits=bits)
    properties = factory.file_encryption_properties(pe.KmsConnectionConfig(), config)
    return properties, seen


def write(number, properties, keys, settings):
    pq.write_table(table, "%s/%d.parquet" % (folder, number), encryption_properties=properties, **settings)
    with open("%s/%d.keys" % (folder, number), "w") as lines:
        for name, key in keys.items():
            name = "list.list.element" if name == "column.list" else name
            lines.write("%s=%s\n" % (name, key.hex()))


settings = itertools.cycle([
    dict(row_group_size=rows // 2 + 1),
    dict(data_page_version="2.0", compression="zstd"),
    dict(use_dictionary=False, data_page_size=64, write_batch_size=8, compression="none"),
    dict(data_page_version="2.0", data_page_size=64, write_batch_size=8, write_page_checksum=True),
    dict(compression="none", write_page_index=True, write_page_checksum=True),
])
number = 0
for bits, algorithm, plaintext in itertools.product(
        [128, 192, 256], ["AES_GCM_V1", "AES_GCM_CTR_V1"], [False, True]):
    for columns in [COLUMNS, ["text", "list"]]:
        write(number, *apart(number, bits, algorithm, plaintext, columns), next(settings))
        number += 1
    for prefix, stored in [(None, True), (b"table", True), (b"table", False)]:
        key = bytes(range(bits // 8))
        properties = pe.create_encryption_properties(
            key, aad_prefix=prefix, store_aad_prefix=stored, encryption_algorithm=algorithm,
            plaintext_footer=plaintext)
        keys = {"footer": key}
        if not stored:
            keys["aad"] = prefix
        write(number, properties, keys, next(settings))
        number += 1
print(number)
