package io.zenith.arrow;

import io.zenith.schema.DataType;
import io.zenith.schema.Schema;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.LargeListViewVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.UnionVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;

/// An Arrow file as arrow-java reads it, in the words of Zenith and the values of
/// [io.zenith.testkit.ColumnValues].
///
/// @param schema its schema
/// @param rows its rows
record Oracle(Schema schema, List<List<Object>> rows) {

  /// Reads a whole file.
  static Oracle read(Path file) throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        ArrowReader reader = new ArrowFileReader(Files.newByteChannel(file), allocator)) {
      return read(reader);
    }
  }

  /// Reads a whole stream.
  static Oracle readStream(Path file) throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        ArrowReader reader = new ArrowStreamReader(Files.newInputStream(file), allocator)) {
      return read(reader);
    }
  }

  /// The rows of some vectors.
  static List<List<Object>> rows(
      VectorSchemaRoot root, Schema schema, DictionaryProvider dictionaries) {
    List<List<Object>> rows = new ArrayList<>();
    addRows(root, schema, dictionaries, rows);
    return rows;
  }

  private static Oracle read(ArrowReader reader) throws IOException {
    VectorSchemaRoot root = reader.getVectorSchemaRoot();
    Schema schema = OracleSchema.of(root.getSchema(), reader);
    List<List<Object>> rows = new ArrayList<>();
    while (reader.loadNextBatch()) {
      addRows(root, schema, reader, rows);
    }
    return new Oracle(schema, rows);
  }

  private static void addRows(
      VectorSchemaRoot root,
      Schema schema,
      DictionaryProvider dictionaries,
      List<List<Object>> rows) {
    for (int row = 0; row < root.getRowCount(); row++) {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < schema.fields().size(); i++) {
        DataType type = schema.fields().get(i).type();
        values.add(value(root.getVector(i), type, row, dictionaries));
      }
      rows.add(values);
    }
  }

  private static Object value(
      FieldVector vector, DataType type, int row, DictionaryProvider dictionaries) {
    if (vector.isNull(row)) {
      return null;
    }
    DictionaryEncoding encoding = vector.getField().getDictionary();
    if (encoding != null) {
      FieldVector values = dictionaries.lookup(encoding.getId()).getVector();
      DataType.Dictionary encoded = (DataType.Dictionary) type;
      Long index = (Long) plain(vector, encoded.index(), row, dictionaries);
      return value(values, encoded.value(), Math.toIntExact(index), dictionaries);
    }
    return plain(vector, type, row, dictionaries);
  }

  private static Object plain(
      FieldVector vector, DataType type, int row, DictionaryProvider dictionaries) {
    ArrowBuf data = vector instanceof BaseFixedWidthVector ? vector.getDataBuffer() : null;
    return switch (vector.getMinorType()) {
      case NULL -> throw new AssertionError("a value of " + vector.getField());
      case BIT -> ((BitVector) vector).get(row) != 0;
      case TINYINT -> (long) data.getByte(row);
      case UINT1 -> (long) Byte.toUnsignedInt(data.getByte(row));
      case SMALLINT -> (long) data.getShort(row * 2L);
      case UINT2 -> (long) Short.toUnsignedInt(data.getShort(row * 2L));
      case INT, DATEDAY, TIMESEC, TIMEMILLI -> (long) data.getInt(row * 4L);
      case UINT4 -> Integer.toUnsignedLong(data.getInt(row * 4L));
      case BIGINT,
          UINT8,
          DATEMILLI,
          TIMEMICRO,
          TIMENANO,
          TIMESTAMPSEC,
          TIMESTAMPMILLI,
          TIMESTAMPMICRO,
          TIMESTAMPNANO,
          TIMESTAMPSECTZ,
          TIMESTAMPMILLITZ,
          TIMESTAMPMICROTZ,
          TIMESTAMPNANOTZ,
          DURATION ->
          data.getLong(row * 8L);
      case FLOAT2 -> Float.float16ToFloat(data.getShort(row * 2L));
      case FLOAT4 -> data.getFloat(row * 4L);
      case FLOAT8 -> data.getDouble(row * 8L);
      case DECIMAL -> ((DecimalVector) vector).getObject(row);
      case DECIMAL256 -> ((Decimal256Vector) vector).getObject(row);
      case INTERVALYEAR -> interval(data.getInt(row * 4L), 0, 0);
      case INTERVALDAY ->
          interval(0, data.getInt(row * 8L), 1_000_000L * data.getInt(row * 8L + 4));
      case INTERVALMONTHDAYNANO ->
          interval(data.getInt(row * 16L), data.getInt(row * 16L + 4), data.getLong(row * 16L + 8));
      case VARCHAR, LARGEVARCHAR, VIEWVARCHAR -> vector.getObject(row).toString();
      case VARBINARY, LARGEVARBINARY, VIEWVARBINARY -> Bytes.of((byte[]) vector.getObject(row));
      case FIXEDSIZEBINARY -> Bytes.of(((FixedSizeBinaryVector) vector).get(row));
      case LIST, MAP -> {
        ListVector list = (ListVector) vector;
        yield elements(
            list.getDataVector(),
            element(type),
            list.getElementStartIndex(row),
            list.getElementEndIndex(row),
            dictionaries);
      }
      case LARGELIST -> {
        LargeListVector list = (LargeListVector) vector;
        yield elements(
            list.getDataVector(),
            element(type),
            Math.toIntExact(list.getElementStartIndex(row)),
            Math.toIntExact(list.getElementEndIndex(row)),
            dictionaries);
      }
      case LISTVIEW -> {
        ListViewVector list = (ListViewVector) vector;
        yield elements(
            list.getDataVector(),
            element(type),
            list.getElementStartIndex(row),
            list.getElementEndIndex(row),
            dictionaries);
      }
      case LARGELISTVIEW -> {
        LargeListViewVector list = (LargeListViewVector) vector;
        int from = Math.toIntExact(list.getOffsetBuffer().getLong(row * 8L));
        int size = Math.toIntExact(list.getSizeBuffer().getLong(row * 8L));
        yield elements(list.getDataVector(), element(type), from, from + size, dictionaries);
      }
      case FIXED_SIZE_LIST -> {
        FixedSizeListVector list = (FixedSizeListVector) vector;
        int size = list.getListSize();
        yield elements(
            list.getDataVector(), element(type), row * size, (row + 1) * size, dictionaries);
      }
      case STRUCT -> {
        List<Object> fields = new ArrayList<>();
        List<FieldVector> children = vector.getChildrenFromFields();
        for (int i = 0; i < children.size(); i++) {
          fields.add(value(children.get(i), type.children().get(i).type(), row, dictionaries));
        }
        yield new Row(fields);
      }
      case UNION -> {
        int id = ((UnionVector) vector).getTypeValue(row);
        yield member(vector, (DataType.Union) type, id, row, dictionaries);
      }
      case DENSEUNION -> {
        DenseUnionVector union = (DenseUnionVector) vector;
        yield member(
            vector,
            (DataType.Union) type,
            union.getTypeId(row),
            union.getOffset(row),
            dictionaries);
      }
      case RUNENDENCODED -> {
        RunEndEncodedVector runs = (RunEndEncodedVector) vector;
        DataType values = type.children().getLast().type();
        yield value(runs.getValuesVector(), values, runs.getPhysicalIndex(row), dictionaries);
      }
      case EXTENSIONTYPE -> throw new AssertionError("not compared: " + vector.getField());
    };
  }

  private static Row interval(int months, int days, long nanos) {
    return Row.of((long) months, (long) days, nanos);
  }

  private static DataType element(DataType list) {
    return list.children().getFirst().type();
  }

  /// By place: arrow-java's own look-up by type id does not know every type, and takes one for
  /// another of the same class.
  private static Object member(
      FieldVector vector, DataType.Union type, int id, int row, DictionaryProvider dictionaries) {
    int place = type.typeIds().indexOf(id);
    FieldVector member = vector.getChildrenFromFields().get(place);
    Object value = value(member, type.fields().get(place).type(), row, dictionaries);
    return value == null ? null : Row.of((long) id, value);
  }

  private static List<Object> elements(
      FieldVector vector, DataType type, int from, int to, DictionaryProvider dictionaries) {
    List<Object> values = new ArrayList<>();
    for (int i = from; i < to; i++) {
      values.add(value(vector, type, i, dictionaries));
    }
    return values;
  }
}
