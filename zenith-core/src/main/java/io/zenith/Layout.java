package io.zenith;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes a node of what a format delivers, and checks everything that can be checked without a pass
/// over the data: buffer counts and sizes, lengths of children, types.
final class Layout {
  private final Field field;
  private final ArrayData data;
  private final Kind kind;
  private final String part;
  private final ColumnPath path;
  private final DictionaryNodes dictionaries;

  private Layout(
      Field field, ArrayData data, String part, ColumnPath path, DictionaryNodes dictionaries) {
    this.field = field;
    this.data = data;
    this.kind = Kind.of(field.type());
    this.part = part;
    this.path = path;
    this.dictionaries = dictionaries;
  }

  /// A node for the column, or an exception that names column and buffer.
  ///
  /// @param length values that must be there
  /// @param part file and part of it
  /// @param dictionaries the dictionaries that were checked before
  static Node node(
      Field field, ArrayData data, long length, String part, DictionaryNodes dictionaries) {
    ColumnPath path = new ColumnPath(null, field.name());
    return new Layout(field, data, part, path, dictionaries).build(length);
  }

  private Node build(long length) {
    if (!Shapes.same(data.type(), field.type())) {
      throw new IllegalStateException(
          where() + ": the format delivered " + data.type() + " for " + field.type());
    }
    if (data.length() < length) {
      throw malformed(data.length() + " values", "at least " + length);
    }
    int buffers = bufferCount();
    if (data.buffers().size() != buffers) {
      throw malformed(data.buffers().size() + " buffers", String.valueOf(buffers));
    }
    MemorySegment offsets = MemorySegment.NULL;
    MemorySegment values = MemorySegment.NULL;
    switch (kind) {
      case BOOLEAN -> values = buffer(1, bitmapBytes(), "values");
      case BYTE, SHORT, INT, LONG, HALF, FLOAT, DOUBLE, DECIMAL, FIXED_SIZE_BINARY, DICTIONARY ->
          values = buffer(1, times(data.length(), Node.widthOf(field.type())), "values");
      case UTF8, BINARY -> {
        offsets = offsets();
        values = buffer(2, 0, "bytes");
      }
      case LIST -> offsets = offsets();
      case FIXED_SIZE_LIST, STRUCT -> {}
    }
    return Node.of(
        field,
        data.length(),
        hasNulls(),
        List.of(data.buffers().getFirst(), offsets, values),
        children(),
        dictionary(),
        part,
        path);
  }

  private int bufferCount() {
    return switch (kind) {
      case FIXED_SIZE_LIST, STRUCT -> 1;
      case UTF8, BINARY -> 3;
      case BOOLEAN,
          BYTE,
          SHORT,
          INT,
          LONG,
          HALF,
          FLOAT,
          DOUBLE,
          DECIMAL,
          FIXED_SIZE_BINARY,
          LIST,
          DICTIONARY ->
          2;
    };
  }

  private boolean hasNulls() {
    if (data.buffers().getFirst().byteSize() == 0) {
      if (data.nullCount() > 0) {
        throw malformed(data.nullCount() + " nulls without a validity buffer", "one");
      }
      return false;
    }
    buffer(0, bitmapBytes(), "validity");
    if (data.nullCount() > data.length()) {
      throw malformed(data.nullCount() + " nulls", "at most " + data.length());
    }
    return data.nullCount() != 0;
  }

  private long bitmapBytes() {
    return Math.ceilDiv(data.length(), 8);
  }

  /// One offset more than values. A sum that overflows is more than any buffer has, and so is its
  /// first term.
  private MemorySegment offsets() {
    long begins = times(data.length(), 4);
    long needed = data.length() == 0 ? 0 : Math.max(begins, begins + 4);
    return buffer(1, needed, "offsets");
  }

  private MemorySegment buffer(int index, long needed, String name) {
    MemorySegment buffer = data.buffers().get(index);
    if (!buffer.isNative()) {
      throw new IllegalStateException(where() + ": the format delivered a buffer on the heap");
    }
    if (buffer.byteSize() < needed) {
      throw malformed(
          name + " buffer of " + buffer.byteSize() + " bytes",
          "at least " + needed + " for " + data.length() + " values");
    }
    return buffer;
  }

  private List<Node> children() {
    List<Field> fields = field.type().children();
    if (fields.size() != data.children().size()) {
      throw malformed(data.children().size() + " children", String.valueOf(fields.size()));
    }
    if (fields.isEmpty()) {
      return List.of();
    }
    long length =
        switch (field.type()) {
          case DataType.FixedSizeList(_, int size) -> times(data.length(), size);
          case DataType.Struct _ -> data.length();
          default -> 0;
        };
    List<Node> children = new ArrayList<>(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      children.add(child(fields.get(i), data.children().get(i)).build(length));
    }
    return children;
  }

  private Layout child(Field child, ArrayData values) {
    ColumnPath way = new ColumnPath(path, child.name());
    return new Layout(child, values, part, way, dictionaries);
  }

  private @Nullable Node dictionary() {
    if (!(field.type() instanceof DataType.Dictionary type)) {
      return null;
    }
    ArrayData values =
        data.dictionary()
            .orElseThrow(() -> malformed("indices without a dictionary", "a dictionary"));
    Optional<Node> known = dictionaries.find(values);
    if (known.isPresent()) {
      return known.get();
    }
    Node node = child(Field.of("(dictionary)", type.value()), values).build(0);
    dictionaries.put(values, node);
    return node;
  }

  /// `count * width` without overflow: a product that does not fit is more than any buffer has.
  private long times(long count, int width) {
    if (width > 0 && count > Long.MAX_VALUE / width) {
      throw malformed(count + " values of " + width + " bytes", "a size below 2^63");
    }
    return count * width;
  }

  private String where() {
    return part + ", column '" + path + "'";
  }

  private MalformedDataException malformed(String found, String expected) {
    return new MalformedDataException(where(), found, expected);
  }
}
