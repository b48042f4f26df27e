package io.zenith.arrow;

import static io.zenith.arrow.LayoutsTest.nodes;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.flatbuffers.FlatBufferBuilder;
import io.zenith.error.MalformedDataException;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Struct_;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Metadata made to break readers: each case is refused at once, with the place named.
@Timeout(20)
final class HostileMetadataTest {

  @Test
  void nestingIsLimited() throws IOException {
    verify(schemaFile(HostileMetadataTest::deep), "column 'f.f.f", "nesting of more than 64");
  }

  private static int deep(FlatBufferBuilder builder) {
    int field = intField(builder, 0);
    for (int i = 0; i < 1000; i++) {
      field = struct(builder, 0, field);
    }
    return schema(builder, field);
  }

  @Test
  void fieldsThatShareTheirBytesDoNotMultiply() throws IOException {
    // 2^40 fields in about 3 kB.
    verify(schemaFile(HostileMetadataTest::bushy), "footer", "fields");
  }

  private static int bushy(FlatBufferBuilder builder) {
    int field = intField(builder, 0);
    for (int i = 0; i < 40; i++) {
      field = struct(builder, 0, field, field);
    }
    return schema(builder, field);
  }

  @Test
  void textThatIsSharedDoesNotMultiply() throws IOException {
    // A thousand columns with one key of a hundred kilobytes.
    verify(schemaFile(HostileMetadataTest::wordy), "footer", "text of more than");
  }

  private static int wordy(FlatBufferBuilder builder) {
    int text = builder.createString("k".repeat(100_000));
    int entry = KeyValue.createKeyValue(builder, text, text);
    int metadata = Field.createCustomMetadataVector(builder, new int[] {entry});
    int field = intField(builder, metadata);
    int[] fields = new int[1000];
    Arrays.fill(fields, field);
    return schema(builder, fields);
  }

  @Test
  void moreFieldsThanAllowedAreRefused() throws IOException {
    verify(schemaFile(HostileMetadataTest::wide), "footer", "more than 100000 fields");
  }

