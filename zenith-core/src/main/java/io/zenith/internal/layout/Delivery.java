package io.zenith.internal.layout;

import io.zenith.internal.ErrorText;
import io.zenith.schema.DataType;
import io.zenith.schema.UnionMode;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Gives a node back in Arrow's layout, without a copy: the way that [Layout] came.
final class Delivery {
  private static final long UNKNOWN = -1;

  private final Node column;

  private Delivery(Node column) {
    this.column = column;
  }

  /// The buffers of a column whose content is checked.
  static ArrayData of(Node column) {
    return new Delivery(column).data(column);
  }

  private ArrayData data(Node node) {
    requireTypeOfField(node);
    Node dictionary = node.dictionary;
    return new ArrayData(
        node.field.type(),
        node.length,
        nullCount(node),
        buffers(node),
        node.children.stream().map(this::data).toList(),
        dictionary == null
            ? Optional.empty()
            : Optional.of(DictionaryData.of(dictionary.arrayData())));
  }

  /// A copy that joins dictionaries or runs may count further than the type can.
  private void requireTypeOfField(Node node) {
    if (node.width != TypeLayout.widthOf(node.field.type())) {
      String field = column == node ? "" : " (in its field '" + node.field.name() + "')";
      throw new IllegalStateException(
          ErrorText.printable(
              "column '"
                  + column.field.name()
                  + "' of "
                  + column.field.type()
                  + field
                  + ": this batch holds rows of several record batches, which are together too many"
                  + " for that type; make the batches smaller"));
    }
  }

  private static long nullCount(Node node) {
    if (node.kind == Kind.NULL) {
      return node.length;
    }
    return node.validity.byteSize() == 0 ? 0 : UNKNOWN;
  }

  private static List<MemorySegment> buffers(Node node) {
    List<MemorySegment> buffers = new ArrayList<>();
    buffers.add(node.validity);
    switch (node.kind) {
      case NULL, FIXED_SIZE_LIST, STRUCT, RUN_END_ENCODED -> {}
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
          buffers.add(node.values);
      case UTF8, BINARY -> {
        buffers.add(node.scattered ? node.values : node.offsets);
        if (node.scattered) {
          buffers.addAll(node.data);
        } else {
          buffers.add(node.values);
        }
      }
      case LIST -> {
        buffers.add(node.offsets);
        if (node.scattered) {
          buffers.add(node.sizes);
        }
      }
      case UNION -> {
        buffers.add(node.values);
        if (((DataType.Union) node.field.type()).mode() == UnionMode.DENSE) {
          buffers.add(node.offsets);
        }
      }
    }
    return buffers;
  }
}
