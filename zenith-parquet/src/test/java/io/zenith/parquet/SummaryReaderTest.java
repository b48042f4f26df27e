package io.zenith.parquet;

import static io.zenith.parquet.FileForge.ints;
import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.FileForge.page;
import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.parquet.FileForge.Chunk;
import io.zenith.spi.DataSource;
import io.zenith.spi.Zones;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Float16Type;
import org.apache.parquet.format.IEEE754TotalOrder;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.TypeDefinedOrder;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/// Which bounds and counts of a footer are taken, and which are not known: by types, orders, and
/// the faults of writers.
@NullUnmarked // what generated getters give is there, in sound footers
class SummaryReaderTest {
  private static final int ROWS = 3;
  private static final String UNKNOWN = "?";
  private static final String NEW = "parquet-mr version 1.15.2 (build abc)";
  private static final ColumnOrder BY_TYPE = ColumnOrder.TYPE_ORDER(new TypeDefinedOrder());
  private static final ColumnOrder TOTAL =
      ColumnOrder.IEEE_754_TOTAL_ORDER(new IEEE754TotalOrder());

  @Test
  void boundsOfAllTypesAreTaken() throws IOException {
    assertEquals("-1..2", found(leaf("x", Type.INT32, REQUIRED), ints(-1), ints(2)));
    assertEquals("-1..2", found(leaf("x", Type.INT64, REQUIRED), longs(-1), longs(2)));
    assertEquals("1.5..2.5", found(leaf("x", Type.DOUBLE, REQUIRED), doubles(1.5), doubles(2.5)));
    assertEquals("a..b", found(leaf("x", Type.BYTE_ARRAY, REQUIRED), text("a"), text("b")));
    assertEquals("..b", found(leaf("x", Type.BYTE_ARRAY, REQUIRED), text(""), text("b")));
    assertEquals("false..true", found(leaf("x", Type.BOOLEAN, REQUIRED), bytes(0), bytes(1)));
    assertEquals("1.0..2.0", found(half(), bytes(0, 0x3C), bytes(0, 0x40)));
    assertEquals("ab..ba", found(fixed(2), text("ab"), text("ba")));
    assertEquals("1..4294967295", found(unsigned(32), ints(1), ints(-1)));
    assertEquals("-3..258", found(decimal(Type.INT32, 0), ints(-3), ints(258)));
    assertEquals("-3..258", found(decimal(Type.INT64, 0), longs(-3), longs(258)));
    byte[] least = bytes(0xFF, 0xFD);
    assertEquals("-3..258", found(decimal(Type.FIXED_LEN_BYTE_ARRAY, 2), least, bytes(1, 2)));
    assertEquals("-3..258", found(decimal(Type.BYTE_ARRAY, 0), bytes(0xFD), bytes(1, 2)));
  }

  @Test
  void whatIsNoValueOfTheTypeIsUnknown() throws IOException {
    assertUnknown(leaf("x", Type.INT32, REQUIRED), bytes(1), ints(2));
    assertUnknown(leaf("x", Type.INT32, REQUIRED), ints(1), longs(2));
    assertUnknown(leaf("x", Type.INT32, REQUIRED), bytes(), bytes());
    assertUnknown(leaf("x", Type.BYTE_ARRAY, REQUIRED), text(""), text(""));
    assertUnknown(leaf("x", Type.BOOLEAN, REQUIRED), bytes(0), bytes(2));
    assertUnknown(leaf("x", Type.BOOLEAN, REQUIRED), bytes(0), bytes(0, 0));
    assertUnknown(fixed(2), text("a"), text("b"));
    assertUnknown(decimal(Type.BYTE_ARRAY, 0), bytes(), bytes(1));
    assertUnknown(decimal(Type.BYTE_ARRAY, 0), bytes(1), new byte[40]);
    assertUnknown(leaf("x", Type.INT96, REQUIRED), new byte[12], new byte[12]);
    // What a reader cuts to 8 bits has no order any more.
    assertUnknown(unsigned(8), ints(1), ints(256));
    assertUnknown(
        leaf("x", Type.INT32, REQUIRED).setConverted_type(ConvertedType.INT_8), ints(1), ints(128));
  }

  @Test
  void boundsInTheWrongOrderAreUnknown() throws IOException {
    assertUnknown(leaf("x", Type.INT32, REQUIRED), ints(2), ints(1));
    assertUnknown(unsigned(32), ints(-1), ints(1));
    assertUnknown(leaf("x", Type.DOUBLE, REQUIRED), doubles(2), doubles(1));
    assertUnknown(leaf("x", Type.BYTE_ARRAY, REQUIRED), text("ä"), text("z"));
    assertUnknown(decimal(Type.FIXED_LEN_BYTE_ARRAY, 2), bytes(1, 2), bytes(0xFF, 0xFD));
  }

