package io.zenith.internal.layout;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.UnionMode;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes a node of what a format delivers, and checks everything that can be checked without a pass
/// over the data: buffer counts and sizes, lengths of children, types.
public final class Layout {
  private static final String VALUES = "values";
  private static final String OFFSETS = "offsets";

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
  public static Node node(
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
    verifyBufferCount();
    Buffers buffers = buffers();
    List<Node> children = children();
    boolean nulls = hasBitmap() || Node.mayHaveNulls(kind, data.length(), buffers, children);
    return Node.of(field, data.length(), nulls, buffers, children, dictionary(), part, path);
  }

  /// The buffers of the type, each large enough.
  private Buffers buffers() {
    MemorySegment validity = hasBitmap() ? data.buffers().getFirst() : MemorySegment.NULL;
    return switch (kind) {
      case BOOLEAN -> Buffers.of(validity, buffer(1, bitmapBytes(), VALUES));
      case BYTE,
          SHORT,
          INT,
          LONG,
          HALF,
          FLOAT,
          DOUBLE,
          DECIMAL,
          INTERVAL,
          FIXED_SIZE_BINARY,
          DICTIONARY ->
          Buffers.of(
              validity, buffer(1, times(data.length(), TypeLayout.widthOf(field.type())), VALUES));
      case UTF8, BINARY ->
          TypeLayout.isScattered(field.type())
              ? Buffers.ofViews(validity, buffer(1, times(data.length(), 16), "views"), viewData())
              : Buffers.of(validity, offsets(), buffer(2, 0, "bytes"));
      case LIST ->
          TypeLayout.isScattered(field.type())
              ? Buffers.ofListViews(
                  validity,
                  buffer(1, times(data.length(), offsetWidth()), OFFSETS),
                  buffer(2, times(data.length(), offsetWidth()), "sizes"))
              : Buffers.of(validity, offsets(), MemorySegment.NULL);
      case UNION ->
          Buffers.of(
              validity,
              isDense() ? buffer(2, times(data.length(), 4), OFFSETS) : MemorySegment.NULL,
              buffer(1, data.length(), "type ids"));
      case NULL, FIXED_SIZE_LIST, STRUCT, RUN_END_ENCODED ->
          Buffers.of(validity, MemorySegment.NULL);
    };
  }

  private List<MemorySegment> viewData() {
    List<MemorySegment> views = data.buffers();
    for (int i = 2; i < views.size(); i++) {
      buffer(i, 0, "data");
    }
    return views.subList(2, views.size());
  }

  private boolean isDense() {
    return ((DataType.Union) field.type()).mode() == UnionMode.DENSE;
  }

  private void verifyBufferCount() {
    int found = data.buffers().size();
    boolean anyNumber =
        (kind == Kind.UTF8 || kind == Kind.BINARY) && TypeLayout.isScattered(field.type());
    int expected = anyNumber ? 2 : bufferCount();
    if (anyNumber ? found < expected : found != expected) {
      throw malformed(found + " buffers", (anyNumber ? "at least " : "") + expected);
    }
  }

  private int bufferCount() {
    return switch (kind) {
      case NULL, FIXED_SIZE_LIST, STRUCT, RUN_END_ENCODED -> 1;
      case UTF8, BINARY -> 3;
      case LIST -> TypeLayout.isScattered(field.type()) ? 3 : 2;
      case UNION -> isDense() ? 3 : 2;
      case BOOLEAN,
          BYTE,
          SHORT,
          INT,
          LONG,
          HALF,
          FLOAT,
          DOUBLE,
          DECIMAL,
          INTERVAL,
          FIXED_SIZE_BINARY,
          DICTIONARY ->
          2;
    };
  }

  /// Whether there is a validity bitmap that says something.
  private boolean hasBitmap() {
    boolean needsNone = kind == Kind.NULL || kind == Kind.RUN_END_ENCODED || kind == Kind.UNION;
    if (data.buffers().getFirst().byteSize() == 0) {
      if (data.nullCount() > 0 && !needsNone) {
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
    long begins = times(data.length(), offsetWidth());
    long needed = data.length() == 0 ? 0 : Math.max(begins, begins + offsetWidth());
    return buffer(1, needed, OFFSETS);
  }

  private int offsetWidth() {
    return TypeLayout.isWide(field.type()) ? 8 : 4;
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
          case DataType.Union union when union.mode() == UnionMode.SPARSE -> data.length();
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
    DictionaryData values =
        data.dictionary()
            .orElseThrow(() -> malformed("indices without a dictionary", "a dictionary"));
    Node node = dictionaries.of(values, (part, number) -> part(type.value(), part, number));
    // Another column may have found it to be of another type before.
    if (!Shapes.same(node.field.type(), type.value())) {
      throw new IllegalStateException(
          where()
              + ": the format delivered a dictionary of "
              + node.field.type()
              + " for "
              + field.type());
    }
    return node;
  }

  private Node part(DataType type, ArrayData values, int number) {
    String name = number == 0 ? "(dictionary)" : "(dictionary, delta " + number + ")";
    return child(Field.of(name, type), values).build(0);
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
