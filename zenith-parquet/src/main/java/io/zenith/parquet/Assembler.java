package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Puts columns together: of the levels of a leaf it makes the offsets of lists, and says which
/// lists and structs are null.
///
/// The source: the Dremel paper's encoding, read as Apache Arrow's `level_conversion` describes it.
///
/// @param leaves what was read of each leaf, by its number
/// @param rows those of the row group that were read
/// @param memory for what is made
/// @param place the row group
record Assembler(
    Map<Integer, ChunkReader.Found> leaves, RowSet rows, SegmentAllocator memory, Place place) {

  /// Puts a column together.
  ArrayData column(Shape shape) {
    ArrayData column = data(shape);
    if (column.length() != rows.rows()) {
      throw place
          .in("column '" + shape.field().name() + "'")
          .malformed(column.length() + " rows", Long.toString(rows.rows()));
    }
    return column;
  }

  private ArrayData data(Shape shape) {
    return switch (shape) {
      case Shape.Leaf leaf -> leaf(leaf);
      case Shape.Struct struct -> struct(struct);
      case Shape.Lists list -> list(list);
      case Shape.Variant variant -> variant(variant);
    };
  }

  private ArrayData variant(Shape.Variant variant) {
    Place column = place.in("column '" + variant.field().name() + "'");
    return new VariantAssembler(
            variant,
            struct(variant.stored()),
            number -> column.in("row " + rows.row(row(variant.stored(), number))),
            memory,
            column)
        .column();
  }

  /// The row that a struct is in, among those that were read.
  private long row(Shape.Struct struct, long number) {
    Levels levels = struct.levels();
    if (levels.repetition() == 0) {
      return number;
    }
    LeafLevels found = found(struct).levels();
    long row = -1;
    long next = 0;
    for (long at = 0; at < found.count(); at++) {
      row += found.repetition(at) == 0 ? 1 : 0;
      boolean hasPlace =
          found.definition(at) >= levels.ancestor() && found.repetition(at) <= levels.repetition();
      if (hasPlace && next++ == number) {
        break;
      }
    }
    return row;
  }

  private ChunkReader.Found found(Shape shape) {
    ChunkReader.Found found = leaves.get(shape.firstLeaf());
    if (found == null) {
      throw new IllegalStateException("leaf " + shape.firstLeaf() + " was not read");
    }
    return found;
  }

  private ArrayData leaf(Shape.Leaf leaf) {
    ChunkReader.Found found = found(leaf);
    LeafType type = leaf.type();
    if (type.change() == LeafType.Change.NULLS) {
      return data(leaf.field(), found.places(), found.places(), List.of(MemorySegment.NULL));
    }
    Place column = place.in("column '" + leaf.field().name() + "'");
    if (leaf.field().type() instanceof DataType.Dictionary dictionary) {
      return new KeptDictionary(dictionary, type, memory, column).column(found);
    }
    List<MemorySegment> values =
        new Changes(type, column).apply(found.buffers(), found.places(), found.validity(), memory);
    boolean mayBeNull = leaf.field().nullable() && found.nulls() > 0;
    MemorySegment validity = mayBeNull ? found.validity() : MemorySegment.NULL;
    List<MemorySegment> buffers =
        values.size() == 1
            ? List.of(validity, values.getFirst())
            : List.of(validity, values.getFirst(), values.getLast());
    return data(leaf.field(), found.places(), mayBeNull ? found.nulls() : 0, buffers);
  }

  private static ArrayData data(
      Field field, long length, long nulls, List<MemorySegment> buffers, ArrayData... children) {
    return new ArrayData(field.type(), length, nulls, buffers, List.of(children), Optional.empty());
  }

  private ArrayData struct(Shape.Struct struct) {
    ArrayData[] children = struct.children().stream().map(this::data).toArray(ArrayData[]::new);
    long length = children[0].length();
    for (ArrayData child : children) {
      if (child.length() != length) {
        throw place
            .in("column '" + struct.field().name() + "'")
            .malformed("fields of " + length + " and " + child.length() + " values", "as many");
      }
    }
    struct.children().stream().skip(1).forEach(child -> requireSame(struct, child));
    if (!struct.field().nullable()) {
      return data(struct.field(), length, 0, List.of(MemorySegment.NULL), children);
    }
    Levels levels = struct.levels();
    LeafLevels found = found(struct).levels();
    MemorySegment validity = memory.allocate(Bitmaps.bytes(length), Long.BYTES);
    long next = 0;
    long nulls = 0;
    for (long at = 0; at < found.count(); at++) {
      int definition = found.definition(at);
      if (definition >= levels.ancestor() && found.repetition(at) <= levels.repetition()) {
        boolean isThere = definition >= levels.definition();
        Bitmaps.set(validity, next++, isThere);
        nulls += isThere ? 0 : 1;
      }
    }
    return data(struct.field(), length, nulls, List.of(Bitmaps.first(validity, length)), children);
  }

  /// Each leaf says for itself which groups around it are there and how long lists are; those of
  /// one struct have to say the same.
  private void requireSame(Shape.Struct struct, Shape child) {
    Levels levels = struct.levels();
    if (levels.definition() == 0) {
      return;
    }
    LeafLevels first = found(struct).levels();
    LeafLevels other = found(child).levels();
    long at = 0;
    for (long i = 0; i <= first.count(); i++) {
      if (i < first.count() && first.repetition(i) > levels.repetition()) {
        continue;
      }
      while (at < other.count() && other.repetition(at) > levels.repetition()) {
        at++;
      }
      boolean isEnd = i == first.count();
      boolean isSame =
          isEnd == (at == other.count())
              && (isEnd
                  || (first.repetition(i) == other.repetition(at)
                      && Math.min(first.definition(i), levels.definition())
                          == Math.min(other.definition(at), levels.definition())));
      if (!isSame) {
        throw place
            .in("column '" + struct.field().name() + "', field '" + child.field().name() + "'")
            .malformed("other levels at value " + at, "those of the first field");
      }
      at++;
    }
  }

  private ArrayData list(Shape.Lists list) {
    ArrayData element = data(list.element());
    if (list.field().type() instanceof DataType.Map
        && element.children().getFirst().nullCount() > 0) {
      throw place
          .in("column '" + list.field().name() + "'")
          .malformed(element.children().getFirst().nullCount() + " keys that are null", "none");
    }
    LeafLevels found = found(list).levels();
    Levels levels = list.levels();
    long most = count(found, levels);
    MemorySegment offsets = memory.allocate((most + 1) * Integer.BYTES, Long.BYTES);
    MemorySegment validity = memory.allocate(Bitmaps.bytes(most), Long.BYTES);
    int elements = 0;
    long lists = 0;
    long nulls = 0;
    for (long at = 0; at < found.count(); at++) {
      int definition = found.definition(at);
      int repetition = found.repetition(at);
      boolean isNext = repetition == levels.repetition();
      if (isNext && Math.min(definition, found.definition(at - 1)) < levels.definition()) {
        throw place
            .in("column '" + list.field().name() + "'")
            .malformed("an element at value " + at + " behind none", "one in the same list");
      }
      if (definition < levels.ancestor() || repetition > levels.repetition()) {
        continue;
      }
      if (!isNext) {
        offsets.set(Numbers.INT, lists * Integer.BYTES, elements);
        boolean isThere = definition >= levels.definition() - 1;
        Bitmaps.set(validity, lists++, isThere);
        nulls += isThere ? 0 : 1;
      }
      elements += definition >= levels.definition() ? 1 : 0;
    }
    offsets.set(Numbers.INT, lists * Integer.BYTES, elements);
    Place column = place.in("column '" + list.field().name() + "'");
    if (elements != element.length()) {
      throw column.malformed(element.length() + " elements", elements + ", as the levels say");
    }
    return new ListLayout(lists, nulls, validity, offsets, element, memory).of(list, column);
  }

  private static long count(LeafLevels found, Levels levels) {
    long lists = 0;
    for (long at = 0; at < found.count(); at++) {
      boolean isFirst = found.repetition(at) < levels.repetition();
      lists += isFirst && found.definition(at) >= levels.ancestor() ? 1 : 0;
    }
    return lists;
  }
}