  @Test
  void notANumberIsNoBoundAndZerosHaveBothSigns() throws IOException {
    SchemaElement column = leaf("x", Type.DOUBLE, REQUIRED);
    assertUnknown(column, doubles(Double.NaN), doubles(1));
    assertUnknown(column, doubles(1), doubles(Double.NaN));
    assertEquals("-0.0..0.0", found(column, doubles(0.0), doubles(-0.0)));
    assertEquals("-0.0..0.0", found(column, doubles(-0.0), doubles(0.0)));
    assertEquals("-0.0..0.0", found(half(), bytes(0, 0), bytes(0, 0x80)));
    assertUnknown(half(), bytes(0, 0), bytes(1, 0x7C));
  }

  @Test
  void boundsWithoutAnOrderMeanNothing() throws IOException {
    Statistics stated = values(ints(1), ints(2));
    SchemaElement column = leaf("x", Type.INT32, REQUIRED);
    assertEquals(UNKNOWN, bounds(column, stated, footer -> footer.unsetColumn_orders()));
    assertEquals(UNKNOWN, bounds(column, stated, footer -> footer.setColumn_orders(List.of())));
    // The order of floating point is none of whole numbers.
    assertEquals(
        UNKNOWN, bounds(column, stated, footer -> footer.setColumn_orders(List.of(TOTAL))));
    assertEquals(
        "1.0..2.0",
        bounds(
            leaf("x", Type.DOUBLE, REQUIRED),
            values(doubles(1), doubles(2)),
            footer -> footer.setColumn_orders(List.of(TOTAL))));
  }

  @Test
  void typesWithoutAnOrderHaveNoBounds() throws IOException {
    SchemaElement interval = fixed(12).setConverted_type(ConvertedType.INTERVAL);
    assertUnknown(interval, new byte[12], new byte[12]);
    // An annotation that does not go with what is stored is left out, but was no error to its
    // writer.
    SchemaElement odd = leaf("x", Type.INT64, REQUIRED).setConverted_type(ConvertedType.UINT_8);
    assertUnknown(odd, longs(1), longs(2));
  }

  @Test
  void boundsFromBeforeOrdersAreTakenWhereValuesHaveASign() throws IOException {
    assertEquals("-1..2", old(leaf("x", Type.INT32, REQUIRED), ints(-1), ints(2)));
    assertEquals("-1..2", old(leaf("x", Type.INT64, REQUIRED), longs(-1), longs(2)));
    assertEquals("1.0..2.0", old(leaf("x", Type.DOUBLE, REQUIRED), doubles(1), doubles(2)));
    assertEquals("false..true", old(leaf("x", Type.BOOLEAN, REQUIRED), bytes(0), bytes(1)));
    assertEquals("1..2", old(decimal(Type.INT32, 0), ints(1), ints(2)));
    assertEquals(UNKNOWN, old(unsigned(32), ints(1), ints(2)));
    assertEquals(UNKNOWN, old(leaf("x", Type.BYTE_ARRAY, REQUIRED), text("a"), text("b")));
    assertEquals(UNKNOWN, old(fixed(1), text("a"), text("b")));
    assertEquals(UNKNOWN, old(decimal(Type.FIXED_LEN_BYTE_ARRAY, 2), bytes(0, 1), bytes(0, 2)));
    assertEquals(UNKNOWN, old(decimal(Type.BYTE_ARRAY, 0), bytes(1), bytes(2)));
  }

  @Test
  void decimalsInBytesAreTakenOfWritersThatOrderThem() throws IOException {
    assertEquals(
        "1..2",
        decimals("parquet-mr version 1.10.0 (build 031a6654009e3b82020012a18434c582bd74c73a)"));
    assertEquals("1..2", decimals("parquet-cpp-arrow version 26.0.0"));
    assertEquals("1..2", decimals("DuckDB version v1.1.0 (build abc)"));
    assertEquals(UNKNOWN, decimals("parquet-cpp-arrow version 3.0.0"));
    assertEquals(UNKNOWN, decimals("parquet-cpp version 1.5.1-SNAPSHOT"));
    assertEquals(UNKNOWN, decimals("parquet-mr version 1.9.0"));
    assertEquals(UNKNOWN, decimals("Polars (python) version 2.1.0"));
    assertEquals(UNKNOWN, decimals("parquet-mr version 99999999999999999999"));
    assertEquals(UNKNOWN, decimals("parquet-mr"));
    assertEquals(UNKNOWN, decimals(""));
  }

