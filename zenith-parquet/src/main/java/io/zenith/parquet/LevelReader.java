package io.zenith.parquet;

import io.zenith.parquet.PageHeader.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/// Reads the levels of a column chunk. Of the values that are kept it knows which have a place, and
/// which of these are null; their levels stay where lists and structs have to be put together.
final class LevelReader {
  /// So many levels of a part of a column are read at a time.
  private static final int BATCH = 1024;

  private final Levels levels;
  private final boolean isNested;
  private final SegmentAllocator memory;
  private final int[] repetitionBatch;
  private final int[] definitionBatch;

  /// A byte a value; empty where they are not kept.
  private MemorySegment repetition = MemorySegment.NULL;

  private MemorySegment definition = MemorySegment.NULL;
  private MemorySegment validity = MemorySegment.NULL;

  /// The levels of a page that are packed, as runs: memory that all pages use.
  private MemorySegment repetitionRun = MemorySegment.NULL;

  private MemorySegment definitionRun = MemorySegment.NULL;
  private int count;
  private int places;
  private int nulls;
  private boolean isFirstPage = true;

  /// @param leaf the column, or a part of it
  /// @param isNested whether the leaf is a part of a column
  /// @param values how many values there are in all, as far as known
  LevelReader(Shape.Leaf leaf, boolean isNested, long values, SegmentAllocator memory) {
    this.levels = leaf.levels();
    this.isNested = isNested;
    this.memory = memory;
    this.repetitionBatch = new int[levels.repetition() > 0 ? BATCH : 0];
    this.definitionBatch = new int[keepsDefinition() ? BATCH : 0];
    reserve(values);
  }

  private boolean keepsDefinition() {
    return isNested && levels.definition() > 0;
  }

  /// Makes room for so many values in all.
  private void reserve(long values) {
    if (levels.repetition() > 0) {
      repetition = Growth.to(values, repetition, count, memory);
    }
    if (keepsDefinition()) {
      definition = Growth.to(values, definition, count, memory);
    }
    if (levels.definition() > 0) {
      // Bits are written in whole words.
      long bytes = Bitmaps.bytes(values) + Long.BYTES;
      validity = Growth.to(bytes, validity, validity.byteSize(), memory);
    }
  }

  /// Begins a data page.
  OfPage begin(Page page, PageBody body) {
    return new OfPage(page, body);
  }

  /// The levels of a page, which are read once and in their order.
  final class OfPage {
    private final Page page;
    private final RunReader repetitions;
    private final RunReader definitions;
    private boolean mustBegin;

    private OfPage(Page page, PageBody body) {
      this.page = page;
      PageHeader.LevelPlaces encodings = page.header().levels();
      if (isPacked(levels.repetition(), encodings.repetitionEncoding())) {
        repetitionRun = room(repetitionRun, levels.repetition());
      }
      if (isPacked(levels.definition(), encodings.definitionEncoding())) {
        definitionRun = room(definitionRun, levels.definition());
      }
      this.repetitions =
          runs(
              body.repetition(),
              levels.repetition(),
              encodings.repetitionEncoding(),
              repetitionRun);
      this.definitions =
          runs(
              body.definition(),
              levels.definition(),
              encodings.definitionEncoding(),
              definitionRun);
      this.mustBegin =
          isFirstPage || page.rows().isPresent() || page.header().kind() == Kind.DATA_V2;
      isFirstPage = false;
    }

    /// Pages V2 have runs, also where a broken header holds encodings of levels as well.
    private boolean isPacked(int most, int encoding) {
      return most > 0 && page.header().kind() == Kind.DATA_V1 && encoding == Encodings.BIT_PACKED;
    }

    private MemorySegment room(MemorySegment old, int most) {
      long bytes = PackedLevels.runBytes(page.header().values(), Levels.bits(most));
      return Growth.to(bytes, old, 0, memory);
    }

    private RunReader runs(MemorySegment bytes, int most, int encoding, MemorySegment room) {
      int bits = Levels.bits(most);
      MemorySegment runs =
          isPacked(most, encoding)
              ? new PackedLevels(bytes, bits).asRun(page.header().values(), room)
              : bytes;
      return new RunReader(runs, bits, page.place());
    }

    /// Keeps the next values.
    ///
    /// @return how many are there
    int keep(int size) {
      if (levels.definition() == 0) {
        places += size;
        return size;
      }
      if (isNested) {
        int there = 0;
        for (int done = 0; done < size; ) {
          int batch = next(size - done);
          there += keep(0, batch);
          done += batch;
        }
        return there;
      }
      reserve((long) places + size);
      definitions.readBits(validity, places, size);
      int there = (int) Bitmaps.count(validity, places, size);
      places += size;
      nulls += size - there;
      return there;
    }

    /// Passes over the next values.
    ///
    /// @return how many are there
    int skip(int size) {
      if (levels.definition() == 0) {
        return size;
      }
      if (!isNested) {
        return definitions.skipBits(size);
      }
      int there = 0;
      for (int done = 0; done < size; ) {
        int batch = next(size - done);
        there += there(0, batch);
        done += batch;
      }
      return there;
    }

    /// Reads a batch of levels.
    ///
    /// @return how many
    int next(int most) {
      int size = Math.min(most, BATCH);
      if (levels.repetition() > 0) {
        read(repetitions, repetitionBatch, size, levels.repetition());
        if (mustBegin && repetitionBatch[0] != 0) {
          throw page.place()
              .malformed("repetition level " + repetitionBatch[0], "0, since a row begins here");
        }
        mustBegin = false;
      }
      read(definitions, definitionBatch, size, levels.definition());
      return size;
    }

    private void read(RunReader runs, int[] target, int size, int most) {
      runs.read(target, size);
      for (int i = 0; i < size; i++) {
        if (target[i] > most) {
          throw page.place().malformed("level " + target[i], "at most " + most);
        }
      }
    }

    /// Whether a value of the batch is the first one of a row.
    boolean beginsRow(int value) {
      return repetitionBatch[value] == 0;
    }

    /// How many of some values of the batch are there.
    int there(int from, int end) {
      int there = 0;
      for (int i = from; i < end; i++) {
        there += definitionBatch[i] == levels.definition() ? 1 : 0;
      }
      return there;
    }

    /// Keeps some values of the batch.
    ///
    /// @return how many are there
    int keep(int from, int end) {
      reserve((long) count + end - from);
      int first = places;
      int there = 0;
      for (int i = from; i < end; i++) {
        int level = definitionBatch[i];
        if (levels.repetition() > 0) {
          repetition.set(Numbers.BYTE, count, (byte) repetitionBatch[i]);
        }
        definition.set(Numbers.BYTE, count++, (byte) level);
        if (level >= levels.ancestor()) {
          boolean isThere = level == levels.definition();
          Bitmaps.set(validity, places++, isThere);
          there += isThere ? 1 : 0;
        }
      }
      nulls += places - first - there;
      return there;
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

  /// The levels that were kept.
  LeafLevels kept() {
    return new LeafLevels(count, repetition, definition);
  }
}
