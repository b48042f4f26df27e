package io.zenith.parquet;

import static io.zenith.parquet.FileForge.bytes;
import static io.zenith.parquet.FileForge.group;
import static io.zenith.parquet.FileForge.ints;
import static io.zenith.parquet.FileForge.joined;
import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.FileForge.page;
import static io.zenith.parquet.FileForge.sized;
import static io.zenith.parquet.VariantFiles.ASSEMBLED;
import static io.zenith.parquet.VariantFiles.manifest;
import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.apache.parquet.format.FieldRepetitionType.REPEATED;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zenith.Dataset;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.parquet.FileForge.Chunk;
import io.zenith.schema.Field;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.InputFile;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import io.zenith.testkit.Attempt;
import io.zenith.testkit.Attempt.Outcome;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.Python;
import io.zenith.testkit.Row;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Variants that are put together, and those that are delivered as they are stored.
final class VariantsTest {
  /// What says the same in JSON.
  private static final Pattern SAME_AS_JSON =
      Pattern.compile("object_(empty|nested)|primitive_(boolean|int|string).*");

  private static final int TABLES = Integer.getInteger("zenith.tables", 3);
  private static final int ROWS = 100;
  private static final int SEED = Integer.getInteger("zenith.seed", 1);

  /// All of them: Iceberg, which made these values, writes numbers as narrow as they can be, too.
  @TestFactory
  Stream<DynamicTest> conformanceFilesGiveTheBytesThatAreExpected() throws IOException {
    Path folder = SharedFiles.require("conformance/shredded_variant");
    return manifest(folder)
        .valueStream()
        .map(file ->
            DynamicTest.dynamicTest(file.get("parquet_file").asText(), () -> check(folder, file)));
  }

  private static void check(Path folder, JsonNode file) throws IOException {
    String location = folder.resolve(file.get("parquet_file").asText()).toString();
    Dataset expected =
        Dataset.open(folder.resolve(file.get("expected_physical").asText()).toString());
    assertEquals(Table.read(expected, 10), Table.read(Dataset.open(location), 10));
    if (file.get("outcome").asText().equals("error")) {
      RuntimeException error =
          assertThrows(
              RuntimeException.class, () -> Table.read(Dataset.open(ASSEMBLED, location), 10));
      assertTrue(
          error instanceof MalformedDataException || error instanceof UnsupportedDataException,
          error::toString);
      assertTrue(String.valueOf(error.getMessage()).startsWith(location + ", "), error.toString());
      return;
    }
    assertEquals(variants(folder, file), column(Dataset.open(ASSEMBLED, location), "var"));
  }

  /// The variants of a file, metadata and value together; null where there is none.
  private static List<@Nullable Object> variants(Path folder, JsonNode file) throws IOException {
    List<@Nullable Object> variants = new ArrayList<>();
    List<JsonNode> names = new ArrayList<>();
    if (file.has("variant_files")) {
      file.get("variant_files").forEach(names::add);
    } else {
      names.add(file.get("variant_file"));
    }
    for (JsonNode name : names) {
      variants.add(
          name.isNull() ? null : Bytes.of(Files.readAllBytes(folder.resolve(name.asText()))));
    }
    return variants;
  }

  /// The values of a column of variants, metadata and value together.
  private static List<@Nullable Object> column(Dataset dataset, String name) {
    assertEquals(VariantLayout.TYPE, field(dataset, name).type());
    List<@Nullable Object> joined = new ArrayList<>();
    for (Object value : Table.read(dataset, 10).getOrDefault(name, List.of())) {
      joined.add(
          value instanceof List<?> parts
              ? Bytes.of(joined(content(parts.getFirst()), content(parts.getLast())))
              : value);
    }
    return joined;
  }

