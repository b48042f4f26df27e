package io.zenith;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes nodes of what a format delivers, and checks everything that can be checked without a pass
/// over the data: buffer counts and sizes, lengths of children, types.
final class Layout {
  private Layout() {}

  /// A node for the column, or an exception that names column and buffer.
  ///
  /// @param length values that must be there
  /// @param where file and part
  static Node node(Field field, ArrayData data, long length, String where) {
    return build(field, data, length, where + ", column '" + field.name() + "'");
  }

  private static Node build(Field field, ArrayData data, long length, String where) {
    if (!data.type().equals(field.type())) {
      throw new IllegalStateException(
          where + ": the format delivered " + data.type() + " for " + field.type());
    }
    if (data.length() < length) {
      throw malformed(where, data.length() + " values", "at least " + length);
    }
    Kind kind = Kind.of(field.type());
    int buffers = bufferCount(kind);
    if (data.buffers().size() != buffers) {
      throw malformed(where, data.buffers().size() + " buffers", String.valueOf(buffers));
    }
    long values = data.length();
    MemorySegment offsets = MemorySegment.NULL;
    MemorySegment bytes = MemorySegment.NULL;
    switch (kind) {
      case BOOLEAN -> bytes = buffer(data, 1, (values + 7) >>> 3, "values", where);
      case BYTE, SHORT, INT, LONG, HALF, FLOAT, DOUBLE, DECIMAL, FIXED_SIZE_BINARY, DICTIONARY ->
          bytes =
              buffer(data, 1, bytes(values, Node.widthOf(field.type()), where), "values", where);
      case UTF8, BINARY -> {
        offsets = offsets(data, where);
        bytes = buffer(data, 2, 0, "bytes", where);
      }
      case LIST -> offsets = offsets(data, where);
      case FIXED_SIZE_LIST, STRUCT -> {}
    }
    return Node.of(
        field,
        values,
        hasNulls(data, where),
        List.of(data.buffers().getFirst(), offsets, bytes),
        children(field, data, where),
        dictionary(field, data, where),
        where);
  }

  private static int bufferCount(Kind kind) {
    return switch (kind) {
      case FIXED_SIZE_LIST, STRUCT -> 1;
      case UTF8, BINARY -> 3;
      case BOOLEAN, BYTE, SHORT, INT, LONG, HALF, FLOAT, DOUBLE, DECIMAL, FIXED_SIZE_BINARY, LIST,
          DICTIONARY ->
          2;
    };
  }

  private static boolean hasNulls(ArrayData data, String where) {
    if (data.buffers().getFirst().byteSize() == 0) {
      if (data.nullCount() > 0) {
        throw malformed(where, data.nullCount() + " nulls without a validity buffer", "one");
      }
      return false;
    }
    buffer(data, 0, (data.length() + 7) >>> 3, "validity", where);
    if (data.nullCount() > data.length()) {
      throw malformed(where, data.nullCount() + " nulls", "at most " + data.length());
    }
    return data.nullCount() != 0;
  }

  private static MemorySegment offsets(ArrayData data, String where) {
    return data.length() == 0
        ? buffer(data, 1, 0, "offsets", where)
        : buffer(data, 1, bytes(Math.addExact(data.length(), 1), 4, where), "offsets", where);
  }

  private static MemorySegment buffer(
      ArrayData data, int index, long needed, String name, String where) {
    MemorySegment buffer = data.buffers().get(index);
    if (!buffer.isNative()) {
      throw new IllegalStateException(where + ": the format delivered a buffer on the heap");
    }
    if (buffer.byteSize() < needed) {
      throw malformed(
          where,
          name + " buffer of " + buffer.byteSize() + " bytes",
          "at least " + needed + " for " + data.length() + " values");
    }
    return buffer;
  }

  private static List<Node> children(Field field, ArrayData data, String where) {
    List<Field> fields = field.type().children();
    if (fields.size() != data.children().size()) {
      throw malformed(where, data.children().size() + " children", String.valueOf(fields.size()));
    }
    long length =
        switch (field.type()) {
          case DataType.FixedSizeList(_, int size) -> bytes(data.length(), size, where);
          case DataType.Struct _ -> data.length();
          default -> 0;
        };
    List<Node> children = new ArrayList<>(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      String child = where + ", child '" + fields.get(i).name() + "'";
      children.add(build(fields.get(i), data.children().get(i), length, child));
    }
    return children;
  }

  private static @Nullable Node dictionary(Field field, ArrayData data, String where) {
    if (!(field.type() instanceof DataType.Dictionary type)) {
      return null;
    }
    ArrayData values =
        data.dictionary()
            .orElseThrow(() -> malformed(where, "indices without a dictionary", "a dictionary"));
    return build(Field.of(field.name(), type.value()), values, 0, where + ", dictionary");
  }

  /// `count * width` without overflow: a product that does not fit is more than any buffer has.
  private static long bytes(long count, int width, String where) {
    try {
      return Math.multiplyExact(count, (long) width);
    } catch (ArithmeticException e) {
      throw new MalformedDataException(
          where, count + " values of " + width + " bytes", "a size below 2^63", e);
    }
  }

  private static MalformedDataException malformed(String where, String found, String expected) {
    return new MalformedDataException(where, found, expected);
  }
}
