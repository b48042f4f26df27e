package io.zenith.parquet;

import static io.zenith.parquet.FileForge.bytes;
import static io.zenith.parquet.FileForge.group;
import static io.zenith.parquet.FileForge.ints;
import static io.zenith.parquet.FileForge.joined;
import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.FileForge.page;
import static io.zenith.parquet.FileForge.sized;
import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zenith.parquet.FileForge.Chunk;
import io.zenith.testkit.Python;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.VariantType;
import org.jspecify.annotations.Nullable;

/// Files with variants.
final class VariantFiles {
  static final Parquet ASSEMBLED = Parquet.format().variants(Variants.ASSEMBLED);

  /// Of the file with variants inside of other columns.
  static final int ROWS = 40;

  private VariantFiles() {}

  /// What is said of the files in a folder.
  static JsonNode manifest(Path folder) throws IOException {
    return new ObjectMapper().readTree(folder.resolve("manifest.json").toFile()).get("files");
  }

  /// A file of two variants that are alike, of which nothing is shredded.
  static byte[] file(byte[] metadata, byte[] value) {
    return new FileForge(
            1,
            variant(group("v", REQUIRED, 2)),
            leaf("metadata", Type.BYTE_ARRAY, REQUIRED),
            leaf("value", Type.BYTE_ARRAY, REQUIRED))
        .rowGroup(
            2,
            new Chunk(2, page(2, Encoding.PLAIN, joined(sized(metadata), sized(metadata)))),
            new Chunk(2, page(2, Encoding.PLAIN, joined(sized(value), sized(value)))))
        .build();
  }

  static SchemaElement variant(SchemaElement group) {
    return group.setLogicalType(LogicalType.VARIANT(new VariantType()));
  }

  /// A variant of an object with the number `a`, and of what else it says.
  static byte[] shredded(String metadata, @Nullable String value, boolean isThere) {
    byte[] there = sized(bytes(2, 1));
    byte[] names = HexFormat.of().parseHex(metadata);
    byte[] encoded = value == null ? bytes() : sized(HexFormat.of().parseHex(value));
    byte[] levels = sized(bytes(2, isThere ? 2 : 1));
    return new FileForge(
            1,
            variant(group("v", REQUIRED, 3)),
            leaf("metadata", Type.BYTE_ARRAY, REQUIRED),
            leaf("value", Type.BYTE_ARRAY, OPTIONAL),
            group("typed_value", OPTIONAL, 1),
            group("a", REQUIRED, 1),
            leaf("typed_value", Type.INT32, OPTIONAL))
        .rowGroup(
            1,
            new Chunk(1, page(1, Encoding.PLAIN, sized(names))),
            new Chunk(
                1,
                page(
                    1,
                    Encoding.PLAIN,
                    joined(value == null ? sized(bytes(2, 0)) : there, encoded))),
            new Chunk(1, page(1, Encoding.PLAIN, joined(levels, isThere ? ints(7) : bytes()))))
        .build();
  }

  /// Writes the parts of variants by PyArrow, which knows no variants, and says what they are.
  static Path nested(Path folder) throws Exception {
    Python.require("pyarrow");
    Path written = folder.resolve("nested.parquet");
    Python.run(
        """
        import sys
        import pyarrow as pa
        import pyarrow.parquet as pq
        def variant(i):
            text = ("text %d" % i).encode()
            return dict(metadata=b"\\x01\\0\\0", value=bytes([len(text) << 2 | 1]) + text if i % 2 else None,
                        typed_value=None if i % 2 else i)
        parts = pa.struct([pa.field("metadata", pa.binary(), False), pa.field("value", pa.binary()),
                           pa.field("typed_value", pa.int64())])
        rows = range(int(sys.argv[2]))
        table = pa.table({
            "s": pa.array([None if i % 3 == 0 else dict(a=variant(i), b=variant(i + 1) if i % 2 else None)
                           for i in rows],
                          pa.struct([pa.field("a", parts, False), pa.field("b", parts)])),
            "l": pa.array([None if i % 5 == 0 else [dict(c=None if j == 1 else variant(i + j)) for j in range(i % 4)]
                           for i in rows],
                          pa.list_(pa.struct([pa.field("c", parts)]))),
        })
        pq.write_table(table, sys.argv[1], write_page_index=True, compression="none")
        """,
        written.toString(), Integer.toString(ROWS));
    return Files.write(
        folder.resolve("annotated.parquet"),
        changed(
            Files.readAllBytes(written),
            footer -> {
              for (SchemaElement element : Objects.requireNonNull(footer.getSchema())) {
                if (List.of("a", "b", "c").contains(element.getName())) {
                  variant(element);
                }
              }
            }));
  }

  /// A file with another footer.
  private static byte[] changed(byte[] file, Consumer<FileMetaData> change) throws IOException {
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
    int start = file.length - 8 - length;
    FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(file, start, length));
    change.accept(footer);
    return FileForge.withFooter(Arrays.copyOf(file, start), FileForge.written(footer));
  }

  static Object expected(int number) {
    return number % 2 == 0 ? (Object) (long) number : "text " + number;
  }
}