  private static Field field(Dataset dataset, String name) {
    return dataset.schema().fields().stream()
        .filter(field -> field.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static byte[] content(@Nullable Object value) {
    return assertInstanceOf(Bytes.class, value).toArray();
  }

  private static @Nullable Object decoded(@Nullable Object variant) {
    return variant instanceof List<?> parts
        ? VariantText.of(content(parts.getFirst()), content(parts.getLast()))
        : variant;
  }

  /// Values that are whole already, of all types.
  @Test
  void encodedValuesStayAsTheyAre() throws IOException {
    Path folder = SharedFiles.require("conformance/variant");
    for (JsonNode file : manifest(folder)) {
      byte[] metadata = Files.readAllBytes(folder.resolve(file.get("metadata").asText()));
      byte[] value = Files.readAllBytes(folder.resolve(file.get("value").asText()));
      List<List<Object>> found =
          Attempt.agreeing(ASSEMBLED, VariantFiles.file(metadata, value)).columns();
      Row row = new Row(List.of(Bytes.of(metadata), Bytes.of(value)));
      assertEquals(List.of(List.of(row, row)), found, file.get("name").asText());
      byte[] cut = VariantFiles.file(metadata, Arrays.copyOf(value, value.length - 1));
      assertEquals(Outcome.MALFORMED, Attempt.of(ASSEMBLED, cut, true, 10).outcome());
      if (SAME_AS_JSON.matcher(file.get("name").asText()).matches()) {
        assertEquals(plain(file.get("expected_json")), VariantText.of(metadata, value));
      }
    }
  }

  /// What DuckDB has shredded is what it was made of.
  @Test
  void filesOfDuckDbHaveTheValuesThatTheyWereMadeOf(@TempDir Path folder) throws Exception {
    Python.require("duckdb");
    try (InputStream script = VariantsTest.class.getResourceAsStream("variant_files.py")) {
      Python.run(
          new String(script.readAllBytes(), StandardCharsets.UTF_8),
          folder.toString(),
          Integer.toString(TABLES),
          Integer.toString(ROWS),
          Integer.toString(SEED));
    }
    ObjectMapper json = new ObjectMapper();
    for (int table = 0; table < TABLES; table++) {
      List<@Nullable Object> expected = new ArrayList<>();
      for (String line : Files.readAllLines(folder.resolve(table + ".json"))) {
        expected.add(plain(json.readTree(line)));
      }
      Dataset dataset = Dataset.open(ASSEMBLED, folder.resolve(table + ".parquet").toString());
      List<@Nullable Object> found = new ArrayList<>();
      Table.read(dataset, 64).getOrDefault("v", List.of()).forEach(v -> found.add(decoded(v)));
      assertEquals(expected.size(), found.size());
      for (int row = 0; row < expected.size(); row++) {
        assertEquals(expected.get(row), found.get(row), "table " + table + ", row " + row);
      }
      assertPromise(folder.resolve(table + ".parquet"));
    }
  }

  /// A read takes no more memory than it has promised.
  private static void assertPromise(Path file) throws IOException {
    long[] taken = {0};
    try (Arena arena = Arena.ofConfined();
        DataSource source = ASSEMBLED.open(NativeFile.read(file, arena), arena)) {
      SegmentAllocator counting =
          (bytes, alignment) -> {
            taken[0] += bytes;
            return arena.allocate(bytes, alignment);
          };
      List<Projection> columns = Projection.all(source.schema());
      for (Split split : source.splits()) {
        List<RowRange> rows = List.of(new RowRange(0, split.rows()));
        ReadRequest request = new ReadRequest(split, rows, columns, counting);
        try (BatchIterator batches = source.read(request)) {
          assertTrue(batches.advance());
        }
        taken[0] -= split.decodedBytes(columns);
      }
    }
    assertTrue(taken[0] <= 0, taken[0] + " bytes more than promised");
  }

  private static @Nullable Object plain(JsonNode json) {
    if (json.isArray()) {
      List<@Nullable Object> elements = new ArrayList<>();
      json.forEach(element -> elements.add(plain(element)));
      return elements;
    }
    if (json.isObject()) {
      Map<String, @Nullable Object> fields = new TreeMap<>();
      json.properties().forEach(field -> fields.put(field.getKey(), plain(field.getValue())));
      return fields;
    }
    return json.isTextual()
        ? json.asText()
        : json.isIntegralNumber()
            ? (Object) json.asLong()
            : json.isNumber() ? (Object) json.asDouble() : json.isNull() ? null : json.asBoolean();
  }

  /// Variants that are required and those that are not, in structs and lists that are null or
  /// empty, or have elements that are.
  @Test
  void variantsInsideOfOtherColumns(@TempDir Path folder) throws Exception {
    Path file = VariantFiles.nested(folder);
    Dataset dataset = Dataset.open(ASSEMBLED, file.toString());
    Map<String, List<@Nullable Object>> table = Table.read(dataset, 7);
    for (int row = 0; row < VariantFiles.ROWS; row++) {
      List<?> struct = (List<?>) table.getOrDefault("s", List.of()).get(row);
      List<?> list = (List<?>) table.getOrDefault("l", List.of()).get(row);
      if (row % 3 == 0) {
        assertNull(struct);
      } else {
        assertEquals(VariantFiles.expected(row), decoded(struct.get(0)));
        assertEquals(row % 2 == 0 ? null : VariantFiles.expected(row + 1), decoded(struct.get(1)));
      }
      if (row % 5 == 0) {
        assertNull(list);
      } else {
        assertEquals(row % 4, list.size());
        for (int i = 0; i < list.size(); i++) {
          Object variant = ((List<?>) list.get(i)).getFirst();
          assertEquals(i == 1 ? null : VariantFiles.expected(row + i), decoded(variant));
        }
      }
    }
    try (Arena arena = Arena.ofConfined();
        DataSource source = ASSEMBLED.open(NativeFile.read(file, arena), arena)) {
      RowRangesTest.verify(source, source.splits().getFirst(), new SplittableRandom(SEED));
    }
  }

  /// Files of one dataset may be shredded in different ways, or not at all.
  @Test
  void filesThatAreShreddedDifferentlyAreOneDataset() throws IOException {
    Path folder = SharedFiles.require("conformance/shredded_variant");
    String[] files =
        Stream.of("case-001", "case-046", "case-048")
            .map(name -> folder.resolve(name + ".parquet").toString())
            .toArray(String[]::new);
    List<@Nullable Object> apart = new ArrayList<>();
    for (String file : files) {
      apart.addAll(column(Dataset.open(ASSEMBLED, file), "var"));
    }
    assertEquals(apart, column(Dataset.open(ASSEMBLED, files), "var"));
    RuntimeException error =
        assertThrows(RuntimeException.class, () -> Table.read(Dataset.open(files), 10));
    assertTrue(String.valueOf(error.getMessage()).contains("column 'var'"), error::toString);
  }

  /// What is left of a variant is one of the binary fields.
  @Test
  void fieldsOfVariantsCanBeSelected() throws IOException {
    Path folder = SharedFiles.require("conformance/shredded_variant");
    Dataset dataset = Dataset.open(ASSEMBLED, folder.resolve("case-045.parquet").toString());
    Field whole = field(dataset, "var");
    assertEquals(Optional.of("arrow.parquet.variant"), whole.extensionName());
    for (int place = 0; place < 2; place++) {
      String name = whole.type().children().get(place).name();
      List<@Nullable Object> some =
          Table.read(dataset.select("var." + name), 2).getOrDefault("var", List.of());
      List<@Nullable Object> all = Table.read(dataset, 2).getOrDefault("var", List.of());
      for (int row = 0; row < 4; row++) {
        assertEquals(List.of(((List<?>) all.get(row)).get(place)), some.get(row));
      }
    }
    assertThrows(IllegalArgumentException.class, () -> dataset.select("var.typed_value"));
  }

  private static void verify(String expected, byte[] file) throws IOException {
    List<Object> found = Attempt.agreeing(ASSEMBLED, file).columns().getFirst();
    Object value = ((Row) found.getFirst()).values().getLast();
    assertEquals(expected, assertInstanceOf(Bytes.class, value).hex());
  }

  @Test
  void objectsAreMergedInTheOrderOfTheirNames() throws IOException {
    String sorted = "110200010261" + "62";
    String unsorted = "010200010262" + "61";
    String twice = "01030001020362" + "6162";
    verify("0201000005" + "1407000000", VariantFiles.shredded(sorted, null, true));
    verify("020000", VariantFiles.shredded(sorted, null, false));
    // A field that is encoded, where a column of its name has it, or has not.
    verify("0201000005" + "1407000000", VariantFiles.shredded(sorted, "020100000100", true));
    verify("020000", VariantFiles.shredded(sorted, "020100000100", false));
    // Another one.
    verify(
        "02020001" + "000506" + "1407000000" + "04",
        VariantFiles.shredded(sorted, "020101000104", true));
    verify(
        "02020100" + "000506" + "1407000000" + "04",
        VariantFiles.shredded(unsorted, "020100000104", true));
    verify(
        "02020100" + "000506" + "1407000000" + "04",
        VariantFiles.shredded(twice, "020102000104", true));
  }

  /// Those of more than 255 parts have other heads.
  @Test
  void largeObjectsAndArrays() throws IOException {
    int count = 300;
    Map<String, @Nullable Object> expected = new TreeMap<>();
    expected.put("a", 7L);
    StringBuilder names = new StringBuilder();
    byte[] starts = new byte[0];
    byte[] ids = new byte[0];
    for (int i = 0; i <= count + 1; i++) {
      starts = joined(starts, Arrays.copyOf(ints(i <= count ? 3 * i : 3 * count + 1), 2));
      if (i < count) {
        String name = "%03d".formatted(i);
        names.append(name);
        expected.put(name, null);
        ids = joined(ids, Arrays.copyOf(ints(i), 2));
      }
    }
    byte[] text = (names + "a").getBytes(StandardCharsets.UTF_8);
    byte[] metadata = joined(bytes(0x51), Arrays.copyOf(ints(count + 1), 2), starts, text);
    byte[] offsets = joined(ids, Arrays.copyOf(ints(count), 2));
    byte[] value = joined(bytes(0x56), ints(count), ids, offsets, new byte[count]);
    HexFormat hex = HexFormat.of();
    byte[] object = VariantFiles.shredded(hex.formatHex(metadata), hex.formatHex(value), true);
    assertEquals(expected, decoded(Attempt.agreeing(ASSEMBLED, object)));

    int[] numbers = IntStream.range(0, count).toArray();
    byte[] levels = joined(sized(bytes(2, 0, 0xD6, 4, 1)), sized(bytes(0xD8, 4, 3)));
    byte[] array =
        new FileForge(
                1,
                VariantFiles.variant(group("v", REQUIRED, 2)),
                leaf("metadata", Type.BYTE_ARRAY, REQUIRED),
                group("typed_value", OPTIONAL, 1).setConverted_type(ConvertedType.LIST),
                group("list", REPEATED, 1),
                group("element", REQUIRED, 1),
                leaf("typed_value", Type.INT32, OPTIONAL))
            .rowGroup(
                1,
                new Chunk(1, page(1, Encoding.PLAIN, sized(bytes(1, 0, 0)))),
                new Chunk(count, page(count, Encoding.PLAIN, joined(levels, ints(numbers)))))
            .build();
    assertEquals(
        IntStream.of(numbers).mapToObj(number -> (long) number).toList(),
        decoded(Attempt.agreeing(ASSEMBLED, array)));
  }

  /// The variant of the only row.
  private static @Nullable Object decoded(Attempt attempt) {
    return decoded(((Row) attempt.columns().getFirst().getFirst()).values());
  }

  /// Rows are cut as if they were delivered as they are stored, so that their order is the same.
  @Test
  void partsOfRowGroupsAreTheSame(@TempDir Path folder) throws Exception {
    Path file = VariantFiles.nested(folder);
    RowGroupParts parts = new RowGroupParts(0, 200, 1);
    List<String> identities = new ArrayList<>();
    for (Variants variants : Variants.values()) {
      ReadOptions options =
          new ReadOptions(DecryptionKeys.none(), Optional.empty(), Int96.MICROSECONDS, variants);
      try (Arena arena = Arena.ofConfined()) {
        InputFile input = NativeFile.read(file, arena);
        List<Split> splits =
            new ParquetSource(input, FooterReader.read(input, options), parts).splits();
        assertTrue(splits.size() > 3, splits.size() + " parts");
        identities.add(splits.stream().map(Split::identity).toList().toString());
      }
    }
    assertEquals(identities.getFirst(), identities.getLast());
  }
}