  private static int wide(FlatBufferBuilder builder) {
    int[] fields = new int[100_001];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = intField(builder, 0);
    }
    return schema(builder, fields);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 29})
  void lengthsOfVectorsAreChecked(int length) throws IOException {
    int[] fromEnd = new int[1];
    byte[] file =
        schemaFile(builder -> {
          fromEnd[0] = Schema.createFieldsVector(builder, new int[0]);
          return schemaTable(builder, fromEnd[0]);
        });
    int tail = Integer.BYTES + "ARROW1".length();
    ByteBuffer.wrap(file)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(file.length - tail - fromEnd[0], length);
    verify(file, "footer", "fields");
  }

  @Test
  void aSchemaIsNeeded() throws IOException {
    verify(
        new FileForge().withFooter(new byte[] {8, 0, 0, 0, 4, 0, 4, 0, 4, 0, 0, 0}),
        "footer",
        "no schema");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 12, 64})
  void aFooterOfZerosIsRefused(int length) throws IOException {
    verify(new FileForge().withFooter(new byte[length]), "native:", "found");
  }

  static Stream<Arguments> blocks() {
    return Stream.of(
        Arguments.of(new MessageBlock(-8, 200, 8), "offset -8"),
        Arguments.of(new MessageBlock(Long.MAX_VALUE, 200, 8), "offset 9223372036854775807"),
        Arguments.of(new MessageBlock(8, -1, 8), "metadata of -1 bytes"),
        Arguments.of(new MessageBlock(8, 0, 8), "metadata of 0 bytes"),
        Arguments.of(new MessageBlock(8, Integer.MAX_VALUE, 8), "metadata of 2147483647 bytes"),
        Arguments.of(new MessageBlock(8, 100, -1), "a body of -1 bytes"),
        Arguments.of(new MessageBlock(8, 100, Long.MAX_VALUE), "a body of 9223372036854775807"),
        Arguments.of(new MessageBlock(8, 100, 1000), "a body of 1000 bytes"));
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void blocksMustLieInTheFile(MessageBlock block, String found) throws IOException {
    byte[] file =
        new FileForge(Fields.of("x", Fields.INT64))
            .batch(1, nodes(1), FileForge.none(), FileForge.longs(1))
            .batchBlock(block)
            .build();
    verify(file, "footer, record batch block 1", found);
  }

  @Test
  void blocksMustNotShareBytes() throws IOException {
    FileForge forge =
        new FileForge(Fields.of("x", Fields.INT64))
            .batch(1, nodes(1), FileForge.none(), FileForge.longs(new long[1000]));
    for (int i = 0; i < 10_000; i++) {
      forge.batchBlock(new MessageBlock(8, 100, 8000));
    }
    verify(forge.build(), "footer, record batch block", "blocks longer than the file in all");
  }

  static Stream<Arguments> batches() {
    Metadata.Span none = new Metadata.Span(0, 0);
    Metadata.Span values = new Metadata.Span(0, 16);
    Metadata.Node two = new Metadata.Node(2, 0);
    return Stream.of(
        batch("-1 rows", -1, List.of(new Metadata.Node(-1, 0)), List.of(none, values)),
        batch("0 nodes", 2, List.of(), List.of(none, values)),
        batch("2 nodes", 2, List.of(two, two), List.of(none, values)),
        batch("1 buffers", 2, List.of(two), List.of(values)),
        batch("3 buffers", 2, List.of(two), List.of(none, values, values)),
        batch("1 rows", 2, List.of(new Metadata.Node(1, 0)), List.of(none, values)),
        batch("3 nulls", 2, List.of(new Metadata.Node(2, 3)), List.of(none, values)),
        batch("-1 nulls", 2, List.of(new Metadata.Node(2, -1)), List.of(none, values)),
        batch("no validity bitmap", 2, List.of(new Metadata.Node(2, 1)), List.of(none, values)),
        batch("buffer 1 of 17", 2, List.of(two), List.of(none, new Metadata.Span(0, 17))),
        batch("buffer 1 of -16", 2, List.of(two), List.of(none, new Metadata.Span(16, -16))),
        batch("at byte -1", 2, List.of(two), List.of(none, new Metadata.Span(-1, 16))),
        batch("of 1 bytes at byte 16", 2, List.of(two), List.of(none, new Metadata.Span(16, 1))),
        batch(
            "buffer 0 of 9223372036854775807",
            2,
            List.of(two),
            List.of(new Metadata.Span(Long.MAX_VALUE, Long.MAX_VALUE), values)),
        batch(
            "rows in a body of 16 bytes",
            1L << 61,
            List.of(new Metadata.Node(1L << 61, 0)),
            List.of(none, values)),
        batch(
            "values buffer of 16 bytes",
            3,
            List.of(new Metadata.Node(3, 0)),
            List.of(none, values)));
  }

  private static Arguments batch(
      String found, long rows, List<Metadata.Node> nodes, List<Metadata.Span> buffers) {
    return Arguments.of(found, new Metadata.Batch(rows, nodes, buffers));
  }

  @ParameterizedTest
  @MethodSource("batches")
  void recordBatchesMustFitTheSchemaAndTheirBody(String found, Metadata.Batch batch)
      throws IOException {
    byte[] file = new FileForge(Fields.of("x", Fields.INT64)).batch(batch, new byte[16]).build();
    verify(file, "record batch 0", found);
  }

  @Test
  void columnsCannotAllShareOneLargeBuffer() throws IOException {
    int columns = 100;
    org.apache.arrow.vector.types.pojo.Field[] fields =
        new org.apache.arrow.vector.types.pojo.Field[columns];
    Arrays.setAll(fields, i -> Fields.of("s" + i, Fields.UTF8));
    List<Metadata.Span> spans =
        Stream.generate(() ->
                List.of(
                    new Metadata.Span(0, 0),
                    new Metadata.Span(0, 8),
                    new Metadata.Span(8, 100_000)))
            .limit(columns)
            .flatMap(List::stream)
            .toList();
    Metadata.Batch batch =
        new Metadata.Batch(1, Collections.nCopies(columns, new Metadata.Node(1, 0)), spans);
    verify(
        new FileForge(fields).batch(batch, new byte[100_008]).build(),
        "record batch 0, column 's",
        "share their bytes");
  }

  @Test
  void aMessageOfAnotherKindIsNoRecordBatch() throws IOException {
    byte[] message =
        Metadata.MODERN.message(
            Metadata.MessageKind.SCHEMA,
            new org.apache.arrow.vector.types.pojo.Schema(List.of())::getSchema,
            0);
    verify(
        new FileForge().batchMessage(message, new byte[0]).build(),
        "record batch 0",
        "a message of kind Schema");
  }

  @Test
  void rowsWithoutBytesAreFewerThan2To31() throws IOException {
    byte[] file = new FileForge().batch(1, List.of()).batch(1L << 31, List.of()).build();
    verify(file, "record batch 1", (1L << 31) + " rows");
  }

  static Stream<Arguments> types() {
    return Stream.of(
        Arguments.of("an integer of 7 bits", Type.Int, type(b -> Int.createInt(b, 7, true))),
        Arguments.of("an integer of -8 bits", Type.Int, type(b -> Int.createInt(b, -8, true))),
        Arguments.of(
            "floating-point precision 3",
            Type.FloatingPoint,
            type(b -> org.apache.arrow.flatbuf.FloatingPoint.createFloatingPoint(b, (short) 3))),
        Arguments.of("decimal128 of 39 digits", Type.Decimal, decimal(39, 128)),
        Arguments.of("decimal128 of 0 digits", Type.Decimal, decimal(0, 128)),
        Arguments.of("decimal32 of 10 digits", Type.Decimal, decimal(10, 32)),
        Arguments.of("decimal64 of 19 digits", Type.Decimal, decimal(19, 64)),
        Arguments.of("decimal256 of 77 digits", Type.Decimal, decimal(77, 256)),
        Arguments.of("a decimal of 127 bits", Type.Decimal, decimal(10, 127)),
        Arguments.of(
            "interval unit 3",
            Type.Interval,
            type(b -> org.apache.arrow.flatbuf.Interval.createInterval(b, (short) 3))),
        Arguments.of("union mode 2", Type.Union, union((short) 2)),
        Arguments.of("union mode -1", Type.Union, union((short) -1)),
        Arguments.of("1 type ids, expected 0", Type.Union, union((short) 0, 0)),
        Arguments.of("0 children", Type.Map, type(HostileMetadataTest::empty)),
        Arguments.of("0 children", Type.LargeListView, type(HostileMetadataTest::empty)),
        Arguments.of("0 children", Type.RunEndEncoded, type(HostileMetadataTest::empty)),
        Arguments.of(
            "byte width -1",
            Type.FixedSizeBinary,
            type(b -> org.apache.arrow.flatbuf.FixedSizeBinary.createFixedSizeBinary(b, -1))),
        Arguments.of(
            "date unit 2",
            Type.Date,
            type(b -> org.apache.arrow.flatbuf.Date.createDate(b, (short) 2))),
        Arguments.of(
            "time unit -1",
            Type.Duration,
            type(b -> org.apache.arrow.flatbuf.Duration.createDuration(b, (short) -1))),
        Arguments.of(
            "a time in ms of 64 bits",
            Type.Time,
            type(b -> org.apache.arrow.flatbuf.Time.createTime(b, (short) 1, 64))),
        Arguments.of("0 children", Type.List, type(HostileMetadataTest::empty)),
        Arguments.of("no type", Type.NONE, type(HostileMetadataTest::empty)),
        Arguments.of("no parameters of the type", Type.Int, type(_ -> 0)));
  }

  private static ToIntFunction<FlatBufferBuilder> union(short mode, int... ids) {
    return builder ->
        org.apache.arrow.flatbuf.Union.createUnion(
            builder, mode, org.apache.arrow.flatbuf.Union.createTypeIdsVector(builder, ids));
  }

  private static ToIntFunction<FlatBufferBuilder> decimal(int precision, int bits) {
    return builder -> org.apache.arrow.flatbuf.Decimal.createDecimal(builder, precision, 0, bits);
  }

  private static ToIntFunction<FlatBufferBuilder> type(ToIntFunction<FlatBufferBuilder> type) {
    return type;
  }

  private static int empty(FlatBufferBuilder builder) {
    Struct_.startStruct_(builder);
    return Struct_.endStruct_(builder);
  }

  @ParameterizedTest
  @MethodSource("types")
  void typesMustMakeSense(String found, byte type, ToIntFunction<FlatBufferBuilder> table)
      throws IOException {
    byte[] file =
        schemaFile(
            builder -> schema(builder, field(builder, type, table.applyAsInt(builder), 0, 0)));
    verify(file, "column 'f'", found);
  }

  static Stream<Arguments> nested() {
    org.apache.arrow.vector.types.pojo.Field item = Fields.of("item", Fields.INT32);
    org.apache.arrow.vector.types.pojo.Field pair =
        Fields.of("pair", new ArrowType.Struct(), item, item);
    org.apache.arrow.vector.types.pojo.Field single =
        Fields.of("single", new ArrowType.Struct(), item);
    ArrowType map = new ArrowType.Map(false);
    ArrowType runs = new ArrowType.RunEndEncoded();
    return Stream.of(
        Arguments.of("a map of int32", Fields.of("x", map, item)),
        Arguments.of("a map of struct<item: int32>", Fields.of("x", map, single)),
        Arguments.of("2 children, expected 1 for Map", Fields.of("x", map, pair, pair)),
        Arguments.of("1 children, expected 2 for RunEnd", Fields.of("x", runs, item)),
        Arguments.of("3 children", Fields.of("x", runs, item, item, item)),
        Arguments.of("run ends of struct", Fields.of("x", runs, pair, item)),
        Arguments.of("run ends of int8", Fields.of("x", runs, Fields.of("e", Fields.INT8), item)),
        Arguments.of(
            "run ends of uint32",
            Fields.of("x", runs, Fields.of("e", new ArrowType.Int(32, false)), item)),
        Arguments.of(
            "run ends of dictionary",
            Fields.of("x", runs, Fields.encoded("e", 1, 8, Fields.INT32), item)),
        Arguments.of("0 type ids, expected 1", unionOf(new int[0], 1)),
        Arguments.of("2 type ids, expected 1", unionOf(new int[] {0, 1}, 1)),
        Arguments.of("200 type ids, expected 2", unionOf(IntStream.range(0, 200).toArray(), 2)),
        Arguments.of("a union of 200 children", unionOf(IntStream.range(0, 200).toArray(), 200)),
        Arguments.of("a union of 129 children", unionOf(null, 129)),
        Arguments.of("type id 128", unionOf(new int[] {0, 128}, 2)),
        Arguments.of("type id -1", unionOf(new int[] {-1, 0}, 2)),
        Arguments.of("type id 3 twice", unionOf(new int[] {3, 4, 3}, 3)));
  }

  private static org.apache.arrow.vector.types.pojo.Field unionOf(int[] ids, int children) {
    org.apache.arrow.vector.types.pojo.Field[] fields =
        new org.apache.arrow.vector.types.pojo.Field[children];
    Arrays.setAll(fields, i -> Fields.of("f" + i, Fields.INT32));
    return Fields.of("x", new ArrowType.Union(UnionMode.Sparse, ids), fields);
  }

  @ParameterizedTest
  @MethodSource("nested")
  void nestedTypesMustMakeSense(String found, org.apache.arrow.vector.types.pojo.Field field)
      throws IOException {
    verify(new FileForge(field).build(), "column 'x'", found);
    org.apache.arrow.vector.types.pojo.Field outer =
        Fields.encoded(
            "outer",
            7,
            8,
            field.getType(),
            field.getChildren().toArray(org.apache.arrow.vector.types.pojo.Field[]::new));
    verify(new FileForge(outer).build(), "column 'outer'", found);
  }

  @Test
  void primitivesHaveNoChildren() throws IOException {
    verify(
        new FileForge(Fields.of("x", Fields.INT32, Fields.of("y", Fields.INT32))).build(),
        "column 'x'",
        "1 children, expected 0 for Int");
  }

  @Test
  void fixedSizeListsHaveNoNegativeSize() throws IOException {
    verify(
        new FileForge(Fields.of("x", new ArrowType.FixedSizeList(-2), Fields.of("y", Fields.INT32)))
            .build(),
        "column 'x'",
        "list size -2");
  }

  @Test
  void namesMustBeText() throws IOException {
    byte[] file = new FileForge(Fields.of("REPLACE", Fields.INT32)).build();
    int at = new String(file, StandardCharsets.ISO_8859_1).indexOf("REPLACE");
    file[at] = (byte) 0xff;
    verify(file, "footer", "field name that is not valid UTF-8");
  }

  private static byte[] schemaFile(ToIntFunction<FlatBufferBuilder> schema) {
    return new FileForge(Metadata.MODERN, schema).build();
  }

  private static int schema(FlatBufferBuilder builder, int... fields) {
    return schemaTable(builder, Schema.createFieldsVector(builder, fields));
  }

  private static int schemaTable(FlatBufferBuilder builder, int fields) {
    Schema.startSchema(builder);
    Schema.addFields(builder, fields);
    return Schema.endSchema(builder);
  }

  private static int struct(FlatBufferBuilder builder, int metadata, int... children) {
    int vector = Field.createChildrenVector(builder, children);
    return field(builder, Type.Struct_, empty(builder), vector, metadata);
  }

  private static int intField(FlatBufferBuilder builder, int metadata) {
    return field(builder, Type.Int, Int.createInt(builder, 32, true), 0, metadata);
  }

  private static int field(
      FlatBufferBuilder builder, byte type, int table, int children, int metadata) {
    int name = builder.createSharedString("f");
    Field.startField(builder);
    Field.addName(builder, name);
    Field.addTypeType(builder, type);
    if (table != 0) {
      Field.addType(builder, table);
    }
    if (children != 0) {
      Field.addChildren(builder, children);
    }
    if (metadata != 0) {
      Field.addCustomMetadata(builder, metadata);
    }
    return Field.endField(builder);
  }

  private static void verify(byte[] file, String place, String found) throws IOException {
    try (InMemory memory = new InMemory(Arrow.format(), "hostile", file)) {
      String message =
          assertThrows(MalformedDataException.class, () -> Rows.of(memory.mapped(), 100))
              .getMessage();
      assertTrue(message.startsWith("native:/mapped/hostile"), message);
      assertTrue(message.contains(place) && message.contains(found), message);
    }
  }
}
