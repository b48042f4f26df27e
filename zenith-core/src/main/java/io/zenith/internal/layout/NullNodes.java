package io.zenith.internal.layout;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;

/// Makes columns of nothing but nulls, for files that lack a column. All bytes under the nulls are
/// 0, which is a readable value of every type: no list has an element, every view is empty.
///
/// @param memory where they lie
public record NullNodes(SegmentAllocator memory) {
  private static final String PART = "a missing column";

  /// A column of `count` nulls.
  public Node of(Field field, long count) {
    return of(field, count, new ColumnPath(null, field.name()));
  }

  private Node of(Field field, long count, ColumnPath path) {
    DataType type = field.type();
    Kind kind = Kind.of(type);
    List<Node> children = children(type, count, path);
    Node dictionary =
        type instanceof DataType.Dictionary encoded
            ? of(Field.of("(dictionary)", encoded.value()), 1, path)
            : null;
    Buffers buffers = buffers(type, kind, count);
    boolean nulls = Node.mayHaveNulls(kind, count, buffers, children);
    return Node.of(field, count, nulls, buffers, children, dictionary, PART, path);
  }

  private List<Node> children(DataType type, long count, ColumnPath path) {
    List<Node> children = new ArrayList<>();
    for (Field child : type.children()) {
      ColumnPath inside = new ColumnPath(path, child.name());
      children.add(
          switch (type) {
            case DataType.FixedSizeList(_, int size) -> of(child, count * size, inside);
            case DataType.Struct _, DataType.Union _ -> of(child, count, inside);
            case DataType.RunEndEncoded runs when child.equals(runs.runEnds()) ->
                runEnd(child, count, inside);
            case DataType.RunEndEncoded _ -> of(child, count == 0 ? 0 : 1, inside);
            default -> of(child, 0, inside);
          });
    }
    return children;
  }

  /// One run of all rows, or of as many as the type can count.
  private Node runEnd(Field field, long count, ColumnPath path) {
    int bits = ((DataType.Int) field.type()).bits();
    MemorySegment end = zeros(bits / 8);
    Layouts.setInteger(end, 0, count, bits);
    long runs = count == 0 ? 0 : 1;
    Buffers buffers = Buffers.of(MemorySegment.NULL, end);
    return Node.of(field, runs, false, buffers, List.of(), null, PART, path);
  }

  private Buffers buffers(DataType type, Kind kind, long count) {
    MemorySegment none = MemorySegment.NULL;
    MemorySegment validity =
        kind == Kind.NULL || kind == Kind.UNION || kind == Kind.RUN_END_ENCODED
            ? none
            : zeros((count + 7) >>> 3);
    long offsetWidth = TypeLayout.isWide(type) ? 8 : 4;
    return switch (kind) {
      case NULL, STRUCT, FIXED_SIZE_LIST, RUN_END_ENCODED -> Buffers.of(validity, none);
      case BOOLEAN -> Buffers.of(validity, zeros((count + 7) >>> 3));
      case UTF8, BINARY ->
          TypeLayout.isScattered(type)
              ? Buffers.ofViews(validity, zeros(count * Views.BYTES), List.of())
              : Buffers.of(validity, zeros((count + 1) * offsetWidth), none);
      case LIST ->
          TypeLayout.isScattered(type)
              ? Buffers.ofListViews(
                  validity, zeros(count * offsetWidth), zeros(count * offsetWidth))
              : Buffers.of(validity, zeros((count + 1) * offsetWidth), none);
      case UNION -> union((DataType.Union) type, count);
      default -> Buffers.of(validity, zeros(count * TypeLayout.widthOf(type)));
    };
  }

  /// All rows are of the first type.
  private Buffers union(DataType.Union type, long count) {
    MemorySegment ids = zeros(count).fill((byte) (int) type.typeIds().getFirst());
    return Buffers.of(MemorySegment.NULL, zeros(count * 4), ids);
  }

  private MemorySegment zeros(long bytes) {
    return bytes == 0 ? MemorySegment.NULL : memory.allocate(bytes, 64).fill((byte) 0);
  }
}