  private static String decimals(String writer) throws IOException {
    return bounds(
        decimal(Type.FIXED_LEN_BYTE_ARRAY, 2),
        values(bytes(0, 1), bytes(0, 2)),
        footer -> footer.setCreated_by(writer));
  }

  @Test
  void floatingPointIsNotTakenOfWritersThatLoseValuesBesideNaN() throws IOException {
    assertEquals("1.0..2.0", floating("parquet-mr version 1.10.0 (build 031a6654)"));
    assertEquals("1.0..2.0", floating("parquet-cpp version 1.4.0"));
    assertEquals("1.0..2.0", floating("parquet-cpp-arrow version 0.17.0"));
    assertEquals("1.0..2.0", floating("impala version 3.0.0-RELEASE (build abc)"));
    assertEquals("1.0..2.0", floating("github.com/parquet-go/parquet-go version 0.32.0(build )"));
    assertEquals("1.0..2.0", floating(""));
    assertEquals(UNKNOWN, floating("parquet-mr version 1.9.0"));
    assertEquals(UNKNOWN, floating("parquet-mr version 1.5.0-cdh5.13.0 (build abc)"));
    assertEquals(UNKNOWN, floating("parquet-cpp version 1.3.2-SNAPSHOT"));
    assertEquals(UNKNOWN, floating("impala version 2.11.0-cdh5.14.0 (build abc)"));
    assertEquals(UNKNOWN, floating("github.com/parquet-go/parquet-go version 0.24.0(build )"));
    assertEquals(UNKNOWN, floating("github.com/segmentio/parquet-go version 1.0.0(build )"));
    Statistics old = new Statistics().setMin(doubles(1)).setMax(doubles(2));
    SchemaElement column = leaf("x", Type.DOUBLE, REQUIRED);
    assertEquals(
        UNKNOWN, bounds(column, old, footer -> footer.setCreated_by("parquet-mr version 1.8.1")));
    assertEquals(
        "1..2",
        bounds(
            leaf("x", Type.INT32, REQUIRED),
            values(ints(1), ints(2)),
            footer -> footer.setCreated_by("parquet-mr version 1.8.1")));
  }

  private static String floating(String writer) throws IOException {
    return bounds(
        leaf("x", Type.DOUBLE, REQUIRED),
        values(doubles(1), doubles(2)),
        footer -> footer.setCreated_by(writer));
  }

  @Test
  void longTextIsCutToBoundsThatAreStillRight() throws IOException {
    SchemaElement column = leaf("x", Type.BYTE_ARRAY, REQUIRED);
    String cut = "y".repeat(64);
    assertEquals(
        cut + ".." + "y".repeat(63) + "z", found(column, text(cut + "a"), text(cut + "b")));
    byte[] high = new byte[70];
    Arrays.fill(high, (byte) -1);
    assertUnknown(column, text("a"), high);
    high[0] = 'a';
    assertEquals("a..b", found(column, text("a"), high));
  }

  @Test
  void countsOfNullsThatCannotBeAreUnknown() throws IOException {
    SchemaElement column = leaf("x", Type.INT32, OPTIONAL);
    assertEquals(2, nulls(column, new Statistics().setNull_count(2)));
    assertEquals(3, nulls(column, new Statistics().setNull_count(3)));
    assertEquals(-1, nulls(column, values(ints(1), ints(2)).setNull_count(4)));
    // Bounds are of something that is there.
    assertEquals(-1, nulls(column, values(ints(1), ints(2)).setNull_count(3)));
    assertEquals(
        -1, nulls(column, new Statistics().setNull_count(3).setMax(ints(2)).setMin(ints(1))));
    assertEquals(2, nulls(column, values(ints(1), ints(2)).setNull_count(2)));
    assertEquals(-1, nulls(column, values(ints(1), ints(2)).setNull_count(-1)));
    assertEquals(-1, nulls(column, values(ints(1), ints(2))));
    assertEquals(0, nulls(leaf("x", Type.INT32, REQUIRED), new Statistics().setNull_count(2)));
  }

