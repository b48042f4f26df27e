package io.zenith.parquet;

import static io.zenith.parquet.FileForge.bytes;
import static io.zenith.parquet.FileForge.group;
import static io.zenith.parquet.FileForge.ints;
import static io.zenith.parquet.FileForge.joined;
import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.VariantFiles.ASSEMBLED;
import static io.zenith.parquet.VariantFiles.manifest;
import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.apache.parquet.format.FieldRepetitionType.REPEATED;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.testkit.Attempt;
import io.zenith.testkit.Attempt.Outcome;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.Mutations;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.NullType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Broken variants are refused with file, column and row, or read to their ends.
final class HostileVariantsTest {
  private static final int CHANGES = 1_000;

  @Test
  void brokenOnesAreRefused() throws IOException {
    for (String metadata :
        List.of(
            "",
            "01",
            "0100",
            "0101",
            "010000" + "61",
            "01010161",
            "0101000261",
            "01010001",
            "1102000102" + "6261",
            "1102000102" + "6161",
            "01020201" + "0261",
            "c1ffffffff",
            "410000",
            "0102000101")) {
      refused(Outcome.MALFORMED, VariantFiles.file(HexFormat.of().parseHex(metadata), bytes(0)));
    }
    refused(Outcome.UNSUPPORTED, VariantFiles.file(bytes(2, 0, 0), bytes(0)));
    String names = "11020001026162";
    for (String value :
        List.of(
            "",
            "0000",
            "0c",
            "10ff",
            "0961",
            "3c02000000ff",
            "3cffffffff61",
            "40ffffff7f61",
            "2027" + "00000000",
            "20",
            "02",
            "0201",
            "020100",
            "02010000",
            "0201000100",
            "020100000200",
            "020102000100",
            "0202000000010200" + "00",
            "03",
            "0301",
            "030100",
            "03010001",
            "030100020000" + "00",
            "0302000001" + "00",
            "030201000100",
            "0302000101" + "00",
            "0302000102" + "0003",
            "13ffffffff00",
            "42ffffffff00",
            "030105" + "00",
            "0301000100" + "00")) {
      refused(
          Outcome.MALFORMED,
          VariantFiles.file(HexFormat.of().parseHex(names), HexFormat.of().parseHex(value)));
    }
    refused(Outcome.UNSUPPORTED, VariantFiles.file(bytes(1, 0, 0), bytes(21 << 2)));
    refused(Outcome.MALFORMED, VariantFiles.shredded("010000", null, true));
    refused(Outcome.MALFORMED, VariantFiles.shredded("11010001" + "61", "00", true));
    refused(Outcome.MALFORMED, VariantFiles.shredded("11010001" + "61", "030000", true));
    refused(Outcome.READ, VariantFiles.shredded("010000", null, false));
  }

  private static void refused(Outcome outcome, byte[] file) throws IOException {
    assertEquals(outcome, Attempt.of(ASSEMBLED, file, true, 10).outcome());
  }

  /// Arrays in arrays: 64 deep, and no more.
  @Test
  void depthIsLimited() throws IOException {
    refused(Outcome.READ, VariantFiles.file(bytes(1, 0, 0), deep(63)));
    refused(Outcome.UNSUPPORTED, VariantFiles.file(bytes(1, 0, 0), deep(64)));
    refused(Outcome.UNSUPPORTED, VariantFiles.file(bytes(1, 0, 0), deep(10_000)));
  }

  private static byte[] deep(int depth) {
    byte[] value = HexFormat.of().parseHex("030000");
    for (int i = 0; i < depth; i++) {
      value = joined(bytes(0x1F, 1, 0, 0, 0), ints(0, value.length), value);
    }
    return value;
  }

  /// Arrays of which all elements are one: few bytes, and more elements than anybody can look at.
  @Test
  void whatLiesInAnArrayLiesThereOnce() throws IOException {
    byte[] value = bytes(0);
    for (int i = 0; i < 40; i++) {
      int[] offsets = new int[9];
      offsets[8] = value.length;
      value = joined(bytes(0x0F, 8), ints(offsets), value);
    }
    refused(Outcome.MALFORMED, VariantFiles.file(bytes(1, 0, 0), value));
  }

