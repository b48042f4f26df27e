package io.zenith.internal.rows;

import io.zenith.internal.ErrorText;
import io.zenith.internal.layout.Buffers;
import io.zenith.internal.layout.ColumnPath;
import io.zenith.internal.layout.Concat;
import io.zenith.internal.layout.Elements;
import io.zenith.internal.layout.Kind;
import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.SchemaIndex;
import io.zenith.internal.layout.Shapes;
import io.zenith.internal.layout.TypeLayout;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The columns that a transform makes: those that it asks for are written, the others stay what
/// they were.
public final class NewColumns {
  /// Bytes a value that say whether it is null.
  private static final double VALIDITY = 1.0 / Byte.SIZE;

  private final String part;
  private final SchemaIndex before;
  private final Node[] old;
  private final SchemaIndex after;
  private final @Nullable Node[] made;

  /// How many rows they have.
  private final long end;

  private final SegmentAllocator memory;

  /// @param part who makes them, for errors
  /// @param before the columns that come
  /// @param old their nodes
  /// @param after the columns to be made
  /// @param memory for these. It need not be cleared
  public NewColumns(
      String part,
      SchemaIndex before,
      Node[] old,
      SchemaIndex after,
      long end,
      SegmentAllocator memory) {
    this.part = part;
    this.before = before;
    this.old = old;
    this.after = after;
    this.made = new @Nullable Node[after.schema.fields().size()];
    this.end = end;
    this.memory = memory;
  }

  /// Bytes a value of a type that can be written, else 0.
  public static long width(DataType type) {
    if (type instanceof DataType.FixedSizeList(Field element, int size)) {
      return size * width(element.type());
    }
    return switch (Kind.of(type)) {
      case BYTE, SHORT, INT, LONG, HALF, FLOAT, DOUBLE, DECIMAL, INTERVAL, FIXED_SIZE_BINARY ->
          TypeLayout.widthOf(type);
      default -> 0;
    };
  }

  /// The most bytes that a value of a type takes with its validity, if it can be written; else 0.
  public static double bytes(DataType type) {
    if (width(type) == 0) {
      return 0;
    }
    double values =
        type instanceof DataType.FixedSizeList(Field element, int size)
            ? size * bytes(element.type())
            : width(type);
    return values + VALIDITY;
  }

  /// The most buffers that a column of a type has, if it can be written; else 0.
  public static long buffers(DataType type) {
    if (width(type) == 0) {
      return 0;
    }
    return type instanceof DataType.FixedSizeList(Field element, _)
        ? 1 + buffers(element.type())
        : 2;
  }

  /// The values of some rows of a column.
  public MemorySegment values(String column, long first, long count) {
    int place = after.of(column);
    Field field = after.schema.fields().get(place);
    long width = width(field.type());
    if (width == 0) {
      throw new IllegalArgumentException(
          ErrorText.printable(
              "column '"
                  + column
                  + "' is "
                  + field.type()
                  + ": a transform can write columns of fixed width only"));
    }
    Node node = made[place];
    if (node == null) {
      node = make(field);
      made[place] = node;
    }
    return leaf(node).values.asSlice(first * width, count * width);
  }

  private static Node leaf(Node node) {
    Node leaf = node;
    while (leaf.kind == Kind.FIXED_SIZE_LIST) {
      leaf = leaf.children.getFirst();
    }
    return leaf;
  }

  private Node make(Field field) {
    Node same = before.find(field.name()).map(place -> old[place]).orElse(null);
    if (same != null && Shapes.same(same.field.type(), field.type())) {
      return Concat.copy(same, 0, end, memory).named(field);
    }
    return zeros(
        field, same == null ? null : same.checked(), end, new ColumnPath(null, field.name()));
  }

  private Node zeros(Field field, @Nullable Node same, long count, ColumnPath path) {
    MemorySegment validity = same == null ? MemorySegment.NULL : validity(same, count);
    if (field.type() instanceof DataType.FixedSizeList(Field element, int size)) {
      Node elements = same == null || !isListOf(same, size) ? null : same.children.getFirst();
      Node inside = zeros(element, elements, count * size, new ColumnPath(path, element.name()));
      return node(field, count, Buffers.of(validity, MemorySegment.NULL), List.of(inside), path);
    }
    return node(
        field,
        count,
        Buffers.of(validity, cleared(count * TypeLayout.widthOf(field.type()))),
        List.of(),
        path);
  }

  private Node node(
      Field field, long count, Buffers buffers, List<Node> children, ColumnPath path) {
    boolean nulls = buffers.validity().byteSize() > 0;
    return Node.of(field, count, nulls, buffers, children, null, part, path).checked();
  }

  private static boolean isListOf(Node node, int size) {
    return node.field.type() instanceof DataType.FixedSizeList(_, int other) && other == size;
  }

  private MemorySegment validity(Node same, long count) {
    if (!same.hasNulls) {
      return MemorySegment.NULL;
    }
    MemorySegment bits = cleared((count + 7) >>> 3);
    for (long i = 0; i < count; i++) {
      if (!same.isNull(i)) {
        byte set = (byte) (bits.get(Layouts.BYTE, i >>> 3) | 1 << (i & 7));
        bits.set(Layouts.BYTE, i >>> 3, set);
      }
    }
    return bits;
  }

  private MemorySegment cleared(long bytes) {
    return bytes == 0 ? MemorySegment.NULL : memory.allocate(bytes, 64).fill((byte) 0);
  }

  /// The values of some rows of a column that comes.
  public Elements elements(String column, long first, long count) {
    return Elements.of(old[before.of(column)].checked(), first, count);
  }

  /// All columns.
  ///
  /// @throws IllegalStateException if one was not filled
  public Node[] all() {
    Node[] all = new Node[made.length];
    for (int place = 0; place < all.length; place++) {
      Node node = made[place];
      all[place] = node == null ? kept(after.schema.fields().get(place), place) : node;
    }
    return all;
  }

  /// A column as far as it is made.
  ///
  /// @return null if nobody has filled it
  @Nullable Node now(int place) {
    Node node = made[place];
    int from = keptFrom(before, after, place);
    return node != null || from < 0 ? node : old[from];
  }

  private Node kept(Field field, int place) {
    int from = keptFrom(before, after, place);
    if (from < 0) {
      throw new IllegalStateException(
          ErrorText.printable(
              "column '" + field.name() + "' is " + field.type() + " from now on: fill it"));
    }
    return old[from].named(field);
  }

  /// All columns, of rows that nobody wants: none was filled.
  public Node[] unwanted() {
    for (int place = 0; place < made.length; place++) {
      if (keptFrom(before, after, place) < 0) {
        made[place] = make(after.schema.fields().get(place));
      }
    }
    return all();
  }

  /// The place of the column before whose values a column keeps unless someone writes it; -1 if it
  /// must be written.
  public static int keptFrom(SchemaIndex before, SchemaIndex after, int place) {
    Field field = after.schema.fields().get(place);
    if (after == before) {
      return place;
    }
    return before
        .find(field.name())
        .or(() -> before.twin(after, place))
        .filter(from -> Shapes.same(before.schema.fields().get(from).type(), field.type()))
        .orElse(-1);
  }
}
