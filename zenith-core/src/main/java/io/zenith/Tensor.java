package io.zenith;

import io.zenith.internal.layout.Buffers;
import io.zenith.internal.layout.ColumnPath;
import io.zenith.internal.layout.Floats;
import io.zenith.internal.layout.Kind;
import io.zenith.internal.layout.Layouts;
import io.zenith.internal.layout.NativeTarget;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Range;
import io.zenith.internal.storage.Fault;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A dense row-major view of numbers, without nulls. The first dimension counts the rows of the
/// batch, unless it is the tensor of one row.
///
/// It is valid as long as its batch; then it throws [IllegalStateException].
public final class Tensor {
  /// How many elements [#toString()] shows.
  private static final int PRINTED = 10;

  private static final Field STACKED =
      new Field("stack", new DataType.FloatingPoint(32), false, Map.of());

  private final Range range;
  private final Node node;
  private final long[] shape;

  /// @param range the elements, as places in the node
  Tensor(Range range, Node node, long... shape) {
    this.range = range;
    this.node = node;
    this.shape = shape;
  }

  /// A tensor over memory that holds nothing but its floats.
  static Tensor ofFloats(Range rows, MemorySegment memory, int columns) {
    int elements = elements((long) rows.count * columns);
    Node node =
        Node.of(
            STACKED,
            elements,
            false,
            Buffers.of(MemorySegment.NULL, memory),
            List.of(),
            null,
            "a batch",
            new ColumnPath(null, STACKED.name()));
    return new Tensor(rows.with(0, elements), node, rows.count, columns);
  }

  /// The one value of a tensor whose first dimension is 1.
  Tensor inner() {
    return new Tensor(range, node, Arrays.copyOfRange(shape, 1, shape.length));
  }

  /// A number of elements that a tensor can have.
  ///
  /// @throws IllegalArgumentException if there are more
  static int elements(long count) {
    if (count > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          count + " elements in a batch; a tensor has at most 2^31 - 1: make the batch smaller");
    }
    return (int) count;
  }

  /// The sizes of the dimensions: a copy.
  public long[] shape() {
    return shape.clone();
  }

  /// The type of the elements.
  public DataType elementType() {
    return node.field.type();
  }

  /// How many elements in all.
  public int size() {
    return range.count;
  }

  /// An element as float.
  ///
  /// @param index its place in row-major order, from 0
  public float getFloat(int index) {
    range.at(index);
    float[] value = new float[1];
    Floats.copy(node, range.start + index, 1, value, 0);
    return value[0];
  }

  /// Converts all elements to float, in row-major order. Integers beyond 2^24 and doubles are
  /// rounded.
  ///
  /// @param target where to put them
  /// @param at where to put the first
  public void copyTo(float[] target, int at) {
    range.check();
    Objects.checkFromIndexSize(at, range.count, target.length);
    Floats.copy(node, range.start, range.count, target, at);
  }

  /// Copies all elements as they are stored, in row-major order and little-endian; truth values as
  /// one byte each, 0 or 1.
  ///
  /// @param target native memory for at least as many bytes, such as that of an engine's array
  /// @throws IllegalArgumentException if it is on the heap or too small
  public void copyTo(MemorySegment target) {
    range.check();
    NativeTarget.require(target, (long) range.count * Math.max(1, node.width));
    try {
      if (node.kind == Kind.BOOLEAN) {
        copyBits(target);
      } else {
        MemorySegment.copy(
            node.values, range.start * node.width, target, 0, (long) range.count * node.width);
      }
      Fault.settle();
    } catch (InternalError e) {
      throw node.fault(e);
    }
  }

  private void copyBits(MemorySegment target) {
    for (int i = 0; i < range.count; i++) {
      target.set(Layouts.BYTE, i, (byte) (node.bit(range.start + i) ? 1 : 0));
    }
  }

  /// All elements as floats, in row-major order.
  public float[] toFloats() {
    float[] values = new float[range.count];
    copyTo(values, 0);
    return values;
  }

  /// The stored elements in row-major order, little-endian, without a copy. It is not checked when
  /// the batch is released: what it shows is then undefined.
  ///
  /// @throws IllegalStateException for truth values, whose bits begin inside a byte
  public MemorySegment segment() {
    range.check();
    if (node.kind == Kind.BOOLEAN) {
      throw new IllegalStateException("truth values are bits: use copyTo, or the column's segment");
    }
    return node.values.asSlice(range.start * node.width, (long) range.count * node.width);
  }

  /// Element type, shape and the first elements, such as `Tensor of float32 [64, 10]: [1.0, ...]`.
  @Override
  public String toString() {
    String what = "Tensor of " + elementType() + " " + Arrays.toString(shape);
    return range.isReleased() ? what + ", released" : what + ": " + first();
  }

  private String first() {
    int count = Math.min(range.count, PRINTED);
    float[] values = new float[count];
    Floats.copy(node, range.start, count, values, 0);
    String text = Arrays.toString(values);
    return count < range.count ? text.substring(0, text.length() - 1) + ", ...]" : text;
  }
}
