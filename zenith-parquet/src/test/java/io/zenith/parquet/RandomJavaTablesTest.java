package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.schema.Field;
import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.Split;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.InMemory;
import io.zenith.testkit.Property;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.parquet.column.EncodingStats;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Random tables that parquet-java has written in random settings read as the rows that it was
/// given: nested, with nulls, in all spellings of lists and maps, in all its encodings, codecs and
/// sizes of pages and row groups. `-Dzenith.cases=N` takes so many, and `-Dzenith.seed=SEED`
/// others.
final class RandomJavaTablesTest {
  private static final int TABLES = 60;

  @Test
  void rowsAreReadAsTheyWereWritten() {
    Met met = new Met();
    Property.check(
        TABLES,
        (random, _) -> {
          JavaTable table = JavaTable.random(random);
          JavaFile file = JavaFile.write(table, random);
          met.add(table, file);
          verify(table, file, random);
        });
    if (met.tables >= TABLES) {
      met.requireAll();
    }
  }

  private static void verify(JavaTable table, JavaFile file, SplittableRandom random)
      throws IOException {
    try (InMemory memory = new InMemory(Parquet.format(), "java", file.bytes())) {
      assertEquals(table.schema(), memory.mapped().schema().fields());
      List<Format> formats = FilterLoop.formats();
      Dataset dataset =
          Dataset.open(
              formats.get(random.nextInt(formats.size())), memory.location(random.nextBoolean()));
      assertEquals(table.columns(), read(dataset, random));
      verifyPart(table, dataset, random);
      if (!table.rows().isEmpty()) {
        verifyRows(table, dataset, random);
        verifyRanges(memory, random);
        new FilterLoop(dataset).verify(memory.location(random.nextBoolean()), random);
      }
    }
  }

  private static Map<String, List<@Nullable Object>> read(
      Dataset dataset, SplittableRandom random) {
    List<Field> fields = dataset.schema().fields();
    Map<String, List<@Nullable Object>> columns = new LinkedHashMap<>();
    fields.forEach(field -> columns.put(field.name(), new ArrayList<>()));
    int batchSize = 1 + random.nextInt(random.nextBoolean() ? 20 : 2000);
    try (DataLoader loader = dataset.loader(batchSize).build()) {
      for (Batch batch : loader) {
        columns.forEach((name, values) -> values.addAll(ColumnValues.of(batch.column(name))));
      }
    }
    return columns;
  }

  /// A field inside of a column, and perhaps another column.
  private static void verifyPart(JavaTable table, Dataset dataset, SplittableRandom random) {
    List<Field> fields = table.schema();
    Field field = fields.get(random.nextInt(fields.size()));
    Field other = fields.get(random.nextInt(fields.size()));
    SelectedPart part = SelectedPart.of(field, random);
    Map<String, List<@Nullable Object>> all = table.columns();
    Map<String, List<@Nullable Object>> expected = new LinkedHashMap<>();
    List<String> paths = new ArrayList<>(List.of(part.path()));
    List<@Nullable Object> cut = new ArrayList<>();
    Objects.requireNonNull(all.get(field.name())).forEach(v -> cut.add(part.cut().apply(v)));
    expected.put(field.name(), cut);
    if (!other.equals(field)) {
      paths.add(other.name());
      expected.put(other.name(), Objects.requireNonNull(all.get(other.name())));
    }
    Dataset selected = dataset.select(paths.toArray(String[]::new));
    assertEquals(expected, read(selected, random), paths::toString);
  }

  private static void verifyRows(JavaTable table, Dataset dataset, SplittableRandom random)
      throws IOException {
    int from = random.nextInt(table.rows().size());
    int count = 1 + random.nextInt(table.rows().size() - from);
    Batch batch = dataset.rows(from, count);
    table
        .columns()
        .forEach((name, values) ->
            assertEquals(values.subList(from, from + count), ColumnValues.of(batch.column(name))));
  }

  private static void verifyRanges(InMemory memory, SplittableRandom random) throws IOException {
    try (DataSource source = memory.source(random.nextBoolean())) {
      List<Split> splits = source.splits();
      RowRangesTest.verify(source, splits.get(random.nextInt(splits.size())), random);
    }
  }

  /// What there was in the tables, so that nothing is lost in silence.
  private static final class Met {
    private static final Set<String> ENCODINGS =
        Set.of(
            "PLAIN",
            "PLAIN_DICTIONARY",
            "RLE_DICTIONARY",
            "RLE",
            "DELTA_BINARY_PACKED",
            "DELTA_LENGTH_BYTE_ARRAY",
            "DELTA_BYTE_ARRAY",
            "BYTE_STREAM_SPLIT");

    private final Set<String> first = new TreeSet<>();
    private final Set<String> second = new TreeSet<>();
    private final Set<CompressionCodecName> codecs = EnumSet.noneOf(CompressionCodecName.class);
    private final Set<PrimitiveTypeName> types = EnumSet.noneOf(PrimitiveTypeName.class);
    private final Set<Integer> depths = new TreeSet<>();
    private int tables;
    private int fallbacks;
    private int bloomFilters;

    private void add(JavaTable table, JavaFile file) {
      tables++;
      table.fields().forEach(field -> depths.add(field.depth()));
      for (ColumnChunkMetaData chunk : file.chunks()) {
        EncodingStats stats = chunk.getEncodingStats();
        stats
            .getDataEncodings()
            .forEach(encoding -> (stats.usesV2Pages() ? second : first).add(encoding.name()));
        codecs.add(chunk.getCodec());
        types.add(chunk.getPrimitiveType().getPrimitiveTypeName());
        boolean isMixed = stats.hasNonDictionaryEncodedPages();
        fallbacks += isMixed && stats.hasDictionaryEncodedPages() ? 1 : 0;
        bloomFilters += chunk.getBloomFilterOffset() >= 0 ? 1 : 0;
      }
    }

    private void requireAll() {
      assertEquals(new TreeSet<>(ENCODINGS), first);
      assertEquals(new TreeSet<>(ENCODINGS), second);
      assertEquals(Set.copyOf(JavaCodecs.ALL), codecs);
      assertEquals(EnumSet.allOf(PrimitiveTypeName.class), types);
      assertEquals(Set.of(0, 1, 2, 3, 4), depths);
      assertTrue(fallbacks > 0, "no dictionary was given up");
      assertTrue(bloomFilters > 0, "no Bloom filter");
    }
  }
}
