package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// What the pages of a column chunk hold.
///
/// The source: `ColumnIndex` in Apache Parquet's `parquet.thrift`.
///
/// @param empty pages of nulls only
/// @param least a bound a page, which means nothing for pages of nulls
/// @param most the same
/// @param nulls how many nulls each page has, if the index says it
record ColumnIndex(
    BitSet empty, List<MemorySegment> least, List<MemorySegment> most, Optional<long[]> nulls) {

  /// Reads the index of a chunk.
  ///
  /// @param pages how many there are
  static ColumnIndex read(ThriftInput input, int pages, Place place) {
    return new Reader(input, pages, place).read();
  }

  /// Gathers the fields, of which any may be missing.
  private static final class Reader {
    private final ThriftInput input;
    private final int pages;
    private final Place place;

    private Reader(ThriftInput input, int pages, Place place) {
      this.input = input;
      this.pages = pages;
      this.place = place;
    }

    private ColumnIndex read() {
      Optional<BitSet> empty = Optional.empty();
      Optional<List<MemorySegment>> least = Optional.empty();
      Optional<List<MemorySegment>> most = Optional.empty();
      Optional<long[]> nulls = Optional.empty();
      int outer = input.begin();
      for (int type = input.nextField(); type != ThriftInput.STOP; type = input.nextField()) {
        boolean isList = type == ThriftInput.LIST;
        switch (isList ? input.field() : 0) {
          case 1 -> empty = Optional.of(truths());
          case 2 -> least = Optional.of(values());
          case 3 -> most = Optional.of(values());
          case 5 -> nulls = Optional.of(counts());
          default -> input.skip(type);
        }
      }
      input.end(outer);
      return new ColumnIndex(
          empty.orElseThrow(() -> missing("which pages are of nulls")),
          least.orElseThrow(() -> missing("least values")),
          most.orElseThrow(() -> missing("greatest values")),
          nulls);
    }

    private RuntimeException missing(String what) {
      return place.malformed("no list of " + what, "one");
    }

    private void list(int type) {
      ThriftInput.ListHead head = input.list();
      boolean isType = head.type() == type || (type == ThriftInput.TRUE && head.type() == 2);
      if (!isType || head.size() != pages) {
        throw place.malformed(
            head.size() + " elements of type " + head.type() + " in field " + input.field(),
            pages + " of type " + type + ", as there are pages in the offset index");
      }
    }

    private BitSet truths() {
      list(ThriftInput.TRUE);
      BitSet truths = new BitSet(pages);
      for (int page = 0; page < pages; page++) {
        truths.set(page, input.truth());
      }
      return truths;
    }

    private List<MemorySegment> values() {
      list(ThriftInput.BINARY);
      List<MemorySegment> values = new ArrayList<>(pages);
      for (int page = 0; page < pages; page++) {
        values.add(input.binary());
      }
      return values;
    }

    private long[] counts() {
      list(ThriftInput.I64);
      long[] counts = new long[pages];
      for (int page = 0; page < pages; page++) {
        counts[page] = input.zigzag();
      }
      return counts;
    }
  }
}
