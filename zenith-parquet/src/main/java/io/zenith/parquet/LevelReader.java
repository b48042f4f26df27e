package io.zenith.parquet;

import io.zenith.parquet.PageHeader.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// Reads the levels of a column chunk, and keeps them where lists and structs have to be put
/// together from them.
final class LevelReader {
  private final Levels levels;
  private final boolean isNested;

  /// A byte a value; empty where they are not kept.
  private final MemorySegment repetition;

  private final MemorySegment definition;
  private final MemorySegment validity;
  private int count;
  private int places;
  private int nulls;

  /// @param leaf the column, or a part of it
  /// @param isNested whether the leaf is a part of a column
  /// @param values how many values there are in all
  LevelReader(Shape.Leaf leaf, boolean isNested, int values, SegmentAllocator memory) {
    this.levels = leaf.levels();
    this.isNested = isNested;
    this.repetition =
        levels.repetition() > 0 ? memory.allocate(values, Long.BYTES) : MemorySegment.NULL;
    this.definition =
        isNested && levels.definition() > 0
            ? memory.allocate(values, Long.BYTES)
            : MemorySegment.NULL;
    this.validity =
        levels.definition() > 0
            ? memory.allocate(Bitmaps.bytes(values) + Long.BYTES, Long.BYTES)
            : MemorySegment.NULL;
  }

  /// Reads the levels of a page.
  ///
  /// @return how many of its values are there
  int read(Page page, PageBody body) {
    int size = page.header().values();
    if (levels.definition() == 0) {
      places += size;
      return size;
    }
    int from = places;
    if (isNested) {
      readNested(page, body, size);
    } else {
      readFlat(page, body.definition(), size);
      places += size;
    }
    int there = (int) Bitmaps.count(validity, from, places - from);
    nulls += places - from - there;
    return there;
  }

  private void readFlat(Page page, MemorySegment bytes, int size) {
    if (isPacked(page, page.header().levels().definitionEncoding())) {
      PackedLevels packed = new PackedLevels(bytes, 1);
      for (long i = 0; i < size; i++) {
        Bitmaps.set(validity, places + i, packed.get(i) == 1);
      }
    } else {
      new RunReader(bytes, 1, page.place()).readBits(validity, places, size);
    }
  }

  /// Pages V2 have runs, also where a broken header holds encodings of levels as well.
  private static boolean isPacked(Page page, int encoding) {
    return page.header().kind() == Kind.DATA_V1 && encoding == Encodings.BIT_PACKED;
  }

  private void readNested(Page page, PageBody body, int size) {
    if (levels.repetition() > 0) {
      int encoding = page.header().levels().repetitionEncoding();
      read(body.repetition(), encoding, levels.repetition(), repetition, size, page);
      int first = repetition.get(Numbers.BYTE, count);
      if (page.header().kind() == Kind.DATA_V2 || count == 0) {
        requireRowStart(first, size, page);
      }
    }
    int encoding = page.header().levels().definitionEncoding();
    read(body.definition(), encoding, levels.definition(), definition, size, page);
    int ancestor = levels.ancestor();
    for (long at = count; at < count + size; at++) {
      int level = definition.get(Numbers.BYTE, at) & 0xFF;
      if (level >= ancestor) {
        Bitmaps.set(validity, places++, level == levels.definition());
      }
    }
    count += size;
  }

  private static void requireRowStart(int first, int size, Page page) {
    if (size > 0 && first != 0) {
      throw page.place().malformed("repetition level " + first, "0, since a row begins here");
    }
  }

  private void read(
      MemorySegment bytes, int encoding, int most, MemorySegment target, int size, Page page) {
    int bits = Levels.bits(most);
    if (isPacked(page, encoding)) {
      PackedLevels packed = new PackedLevels(bytes, bits);
      for (int i = 0; i < size; i++) {
        target.set(Numbers.BYTE, (long) count + i, (byte) packed.get(i));
      }
    } else {
      new RunReader(bytes, bits, page.place()).read(target, count, size);
    }
    for (long at = count; at < count + size; at++) {
      int level = target.get(Numbers.BYTE, at) & 0xFF;
      if (level > most) {
        throw page.place().malformed("level " + level, "at most " + most);
      }
    }
  }

  /// How many places there are for values, those of nulls among them.
  int places() {
    return places;
  }

  /// How many places are of nulls.
  int nulls() {
    return nulls;
  }

  /// Which places have a value.
  MemorySegment validity() {
    return validity;
  }

  /// Which places have a value, when all are read; empty where all have.
  MemorySegment present() {
    return levels.definition() == 0 ? MemorySegment.NULL : Bitmaps.first(validity, places);
  }

  /// The levels that were read.
  LeafLevels kept() {
    return new LeafLevels(count, repetition, definition);
  }
}
