package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DataSource;
import io.zenith.spi.Split;
import io.zenith.spi.Zones;
import io.zenith.testkit.Python;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What files say about their values is true of the values, and is found: files of PyArrow, DuckDB
/// and Polars with all types, and the conformance files.
class ZonesTest {
  @TempDir static Path folder;

  /// How many zones have values between which there is an order, and how many of them bounds.
  private long bounded;

  private long known;

  @BeforeAll
  static void write() throws IOException, InterruptedException {
    Python.require("pyarrow, duckdb, polars");
    try (InputStream script = ZonesTest.class.getResourceAsStream("zone_tables.py")) {
      Python.run(new String(script.readAllBytes(), StandardCharsets.UTF_8), folder.toString());
    }
  }

  @Test
  void allValuesAreInTheirZones() throws IOException {
    Map<String, Long> zones = new TreeMap<>();
    for (Path file : files("-a.parquet")) {
      bounded = 0;
      known = 0;
      long count = check(file);
      String writer = file.getFileName().toString().replaceAll("[^a-z].*", "");
      zones.merge(writer, count, Long::sum);
      // Polars writes none of some types, and is not trusted with decimals.
      assertTrue(10 * known >= (writer.equals("polars") ? 8 : 9) * bounded, file + ": " + known);
    }
    assertTrue(zones.getOrDefault("pyarrow", 0L) > 1000, zones.toString());
    assertTrue(zones.getOrDefault("polars", 0L) > 500, zones.toString());
  }

  @Test
  void allValuesOfConformanceFilesAreInTheirZones() throws IOException {
    Path conformance = SharedFiles.require("conformance/parquet");
    long files = 0;
    try (Stream<Path> paths = Files.list(conformance)) {
      for (Path file : paths.filter(path -> path.toString().endsWith(".parquet")).toList()) {
        try {
          check(file);
          files++;
        } catch (MalformedDataException | UnsupportedDataException _) {
          // Their values cannot be read either.
        }
      }
    }
    assertTrue(files > 30, files + " files");
    assertTrue(known > 50, known + " of " + bounded);
  }

  /// @return how many zones there were
  private long check(Path file) throws IOException {
    long zones = 0;
    try (Arena arena = Arena.ofShared();
        DataSource source = Parquet.format().open(NativeFile.read(file, arena), arena)) {
      for (Split split : source.splits()) {
        for (List<Integer> path : FlatValues.paths(source.schema().fields())) {
          String what = file.getFileName() + ", " + split + ", " + path;
          try (Arena memory = Arena.ofConfined()) {
            Optional<Zones> one = split.zones(path, memory);
            Optional<Zones> all = source.zones(split, path, memory);
            if (all.isPresent()) {
              FlatValues values = FlatValues.read(source, split, path, memory);
              check(one, values, what);
              check(all, values, what);
              zones += all.get().zones().size();
            }
          }
        }
      }
    }
    return zones;
  }

  private void check(Optional<Zones> stated, FlatValues values, String what) {
    if (stated.isEmpty()) {
      return;
    }
    Zones zones = stated.get();
    long next = 0;
    for (int i = 0; i < zones.zones().size(); i++) {
      Zones.Zone zone = zones.zones().get(i);
      assertEquals(next, zone.rows().from(), what);
      next = zone.rows().end();
      check(
          zone,
          FlatValues.value(zones.least(), i),
          FlatValues.value(zones.most(), i),
          values,
          what);
    }
    assertEquals(values.data().length(), next, what);
  }

  private void check(
      Zones.Zone zone,
      @Nullable Comparable<?> least,
      @Nullable Comparable<?> most,
      FlatValues values,
      String what) {
    long nulls = 0;
    boolean hasOrder = false;
    for (long row = zone.rows().from(); row < zone.rows().end(); row++) {
      Comparable<?> value = values.get((int) row);
      if (value == null) {
        nulls++;
      } else if (!(value instanceof Double number && number.isNaN())) {
        hasOrder = true;
        assertTrue(least == null || compare(least, value) <= 0, () -> what + value + least);
        assertTrue(most == null || compare(value, most) <= 0, () -> what + value + most);
      }
    }
    if (zone.nulls() >= 0) {
      assertEquals(nulls, zone.nulls(), what + zone);
    }
    bounded += hasOrder ? 1 : 0;
    known += hasOrder && least != null && most != null ? 1 : 0;
  }

