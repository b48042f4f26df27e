package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.filter.BoundFilter;
import io.zenith.internal.rows.Chunk;
import io.zenith.internal.rows.FileColumns;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RecordBatch;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import io.zenith.spi.Zones;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.ColumnValues;
import io.zenith.testkit.HonestFacts;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SegmentAllocator;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// No row that a filter keeps is left out by what is known of its split; and where no row is kept,
/// that is known for most filters.
class ZoneRulesTest {
  private static final List<String> FILTERS =
      List.of(
          "x = A",
          "x != A",
          "x < A",
          "x <= A",
          "x > A",
          "x >= A",
          "not x < A",
          "not x <= A",
          "not x > A",
          "not x >= A",
          "x between A and B",
          "not x between A and B",
          "x in (A, B)",
          "x in (A, null)",
          "x not in (A, B)",
          "x not in (A, null)",
          "x is null",
          "x is not null");

  private static final List<String> TEXT_FILTERS =
      List.of("x startswith A", "not x startswith A", "x startswith A or x < B");

  /// A split that knows all about its values that bounds can say, but perhaps how many are null.
  private record Known(DataType type, List<Object> values, Chunk chunk, Zones bounds)
      implements Split, DataSource {
    static Known of(DataType type, List<Object> values, boolean countsNulls) {
      ArrayData data = ArrayBuilder.plain(type, values);
      Schema schema = Schema.of(Field.of("x", type));
      Chunk chunk = Chunk.of(schema, new RecordBatch(0, values.size(), List.of(data)));
      return new Known(type, values, chunk, bounds(type, values, countsNulls));
    }

    private static Zones bounds(DataType type, List<Object> values, boolean countsNulls) {
      List<Object> sorted =
          values.stream()
              .filter(value -> value != null && !isNaN(value))
              .sorted(HonestFacts.order(type))
              .toList();
      long nulls = countsNulls ? values.stream().filter(Objects::isNull).count() : -1;
      return new Zones(
          List.of(new Zones.Zone(new RowRange(0, values.size()), nulls)),
          bound(type, sorted.isEmpty() ? null : sorted.getFirst()),
          bound(type, sorted.isEmpty() ? null : sorted.getLast()));
    }

    private static ArrayData bound(DataType type, Object value) {
      return ArrayBuilder.plain(type, Arrays.asList(value));
    }

    private static boolean isNaN(Object value) {
      return value instanceof Number number && Double.isNaN(number.doubleValue());
    }

    @Override
    public long rows() {
      return values.size();
    }

    @Override
    public long decodedBytes(List<Projection> columns) {
      return 1;
    }

    @Override
    public String identity() {
      return "known";
    }

    @Override
    public boolean randomAccess() {
      return true;
    }

    @Override
    public Optional<Zones> zones(List<Integer> path, SegmentAllocator memory) {
      return Optional.of(bounds);
    }

    @Override
    public BitSet mayHold(
        Split split, List<Integer> path, ArrayData sought, SegmentAllocator memory) {
      BitSet found = new BitSet();
      List<Object> asked = ZoneRulesTest.values(sought);
      for (int i = 0; i < asked.size(); i++) {
        found.set(i, values.contains(asked.get(i)));
      }
      return found;
    }

    @Override
    public Schema schema() {
      return Schema.of(Field.of("x", type));
    }

    @Override
    public List<Split> splits() {
      return List.of(this);
    }

    @Override
    public BatchIterator read(ReadRequest request) {
      throw new IllegalStateException("nothing is read");
    }

    @Override
    public void close() {
      // nothing is held
    }
  }

  private static List<Object> values(ArrayData data) {
    Schema schema = Schema.of(Field.of("x", data.type()));
    RecordBatch batch = new RecordBatch(0, data.length(), List.of(data));
    return ColumnValues.of(Batch.of(schema, batch).column(0));
  }

  /// For each filter, how many splits have no row that it keeps, and of how many that is known.
  private static final class Count {
    private int none;
    private int byBounds;
    private int byAll;
  }

  private static Map<String, Count> check(DataType type, List<Object> pool, List<String> literals)
      throws IOException {
    Schema schema = Schema.of(Field.of("x", type));
    FileColumns columns = FileColumns.same(schema);
    Map<String, Count> counts = new HashMap<>();
    List<String> texts =
        type instanceof DataType.Utf8
            ? Stream.of(FILTERS, TEXT_FILTERS).flatMap(List::stream).toList()
            : FILTERS;
    List<Known> splits =
        splits(pool).stream()
            .flatMap(values ->
                Stream.of(true, false).map(isCounted -> Known.of(type, values, isCounted)))
            .toList();
    for (String text : texts) {
      Count count = counts.computeIfAbsent(text, _ -> new Count());
      for (int i = 0; i < literals.size(); i++) {
        String other = literals.get((i + 1) % literals.size());
        Filter filter = Filter.parse(text.replace("A", literals.get(i)).replace("B", other));
        BoundFilter bound = filter.bind(schema);
        for (Known known : splits) {
          boolean isKept = bound.evaluate(known.chunk).count() > 0;
          boolean mayByBounds = bound.mayKeep(known, columns);
          boolean may = mayKeep(bound, known, columns);
          String shown = filter + " of " + known.values;
          assertTrue(mayByBounds || !isKept, shown);
          assertTrue(may || !isKept, shown);
          if (known.bounds.zones().getFirst().nulls() >= 0) {
            count.none += isKept ? 0 : 1;
            count.byBounds += mayByBounds ? 0 : 1;
            count.byAll += may ? 0 : 1;
          }
        }
      }
    }
    return counts;
  }

