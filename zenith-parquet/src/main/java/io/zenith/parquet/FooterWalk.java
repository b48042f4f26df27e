package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.util.Map;
import java.util.Set;

/// Walks over a footer before the generated readers get it, which take memory by sizes that they
/// find, and read the elements of a list as what they expect, whatever the list says they are.
///
/// Behind this walk both read the same: nothing is larger than its bytes, and what the readers will
/// make of it fits the heap.
final class FooterWalk {
  /// Of each structure, text or element of a list, in what the generated readers and ours make.
  private static final long NODE_BYTES = 128;

  private static final int PATH_BITS = 6;

  /// Below a field that no list of the format is below.
  private static final long NOWHERE = -1;

  /// The lists of `FileMetaData` in Apache Parquet's `parquet.thrift`, by the numbers of the fields
  /// that lead to them, and the types of their elements.
  private static final Map<Long, Integer> LISTS =
      Map.ofEntries(
          Map.entry(path(2), ThriftInput.STRUCT), // schema
          Map.entry(path(4), ThriftInput.STRUCT), // row groups
          Map.entry(path(5), ThriftInput.STRUCT), // key and value
          Map.entry(path(7), ThriftInput.STRUCT), // orders of columns
          Map.entry(path(4, 1), ThriftInput.STRUCT), // column chunks
          Map.entry(path(4, 4), ThriftInput.STRUCT), // sorting columns
          Map.entry(path(4, 1, 8, 2, 1), ThriftInput.BINARY), // path of an encrypted column
          Map.entry(path(4, 1, 3, 2), ThriftInput.I32), // encodings
          Map.entry(path(4, 1, 3, 3), ThriftInput.BINARY), // path
          Map.entry(path(4, 1, 3, 8), ThriftInput.STRUCT), // key and value
          Map.entry(path(4, 1, 3, 13), ThriftInput.STRUCT), // pages by encoding
          Map.entry(path(4, 1, 3, 16, 2), ThriftInput.I64), // histogram of levels
          Map.entry(path(4, 1, 3, 16, 3), ThriftInput.I64), // histogram of levels
          Map.entry(path(4, 1, 3, 17, 2), ThriftInput.I32)); // geospatial types

  private static final Set<Integer> LEAVES =
      Set.of(ThriftInput.BINARY, ThriftInput.LIST, ThriftInput.SET, ThriftInput.MAP);

  private final ThriftInput input;
  private final Place place;
  private long nodes;

  private FooterWalk(ThriftInput input, Place place) {
    this.input = input;
    this.place = place;
  }

  /// Checks a footer.
  ///
  /// @param heap how many bytes may be made of it
  static void check(ThriftInput input, long heap, Place place) {
    check(input, 0, heap, place);
  }

  /// Checks the metadata of a column, where that is apart from the footer.
  static void checkColumn(ThriftInput input, long heap, Place place) {
    check(input, path(4, 1, 3), heap, place);
  }

  private static void check(ThriftInput input, long path, long heap, Place place) {
    FooterWalk walk = new FooterWalk(input, place);
    walk.struct(path);
    if (walk.nodes * NODE_BYTES > heap) {
      throw place.unsupported(
          "metadata of "
              + walk.nodes
              + " parts, for which "
              + heap
              + " bytes of heap are too few,");
    }
  }

  private static long path(int... fields) {
    long path = 0;
    for (int field : fields) {
      path = inside(path, field);
    }
    return path;
  }

  private static long inside(long path, int field) {
    boolean isFar = path == NOWHERE || path >>> (Long.SIZE - 1 - PATH_BITS) != 0;
    return isFar || field <= 0 || field >> PATH_BITS != 0 ? NOWHERE : (path << PATH_BITS) | field;
  }

  private void struct(long path) {
    nodes++;
    int outer = input.begin();
    for (int type = input.nextField(); type != ThriftInput.STOP; type = input.nextField()) {
      long inner = inside(path, input.field());
      switch (type) {
        case ThriftInput.STRUCT -> struct(inner);
        case ThriftInput.LIST -> list(inner);
        default -> {
          nodes += LEAVES.contains(type) ? 1 : 0;
          input.skip(type);
        }
      }
    }
    input.end(outer);
  }

  private void list(long path) {
    ThriftInput.ListHead head = input.list();
    int expected = LISTS.getOrDefault(path, head.type());
    if (head.type() != expected && head.size() > 0) {
      throw place.malformed("a list with elements of type " + head.type(), "type " + expected);
    }
    int outer = input.begin();
    nodes++;
    for (long i = head.size(); i > 0; i--) {
      if (head.type() == ThriftInput.STRUCT) {
        struct(path);
      } else {
        nodes++;
        input.skipElement(head.type());
      }
    }
    input.end(outer);
  }
}
