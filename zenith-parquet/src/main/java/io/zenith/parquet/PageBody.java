package io.zenith.parquet;

import io.zenith.parquet.PageHeader.Kind;
import java.lang.foreign.MemorySegment;

/// The parts of a data page, decompressed.
///
/// @param repetition the repetition levels; empty where there are none
/// @param definition the definition levels; empty where there are none
/// @param values the values that are not null
record PageBody(MemorySegment repetition, MemorySegment definition, MemorySegment values) {

  /// Cuts a data page into its parts.
  ///
  /// @param bytes of the page: the first version decompressed, of the second the values
  /// @param levels of the column
  static PageBody of(Page page, MemorySegment bytes, Levels levels) {
    PageHeader header = page.header();
    if (header.kind() == Kind.DATA_V2) {
      int repetition = header.levels().repetitionBytes();
      int definition = header.levels().definitionBytes();
      return new PageBody(
          bytes.asSlice(0, repetition),
          bytes.asSlice(repetition, definition),
          bytes.asSlice((long) repetition + definition));
    }
    Cutter cutter = new Cutter(page, bytes);
    MemorySegment repetition =
        cutter.levels(levels.repetition(), header.levels().repetitionEncoding());
    MemorySegment definition =
        cutter.levels(levels.definition(), header.levels().definitionEncoding());
    return new PageBody(repetition, definition, bytes.asSlice(cutter.at));
  }

  /// Cuts levels off the beginning of a page of the first version.
  private static final class Cutter {
    private final Page page;
    private final MemorySegment bytes;
    private long at;

    private Cutter(Page page, MemorySegment bytes) {
      this.page = page;
      this.bytes = bytes;
    }

    private MemorySegment levels(int most, int encoding) {
      if (most == 0) {
        return MemorySegment.NULL;
      }
      if (encoding == Encodings.BIT_PACKED) {
        return packed(PackedLevels.bytes(page.header().values(), Levels.bits(most)));
      }
      if (encoding != Encodings.RLE) {
        throw page.place().unsupported(Encodings.name(encoding) + " for levels");
      }
      if (bytes.byteSize() - at < Integer.BYTES) {
        throw page.place().malformed("a page of " + bytes.byteSize() + " bytes", "levels");
      }
      int size = bytes.get(Numbers.INT, at);
      long left = bytes.byteSize() - at - Integer.BYTES;
      if (size < 0 || size > left) {
        throw page.place().malformed("levels of " + size + " bytes", "at most " + left);
      }
      MemorySegment found = bytes.asSlice(at + Integer.BYTES, size);
      at += Integer.BYTES + size;
      return found;
    }

    private MemorySegment packed(long size) {
      long left = bytes.byteSize() - at;
      if (size > left) {
        throw page.place().malformed("levels of " + left + " bytes", Long.toString(size));
      }
      at += size;
      return bytes.asSlice(at - size, size);
    }
  }
}