  private static boolean mayKeep(BoundFilter filter, Known known, FileColumns columns)
      throws IOException {
    try (Arena memory = Arena.ofConfined()) {
      return !filter.candidates(known, known, columns, memory).isEmpty();
    }
  }

  /// One and two values, with and without nulls, and nulls alone.
  private static List<List<Object>> splits(List<Object> pool) {
    List<List<Object>> splits = new ArrayList<>();
    splits.add(Arrays.asList(null, null));
    for (Object one : pool) {
      splits.add(List.of(one));
      splits.add(Arrays.asList(null, one));
      for (Object two : pool) {
        splits.add(List.of(one, two));
      }
    }
    return splits;
  }

  /// Comparisons of one value are known by bounds wherever no row is kept.
  private static void assertKnown(Map<String, Count> counts, String... filters) {
    for (String filter : filters) {
      Count count = Objects.requireNonNull(counts.get(filter));
      assertEquals(count.none, count.byBounds, filter);
    }
  }

  private static final String[] COMPARISONS = {"x < A", "x <= A", "x > A", "x >= A"};

  private static final String[] NEGATED = {"not x < A", "not x <= A", "not x > A", "not x >= A"};

  private static final String[] ALWAYS = {"x not in (A, null)", "x is null", "x is not null"};

  @Test
  void wholeNumbers() throws Exception {
    for (boolean signed : List.of(true, false)) {
      List<Object> pool = List.of(-7L, -1L, 0L, 1L, 5L, 6L, Long.MAX_VALUE, Long.MIN_VALUE);
      List<String> literals =
          List.of(
              "-7", "0", "1.5", "5", "6", "9223372036854775807", "18446744073709551609", "1e30");
      Map<String, Count> counts = check(new DataType.Int(64, signed), pool, literals);
      assertKnown(counts, COMPARISONS);
      assertKnown(counts, NEGATED);
      assertKnown(counts, ALWAYS);
      Count equal = Objects.requireNonNull(counts.get("x = A"));
      assertEquals(equal.none, equal.byAll);
      assertTrue(equal.byBounds > equal.none / 2 && equal.byBounds < equal.none);
    }
  }

  @Test
  void floatingPoint() throws Exception {
    List<String> literals = List.of("0", "-0.0", "1.5", "0.1", "-2", "inf", "-inf", "nan");
    List<Object> doubles =
        List.of(Double.NaN, 0.0, -0.0, 0.1, 1.5, -2.0, 7.0, Double.POSITIVE_INFINITY);
    List<Object> floats = List.of(Float.NaN, 0f, -0f, 0.1f, 1.5f, -2f, Float.NEGATIVE_INFINITY);
    for (int bits : List.of(32, 64)) {
      Map<String, Count> counts =
          check(new DataType.FloatingPoint(bits), bits == 64 ? doubles : floats, literals);
      assertKnown(counts, ALWAYS);
      for (String filter : COMPARISONS) {
        Count count = Objects.requireNonNull(counts.get(filter));
        assertTrue(count.byBounds > count.none / 2, filter);
      }
      for (String filter : NEGATED) {
        // Only what is null throughout: NaN is beyond no bound.
        assertEquals(literals.size(), Objects.requireNonNull(counts.get(filter)).byBounds, filter);
      }
    }
  }

  @Test
  void text() throws Exception {
    List<Object> pool = List.of("", "a", "ab", "abc", "abd", "b", "ä", "\uD83D\uDE00");
    List<String> literals = List.of("''", "'a'", "'ab'", "'abc'", "'ac'", "'b'");
    Map<String, Count> counts = check(new DataType.Utf8(), pool, literals);
    assertKnown(counts, COMPARISONS);
    assertKnown(counts, NEGATED);
    assertKnown(counts, ALWAYS);
    Count prefix = Objects.requireNonNull(counts.get("x startswith A"));
    assertTrue(prefix.byBounds > prefix.none / 2);
  }

  @Test
  void decimals() throws Exception {
    List<Object> pool =
        Stream.of("-12.50", "0.00", "0.10", "3.00", "99.99").<Object>map(BigDecimal::new).toList();
    for (int bits : List.of(64, 128, 256)) {
      Map<String, Count> counts =
          check(
              new DataType.Decimal(10, 2, bits),
              pool,
              List.of("-12.5", "0", "0.1", "0.105", "3", "1e9"));
      assertKnown(counts, COMPARISONS);
      assertKnown(counts, NEGATED);
      assertKnown(counts, ALWAYS);
    }
  }

  @Test
  void truthValues() throws Exception {
    DataType type = new DataType.Bool();
    Map<String, Count> counts = check(type, List.of(true, false), List.of("true", "false"));
    assertKnown(counts, COMPARISONS);
    assertKnown(counts, NEGATED);
    assertKnown(counts, ALWAYS);
  }
}