  private static long nulls(SchemaElement column, Statistics stated) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      return zones(column, stated, _ -> {}, arena).orElseThrow().zones().getFirst().nulls();
    }
  }

  @Test
  void fieldsOfNullStructsMayNotHaveBeenCounted() throws IOException {
    Statistics stated = values(ints(1), ints(2));
    assertEquals(-1, nullsOfField(OPTIONAL, OPTIONAL, stated.setNull_count(0)));
    assertEquals(-1, nullsOfField(OPTIONAL, REQUIRED, stated.setNull_count(0)));
    assertEquals(0, nullsOfField(REQUIRED, OPTIONAL, stated.setNull_count(0)));
    assertEquals(2, nullsOfField(REQUIRED, OPTIONAL, stated.setNull_count(2)));
    assertEquals(3, nullsOfField(OPTIONAL, OPTIONAL, new Statistics().setNull_count(3)));
    assertEquals(0, nullsOfField(REQUIRED, REQUIRED, stated.setNull_count(3)));
  }

  private static long nullsOfField(
      FieldRepetitionType struct, FieldRepetitionType field, Statistics stated) throws IOException {
    FileForge forge =
        new FileForge(1, FileForge.group("s", struct, 1), leaf("x", Type.INT32, field));
    try (Arena arena = Arena.ofConfined()) {
      return zones(forge, stated, _ -> {}, List.of(0, 0), arena)
          .orElseThrow()
          .zones()
          .getFirst()
          .nulls();
    }
  }

  private static void assertUnknown(SchemaElement column, byte[] least, byte[] most)
      throws IOException {
    assertEquals(UNKNOWN, found(column, least, most));
  }

  private static String found(SchemaElement column, byte[] least, byte[] most) throws IOException {
    return bounds(column, values(least, most), _ -> {});
  }

  private static String old(SchemaElement column, byte[] least, byte[] most) throws IOException {
    Statistics stated = new Statistics().setMin(least).setMax(most);
    return bounds(column, stated, footer -> footer.unsetColumn_orders());
  }

  private static Statistics values(byte[] least, byte[] most) {
    return new Statistics().setMin_value(least).setMax_value(most);
  }

  private static String bounds(
      SchemaElement column, Statistics stated, Consumer<FileMetaData> change) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      // As nothing else is known but that there are no nulls.
      Zones zones = zones(column, stated, change, arena).orElseThrow();
      Object least = FlatValues.value(zones.least(), 0);
      Object most = FlatValues.value(zones.most(), 0);
      return least == null && most == null ? UNKNOWN : least + ".." + most;
    }
  }

  private static Optional<Zones> zones(
      SchemaElement column, Statistics stated, Consumer<FileMetaData> change, Arena arena)
      throws IOException {
    return zones(new FileForge(column), stated, change, List.of(0), arena);
  }

  private static Optional<Zones> zones(
      FileForge forge,
      Statistics stated,
      Consumer<FileMetaData> change,
      List<Integer> path,
      Arena arena)
      throws IOException {
    byte[] file =
        forge
            .rowGroup(ROWS, new Chunk(ROWS, page(ROWS, Encoding.PLAIN, new byte[100])))
            .footer(footer -> {
              footer.setCreated_by(NEW).setColumn_orders(List.of(BY_TYPE));
              footer
                  .getRow_groups()
                  .getFirst()
                  .getColumns()
                  .getFirst()
                  .getMeta_data()
                  .setStatistics(stated);
              change.accept(footer);
            })
            .build();
    try (InMemory memory = new InMemory(Parquet.format(), "statistics", file);
        DataSource source = memory.source(true)) {
      return source.splits().getFirst().zones(path, arena);
    }
  }

  private static SchemaElement half() {
    return fixed(2).setLogicalType(LogicalType.FLOAT16(new Float16Type()));
  }

  private static SchemaElement fixed(int length) {
    return leaf("x", Type.FIXED_LEN_BYTE_ARRAY, REQUIRED).setType_length(length);
  }

  private static SchemaElement unsigned(int bits) {
    return leaf("x", Type.INT32, REQUIRED)
        .setLogicalType(LogicalType.INTEGER(new IntType((byte) bits, false)));
  }

  private static SchemaElement decimal(Type type, int length) {
    return leaf("x", type, REQUIRED)
        .setType_length(length)
        .setLogicalType(LogicalType.DECIMAL(new DecimalType(0, 4)));
  }

  private static byte[] longs(long value) {
    return FileForge.longs(value);
  }

  private static byte[] doubles(double value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(value).array();
  }

  private static byte[] text(String value) {
    return value.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bytes(int... values) {
    return FileForge.bytes(values);
  }
}