  @SuppressWarnings("unchecked")
  private static int compare(Comparable<?> left, Comparable<?> right) {
    return ((Comparator<Object>) (Comparator<?>) Comparator.naturalOrder()).compare(left, right);
  }

  @Test
  void valuesThatAreThereAreFoundAndMostOthersAreNot() throws IOException {
    Map<String, long[]> others = new TreeMap<>();
    for (Path file : files("-a.parquet")) {
      Path other = Path.of(file.toString().replace("-a.parquet", "-b.parquet"));
      String writer = file.getFileName().toString().replaceAll("[^a-z].*", "");
      long[] counts = others.computeIfAbsent(writer, _ -> new long[2]);
      try (Arena arena = Arena.ofShared();
          DataSource source = Parquet.format().open(NativeFile.read(file, arena), arena);
          DataSource absent = Parquet.format().open(NativeFile.read(other, arena), arena)) {
        for (Split split : source.splits()) {
          for (List<Integer> path : FlatValues.paths(source.schema().fields())) {
            look(source, split, absent, path, counts);
          }
        }
      }
    }
    // The others have dictionaries of some columns, and DuckDB has Bloom filters with these only.
    assertFewer(others, "pyarrow", 20);
    assertFewer(others, "duckdb", 2);
    assertFewer(others, "polars", 2);
  }

  /// Of the values that are not there, at most one in so many may be.
  private static void assertFewer(Map<String, long[]> counts, String writer, int part) {
    long[] found = counts.getOrDefault(writer, new long[2]);
    assertTrue(part * found[0] < found[1], writer + ": " + found[0] + " of " + found[1]);
  }

  /// @param counts of the values that are not there: those that may be, and all
  private static void look(
      DataSource source, Split split, DataSource other, List<Integer> path, long[] counts)
      throws IOException {
    try (Arena memory = Arena.ofConfined()) {
      FlatValues values = FlatValues.read(source, split, path, memory);
      List<Integer> rows = new ArrayList<>();
      Set<Comparable<?>> there = new HashSet<>();
      for (int row = 0; row < values.data().length(); row++) {
        Comparable<?> value = values.get(row);
        if (value != null) {
          rows.add(row);
          there.add(value);
        }
      }
      if (rows.isEmpty()) {
        return;
      }
      ArrayData all = values.pick(rows, memory);
      BitSet held = source.mayHold(split, path, all, memory);
      assertEquals(rows.size(), held.nextClearBit(0), split + ", " + path + ", " + all.type());

      FlatValues others = FlatValues.read(other, other.splits().getFirst(), path, memory);
      List<Integer> absent = new ArrayList<>();
      for (int row = 0; row < others.data().length() && absent.size() < 50; row++) {
        Comparable<?> value = others.get(row);
        if (value != null && !there.contains(value) && !value.equals(0.0) && !value.equals(-0.0)) {
          absent.add(row);
        }
      }
      counts[1] += absent.size();
      counts[0] += source.mayHold(split, path, others.pick(absent, memory), memory).cardinality();
    }
  }

  private static List<Path> files(String end) throws IOException {
    try (Stream<Path> paths = Files.list(folder)) {
      List<Path> files = paths.filter(path -> path.toString().endsWith(end)).sorted().toList();
      assertTrue(files.size() == 8, files.toString());
      return files;
    }
  }

  @Test
  void aConformanceFileHasABloomFilter() throws IOException {
    for (String name : List.of("encoding_stats", "encoding_with_length")) {
      Path file = SharedFiles.require("conformance/parquet/data_index_bloom_" + name + ".parquet");
      try (Arena arena = Arena.ofShared();
          DataSource source = Parquet.format().open(NativeFile.read(file, arena), arena)) {
        Split split = source.splits().getFirst();
        FlatValues values = FlatValues.read(source, split, List.of(0), arena);
        List<Integer> rows = new ArrayList<>();
        for (int row = 0; row < values.data().length(); row++) {
          rows.add(row);
          assertTrue(Objects.nonNull(values.get(row)));
        }
        ArrayData there = values.pick(rows, arena);
        assertEquals(rows.size(), source.mayHold(split, List.of(0), there, arena).cardinality());
      }
    }
  }
}
