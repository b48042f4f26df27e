package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.internal.layout.Kind;
import io.zenith.internal.layout.Node;
import io.zenith.internal.layout.Nulls;
import io.zenith.internal.layout.Range;
import io.zenith.internal.layout.TensorShapes;
import io.zenith.internal.storage.Fault;
import io.zenith.schema.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// Sees numbers, fixed-size lists, lists that happen to be of one length, and Arrow's tensors as a
/// tensor.
final class Tensors {
  private final Range rows;
  private final int firstRow;
  private final Node column;

  private Tensors(Range rows, int firstRow, Node column) {
    this.rows = rows;
    this.firstRow = firstRow;
    this.column = column;
  }

  /// The tensor of a column, whose lists may nest.
  ///
  /// @param firstRow the place of the rows in their batch, for errors
  static Tensor of(Range rows, int firstRow, Node column) {
    try {
      return settled(rows, firstRow, column);
    } catch (InternalError e) {
      throw column.fault(e);
    }
  }

  private static Tensor settled(Range rows, int firstRow, Node column) {
    try {
      return new Tensors(rows, firstRow, column).see();
    } finally {
      Fault.settle();
    }
  }

  private Tensor see() {
    return TensorShapes.isVariable(column.field) ? seeShaped() : seeLists();
  }

  private Tensor seeLists() {
    List<Long> shape = new ArrayList<>();
    Node node = column;
    long start = rows.start;
    long count = rows.count;
    while (node.kind == Kind.FIXED_SIZE_LIST || node.kind == Kind.LIST) {
      refuseNulls(node, start, count);
      long length = length(node, start, count);
      start = node.kind == Kind.LIST ? (count == 0 ? 0 : node.offset(start)) : start * length;
      count = Math.multiplyExact(count, length);
      shape.add(length);
      node = node.children.getFirst();
    }
    long[] known = shape.stream().mapToLong(Long::longValue).toArray();
    long[] inner = shape.size() == 1 ? TensorShapes.fixed(column).orElse(known) : known;
    return tensor(node, start, count, inner);
  }

  /// Tensors that have their shapes with them, and one shape in this batch.
  private Tensor seeShaped() {
    Node elements = column.children.getFirst();
    Node shapes = column.children.getLast();
    refuseNulls(column, rows.start, rows.count);
    refuseNulls(elements, rows.start, rows.count);
    refuseNulls(shapes, rows.start, rows.count);
    int dimensions = ((DataType.FixedSizeList) shapes.field.type()).size();
    refuseNulls(
        shapes.children.getFirst(), rows.start * dimensions, (long) rows.count * dimensions);
    if (rows.count == 0) {
      return tensor(elements.children.getFirst(), 0, 0, new long[] {0});
    }
    long[] shape = TensorShapes.variable(column, rows.start);
    for (long i = 1; i < rows.count; i++) {
      long[] other = TensorShapes.variable(column, rows.start + i);
      if (!Arrays.equals(other, shape)) {
        throw noTensor(
            "tensor 0 has the shape "
                + Arrays.toString(shape)
                + ", tensor "
                + i
                + " has "
                + Arrays.toString(other)
                + "; read one row at a time");
      }
    }
    long count = rows.count * length(elements, rows.start, rows.count);
    return tensor(elements.children.getFirst(), elements.offset(rows.start), count, shape);
  }

  private Tensor tensor(Node node, long start, long count, long[] inner) {
    if (!node.kind.isNumeric()) {
      throw new IllegalArgumentException(
          ErrorText.printable(
              "column '"
                  + column.field.name()
                  + "' is "
                  + column.field.type()
                  + ": no tensor; read it with "
                  + ColumnAccess.of(column.kind).howToRead(column.field.name())));
    }
    refuseNulls(node, start, count);
    long[] shape = LongStream.concat(LongStream.of(rows.count), Arrays.stream(inner)).toArray();
    return new Tensor(rows.with(start, Tensor.elements(count)), node, shape);
  }

  private void refuseNulls(Node node, long start, long count) {
    Nulls.refuse(node, start, count, column, firstRow, rows.count);
  }

  /// The one length of lists that lie one after the other.
  private long length(Node node, long start, long count) {
    if (node.field.type() instanceof DataType.FixedSizeList(_, int size)) {
      return size;
    }
    if (count == 0) {
      return 0;
    }
    long length = node.end(start) - node.offset(start);
    for (long i = 1; i < count; i++) {
      long other = node.end(start + i) - node.offset(start + i);
      if (other != length) {
        throw noTensor(
            "list 0 has " + length + " elements, list " + i + " has " + other + howToRead());
      }
      if (length > 0 && node.scattered && node.offset(start + i) != node.end(start + i - 1)) {
        throw noTensor("list " + i + " does not lie behind the one before" + howToRead());
      }
    }
    return length;
  }

  private String howToRead() {
    return "; read it with " + ColumnAccess.of(column.kind).howToRead(column.field.name());
  }

  private IllegalStateException noTensor(String why) {
    return new IllegalStateException(
        ErrorText.printable(
            "column '" + column.field.name() + "' is no tensor in this batch: " + why));
  }
}