  @Test
  void schemasThatMeanNothingAreRefused() throws IOException {
    SchemaElement metadata = leaf("metadata", Type.BYTE_ARRAY, REQUIRED);
    SchemaElement value = leaf("value", Type.BYTE_ARRAY, OPTIONAL);
    SchemaElement typed = leaf("typed_value", Type.INT32, OPTIONAL);
    refusedSchema("metadata'", value, typed);
    refusedSchema("one of both", metadata);
    refusedSchema("values of BYTE_ARRAY", metadata, leaf("value", Type.INT32, OPTIONAL));
    refusedSchema("values of BYTE_ARRAY", metadata, leaf("value", Type.BYTE_ARRAY, REPEATED));
    SchemaElement nulls = leaf("value", Type.BYTE_ARRAY, OPTIONAL);
    nulls.setLogicalType(LogicalType.UNKNOWN(new NullType()));
    refusedSchema("values of BYTE_ARRAY", metadata, nulls);
    SchemaElement decimals = leaf("value", Type.BYTE_ARRAY, OPTIONAL);
    decimals.setConverted_type(ConvertedType.DECIMAL).setPrecision(9);
    refusedSchema("values of BYTE_ARRAY", metadata, decimals);
    refusedSchema("required", leaf("metadata", Type.BYTE_ARRAY, OPTIONAL), value);
    refusedSchema("a field 'other'", metadata, value, leaf("other", Type.INT32, OPTIONAL));
    refusedSchema("a field 'value'", metadata, value, value);
    refusedSchema(
        "'typed_value' of int32", metadata, value, leaf("typed_value", Type.INT32, REPEATED));
    refusedSchema("timestamp[us]", metadata, leaf("typed_value", Type.INT96, OPTIONAL));
    refusedSchema("a group of", metadata, group("typed_value", OPTIONAL, 1), value);
    SchemaElement time = leaf("typed_value", Type.INT64, OPTIONAL);
    time.setLogicalType(LogicalType.TIME(new TimeType(true, TimeUnit.MICROS(new MicroSeconds()))));
    refusedSchema("time64[us]", metadata, time);
    SchemaElement json = leaf("typed_value", Type.BYTE_ARRAY, OPTIONAL);
    refusedSchema("utf8", metadata, json.setConverted_type(ConvertedType.JSON));
    SchemaElement group = group("typed_value", OPTIONAL, 2);
    SchemaElement field = group("x", REQUIRED, 1);
    refusedSchema("two fields 'x'", metadata, group, field, typed, field, typed);
    refusedSchema(
        "the key",
        metadata,
        group("typed_value", OPTIONAL, 1),
        group("x", REQUIRED, 1),
        leaf("the key", Type.INT32, OPTIONAL));
  }

  private static void refusedSchema(String part, SchemaElement... inside) {
    int count = 0;
    for (int i = 0; i < inside.length; i += size(inside, i)) {
      count++;
    }
    SchemaElement[] nodes = new SchemaElement[inside.length + 1];
    nodes[0] = VariantFiles.variant(group("v", REQUIRED, count));
    System.arraycopy(inside, 0, nodes, 1, inside.length);
    byte[] file = new FileForge(1, nodes).build();
    RuntimeException error =
        assertThrows(
            RuntimeException.class,
            () -> {
              try (InMemory memory = new InMemory(ASSEMBLED, "schema", file)) {
                memory.source(true).close();
              }
            });
    assertTrue(
        error instanceof MalformedDataException || error instanceof UnsupportedDataException);
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains("footer, column 'v"), message);
    assertTrue(message.contains(part), message);
  }

  /// How many nodes there are from one on that belong to it.
  private static int size(SchemaElement[] nodes, int first) {
    int size = 1;
    for (int child = 0; child < nodes[first].getNum_children(); child++) {
      size += size(nodes, first + size);
    }
    return size;
  }

  @Test
  void changedFilesAreRefusedOrReadToTheirEnds(@TempDir Path folder) throws Exception {
    Path root = SharedFiles.require("conformance/shredded_variant");
    List<byte[]> files = new ArrayList<>();
    for (JsonNode file : manifest(root)) {
      if (!file.get("outcome").asText().equals("error")) {
        files.add(Files.readAllBytes(root.resolve(file.get("parquet_file").asText())));
      }
    }
    files.add(Files.readAllBytes(VariantFiles.nested(folder)));
    for (int i = 0; i < 20; i++) {
      files.add(VariantFiles.shredded("01030001020362" + "6162", "020102000104", true));
      files.add(VariantFiles.file(bytes(1, 0, 0), deep(3)));
    }
    new Mutations(ASSEMBLED, new ParquetMutator(files)).run(CHANGES);
  }

  @Test
  void errorsNameTheRow(@TempDir Path folder) throws Exception {
    byte[] file = Files.readAllBytes(VariantFiles.nested(folder));
    byte[] text = "text 13".getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at < file.length - text.length - 1; at++) {
      if (Arrays.equals(file, at + 1, at + 1 + text.length, text, 0, text.length)) {
        file[at] = 0;
      }
    }
    Path broken = Files.write(folder.resolve("broken.parquet"), file);
    for (String column : List.of("s", "l")) {
      Dataset dataset = Dataset.open(ASSEMBLED, broken.toString()).select(column);
      MalformedDataException error =
          assertThrows(MalformedDataException.class, () -> Table.read(dataset, 10));
      String name = column.equals("s") ? "a" : "c";
      assertEquals(
          broken
              + ", row group 0, column '"
              + name
              + "', row "
              + (column.equals("s") ? 13 : 11)
              + ": found a variant of 8 bytes, expected 1, as it says",
          error.getMessage());
    }
  }
}
