package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.internal.storage.Fault;
import io.zenith.schema.DataType;
import java.util.ArrayList;
import java.util.List;

/// Sees numbers, fixed-size lists, and lists that happen to be of one length, as a tensor.
final class Tensors {
  private Tensors() {}

  /// The tensor of a column, whose lists may nest.
  static Tensor of(Range rows, Node column) {
    try {
      return settled(rows, column);
    } catch (InternalError e) {
      throw column.fault(e);
    }
  }

  private static Tensor settled(Range rows, Node column) {
    try {
      return see(rows, column);
    } finally {
      Fault.settle();
    }
  }

  private static Tensor see(Range rows, Node column) {
    List<Long> shape = new ArrayList<>();
    shape.add((long) rows.count);
    Node node = column;
    long start = rows.start;
    long count = rows.count;
    while (node.kind == Kind.FIXED_SIZE_LIST || node.kind == Kind.LIST) {
      Nulls.refuse(node, start, count, column, rows.count);
      long length = length(node, start, count, column);
      start = node.kind == Kind.LIST ? (count == 0 ? 0 : node.offset(start)) : start * length;
      count = Math.multiplyExact(count, length);
      shape.add(length);
      node = node.children.getFirst();
    }
    if (!node.kind.isNumeric()) {
      throw new IllegalArgumentException(
          ErrorText.printable(
              "column '"
                  + column.field.name()
                  + "' is "
                  + column.field.type()
                  + ": no tensor; read it with "
                  + column.kind.howToRead(column.field.name())));
    }
    Nulls.refuse(node, start, count, column, rows.count);
    return new Tensor(
        rows.with(start, Tensor.elements(count)),
        node,
        shape.stream().mapToLong(Long::longValue).toArray());
  }

  private static long length(Node node, long start, long count, Node column) {
    if (node.field.type() instanceof DataType.FixedSizeList(_, int size)) {
      return size;
    }
    if (count == 0) {
      return 0;
    }
    long length = length(node, start);
    for (long i = 1; i < count; i++) {
      long other = length(node, start + i);
      if (other != length) {
        throw new IllegalStateException(
            ErrorText.printable(
                "column '"
                    + column.field.name()
                    + "' is no tensor in this batch: list 0 has "
                    + length
                    + " elements, list "
                    + i
                    + " has "
                    + other
                    + "; read it with "
                    + column.kind.howToRead(column.field.name())));
      }
    }
    return length;
  }

  private static long length(Node list, long place) {
    return (long) list.offset(place + 1) - list.offset(place);
  }
}
