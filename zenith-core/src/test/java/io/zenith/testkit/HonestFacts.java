package io.zenith.testkit;

import io.zenith.Batch;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.RowRange;
import io.zenith.spi.Zones;
import io.zenith.spi.Zones.Zone;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/// What a file may truthfully say about its values: of each column something else, in zones of
/// random size, with bounds that are exact, too wide, cut short or unknown.
public final class HonestFacts implements MemFile.Facts {
  private final Schema schema;

  /// Of each split the values of each column.
  private final List<List<List<Object>>> splits;

  private final long seed;

  /// @param splits of each split the values of each column
  public HonestFacts(Schema schema, List<List<List<Object>>> splits, SplittableRandom random) {
    this.schema = schema;
    this.splits = splits;
    this.seed = random.nextLong();
  }

  /// The same whenever it is asked.
  private SplittableRandom random(int split, List<Integer> path, int kind) {
    return new SplittableRandom(seed ^ ((split * 31L + path.getFirst()) * 31 + kind));
  }

  @Override
  public Optional<Zones> ofFooter(int split, List<Integer> path) {
    SplittableRandom random = random(split, path, 0);
    int rows = splits.get(split).get(path.getFirst()).size();
    return zones(split, path, rows, random);
  }

  @Override
  public Optional<Zones> ofPages(int split, List<Integer> path) {
    SplittableRandom random = random(split, path, 1);
    int rows = splits.get(split).get(path.getFirst()).size();
    return zones(split, path, 1 + random.nextInt(1 + rows / (1 + random.nextInt(100))), random);
  }

  private Optional<Zones> zones(int split, List<Integer> path, int most, SplittableRandom random) {
    DataType type = plain(schema.fields().get(path.getFirst()).type());
    if (random.nextInt(5) == 0 || !isOrdered(type)) {
      return Optional.empty();
    }
    List<Object> values = splits.get(split).get(path.getFirst());
    List<Zone> zones = new ArrayList<>();
    List<Object> least = new ArrayList<>();
    List<Object> greatest = new ArrayList<>();
    int row = 0;
    while (row < values.size()) {
      int rows = Math.min(values.size() - row, Math.max(1, most / 2 + random.nextInt(most + 1)));
      List<Object> inside = values.subList(row, row + rows);
      long nulls = inside.stream().filter(Objects::isNull).count();
      zones.add(new Zone(new RowRange(row, rows), random.nextInt(8) == 0 ? -1 : nulls));
      List<Object> sorted =
          inside.stream()
              .filter(value -> value != null && !isNaN(value))
              .sorted(order(type))
              .toList();
      least.add(bound(sorted.isEmpty() ? null : sorted.getFirst(), false, random));
      greatest.add(bound(sorted.isEmpty() ? null : sorted.getLast(), true, random));
      row += rows;
    }
    return Optional.of(new Zones(zones, column(type, least), column(type, greatest)));
  }

  private static boolean isNaN(Object value) {
    return value instanceof Number number && Double.isNaN(number.doubleValue());
  }

  /// The type of the values.
  private static DataType plain(DataType type) {
    return type instanceof DataType.Dictionary dictionary ? dictionary.value() : type;
  }

  private static boolean isOrdered(DataType type) {
    return type.children().isEmpty()
        && !(type instanceof DataType.Null)
        && !(type instanceof DataType.Interval);
  }

  /// The order of values that are no `NaN`.
  public static Comparator<Object> order(DataType type) {
    return (left, right) ->
        switch (left) {
          case Long number
              when type instanceof DataType.Int(int bits, boolean signed)
                  && bits == 64
                  && !signed ->
              Long.compareUnsigned(number, (long) right);
          case Long number -> Long.compare(number, (long) right);
          case Number number when !(number instanceof BigDecimal) ->
              number.doubleValue() < ((Number) right).doubleValue()
                  ? -1
                  : number.doubleValue() > ((Number) right).doubleValue() ? 1 : 0;
          case BigDecimal number -> number.compareTo((BigDecimal) right);
          case Boolean truth -> truth.compareTo((Boolean) right);
          case String text -> Arrays.compareUnsigned(utf8(text), utf8((String) right));
          case Bytes bytes -> Arrays.compareUnsigned(bytes.toArray(), ((Bytes) right).toArray());
          default -> throw new IllegalArgumentException(left.getClass().toString());
        };
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Object bound(Object value, boolean upper, SplittableRandom random) {
    if (value == null || random.nextInt(10) == 0) {
      return null;
    }
    return switch (value) {
      case Double number when number == 0 -> random.nextBoolean() ? 0.0 : -0.0;
      case Float number when number == 0 -> random.nextBoolean() ? 0.0f : -0.0f;
      case Double _ when random.nextInt(10) == 0 -> Double.NaN;
      case Float _ when random.nextInt(10) == 0 -> Float.NaN;
      case String text -> cut(utf8(text), upper, random);
      default -> value;
    };
  }

  /// Cut short, as unsigned bytes: one that is above is raised then.
  private static Bytes cut(byte[] bytes, boolean upper, SplittableRandom random) {
    int length = random.nextInt(bytes.length + 1);
    if (length == bytes.length || random.nextBoolean()) {
      return Bytes.of(bytes);
    }
    byte[] cut = Arrays.copyOf(bytes, length);
    if (!upper) {
      return Bytes.of(cut);
    }
    for (int i = length - 1; i >= 0; i--) {
      if (cut[i] != (byte) 0xFF) {
        cut[i]++;
        return Bytes.of(Arrays.copyOf(cut, i + 1));
      }
    }
    return Bytes.of(bytes);
  }

  /// Text comes as bytes.
  private static ArrayData column(DataType type, List<Object> values) {
    DataType built =
        switch (type) {
          case DataType.Utf8 _ -> new DataType.Binary();
          case DataType.LargeUtf8 _ -> new DataType.LargeBinary();
          case DataType.Utf8View _ -> new DataType.BinaryView();
          default -> type;
        };
    ArrayData made = ArrayBuilder.plain(built, values);
    return new ArrayData(
        type, made.length(), made.nullCount(), made.buffers(), made.children(), made.dictionary());
  }

  /// By the very bits, as a Bloom filter does it.
  @Override
  public BitSet mayHold(int split, List<Integer> path, ArrayData values) {
    SplittableRandom random = random(split, path, 2);
    Set<Object> there = new HashSet<>(splits.get(split).get(path.getFirst()));
    Schema asked = Schema.of(Field.of("x", values.type()));
    Batch batch = Batch.of(asked, new RecordBatch(0, values.length(), List.of(values)));
    BitSet found = new BitSet();
    List<Object> sought = ColumnValues.of(batch.column(0));
    for (int i = 0; i < sought.size(); i++) {
      found.set(i, there.contains(sought.get(i)) || random.nextInt(10) == 0);
    }
    return found;
  }
}
