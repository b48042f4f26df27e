package io.zenith.parquet;

import static io.zenith.parquet.ColumnNeed.SLACK;
import static io.zenith.parquet.ColumnNeed.add;
import static io.zenith.parquet.ColumnNeed.times;

import io.zenith.parquet.VariantType.Group;
import io.zenith.parquet.VariantType.Named;
import io.zenith.spi.ArrayData;
import java.util.List;
import java.util.function.IntFunction;

/// The memory that variants take at most when they are put together, in bytes.
final class VariantNeed {
  /// The head of an array or object, with the end of its last part.
  private static final int HEAD_BYTES = 1 + 2 * Integer.BYTES;

  /// The name of a field, and where it begins.
  private static final int FIELD_BYTES = 2 * Integer.BYTES;

  /// Where an element begins, and a null if there is none.
  private static final int ELEMENT_BYTES = Integer.BYTES + 1;

  /// The head of text, or of a decimal.
  private static final int LENGTH_BYTES = 1 + Integer.BYTES;

  /// What encoded objects grow by when others are put in between: a field has three bytes or more,
  /// of which two may become eight.
  private static final int GROWTH = 3;

  private VariantNeed() {}

  /// Before anything is read.
  ///
  /// @param leaves what each leaf takes, by its number
  static long of(Shape.Variant variant, IntFunction<LeafNeed> leaves) {
    Shape.Struct stored = variant.stored();
    long values = leaves.apply(stored.firstLeaf()).values();
    long offsets = times(values + 1, Integer.BYTES);
    long nulls = values;
    return add(add(offsets, nulls + 2 * SLACK), of(stored, variant.layout().root(), leaves));
  }

  private static long of(Shape.Struct struct, Group group, IntFunction<LeafNeed> leaves) {
    long bytes = 0;
    if (group.value() >= 0) {
      Shape value = struct.children().get(group.value());
      bytes = times(leaves.apply(value.firstLeaf()).kept(), growth(group));
    }
    if (group.typed() < 0) {
      return bytes;
    }
    Shape typed = struct.children().get(group.typed());
    LeafNeed first = leaves.apply(typed.firstLeaf());
    return add(
        bytes,
        switch (group.type()) {
          case VariantType.None _ -> 0;
          case VariantType.Scalar(var form, int _, int width, int _) ->
              add(
                  times(first.values(), LENGTH_BYTES + width),
                  switch (form) {
                    case BYTES, TEXT -> first.kept();
                    case TRUTH, FIXED, DECIMAL -> 0;
                  });
          case VariantType.Elements(Group element) ->
              add(
                  times(first.values(), HEAD_BYTES + ELEMENT_BYTES),
                  of((Shape.Struct) ((Shape.Lists) typed).element(), element, leaves));
          case VariantType.Fields(List<Named> fields) -> {
            List<Shape> columns = ((Shape.Struct) typed).children();
            long sum = times(first.values(), HEAD_BYTES + (long) FIELD_BYTES * fields.size());
            for (Named field : fields) {
              Shape.Struct column = (Shape.Struct) columns.get(field.place());
              sum = add(sum, of(column, field.group(), leaves));
            }
            yield sum;
          }
        });
  }

  private static int growth(Group group) {
    return group.type() instanceof VariantType.Fields ? GROWTH : 1;
  }

  /// When the parts were read.
  static long of(ArrayData struct, Group group) {
    long bytes = 0;
    if (group.value() >= 0) {
      bytes = growth(group) * text(struct.children().get(group.value()));
    }
    if (group.typed() < 0) {
      return bytes;
    }
    ArrayData typed = struct.children().get(group.typed());
    long count = typed.length() - typed.nullCount();
    return bytes
        + switch (group.type()) {
          case VariantType.None _ -> 0;
          case VariantType.Scalar(var form, int _, int width, int _) ->
              count * (LENGTH_BYTES + width)
                  + switch (form) {
                    case BYTES, TEXT -> text(typed);
                    case TRUTH, FIXED, DECIMAL -> 0;
                  };
          case VariantType.Elements(Group element) -> {
            ArrayData elements = typed.children().getFirst();
            yield count * HEAD_BYTES + elements.length() * ELEMENT_BYTES + of(elements, element);
          }
          case VariantType.Fields(List<Named> fields) -> {
            long sum = count * (HEAD_BYTES + (long) FIELD_BYTES * fields.size());
            for (Named field : fields) {
              sum += of(typed.children().get(field.place()), field.group());
            }
            yield sum;
          }
        };
  }

  private static long text(ArrayData values) {
    return values.buffers().get(2).byteSize();
  }
}
