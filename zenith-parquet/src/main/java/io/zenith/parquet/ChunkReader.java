package io.zenith.parquet;

import io.zenith.parquet.PageHeader.Kind;
import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the wanted rows of a column chunk into the values of a leaf.
final class ChunkReader {
  private final Shape.Leaf leaf;
  private final ChunkRows part;
  private final ChunkBytes bytes;
  private final PageMemory scratch;
  private final SegmentAllocator memory;
  private final LevelReader levels;
  private final LeafValues values;
  private final RowSet.Cursor wanted;

  /// The dictionary, until a page needs it, or any page if it is delivered.
  private Optional<Page> dictionary = Optional.empty();

  /// The row that was begun last.
  private long row = -1;

  /// Whether it is wanted.
  private boolean isWanted;

  /// The values of the current page; null until one is wanted.
  private LeafValues.@Nullable OfPage ofPage;

  /// How many values that are there lie before the next wanted one.
  private int skipped;

  /// @param leaf the column, or a part of it
  /// @param isNested whether it is a part
  /// @param scratch where pages are decompressed
  ChunkReader(
      Shape.Leaf leaf,
      boolean isNested,
      ChunkRows part,
      ChunkBytes bytes,
      PageMemory scratch,
      SegmentAllocator memory) {
    this.leaf = leaf;
    this.part = part;
    this.bytes = bytes;
    this.scratch = scratch;
    this.memory = memory;
    this.levels = new LevelReader(leaf, isNested, part.share().values(), memory);
    this.values = values();
    this.wanted = part.rows().cursor();
  }

  /// Whether the dictionary is, with indices of its words.
  private boolean isDelivered() {
    return leaf.field().type() instanceof DataType.Dictionary;
  }

  private LeafValues values() {
    LeafType type = leaf.type();
    long most = part.share().values();
    if (isDelivered()) {
      boolean isWide = Widths.of(leaf.field().type()) >= Integer.BYTES;
      return new DictionaryValues(part.share(), isWide, memory, part.place());
    }
    return switch (type.stored()) {
      case BITS -> new BitValues(most, memory);
      case FIXED -> new FixedValues(type.width(), most, memory);
      case BYTES -> new BytesValues(most, part.share().leastText(), memory, part.place());
    };
  }

  /// What was read of a leaf.
  ///
  /// @param places how many places for values there are
  /// @param nulls how many are of nulls
  /// @param validity which are not
  /// @param buffers the values
  /// @param levels of all values, if they are needed
  record Found(
      int places,
      int nulls,
      MemorySegment validity,
      List<MemorySegment> buffers,
      LeafLevels levels) {}

  /// Reads all pages that may hold wanted rows.
  Found read() {
    Pages pages = part.pages(bytes);
    for (var next = pages.next(); next.isPresent(); next = pages.next()) {
      Page page = next.get();
      if (page.header().kind() == Kind.DICTIONARY) {
        dictionary = next;
      } else {
        read(page);
        if (!wanted.hasMore(row)) {
          break;
        }
      }
    }
    return new Found(
        levels.places(),
        levels.nulls(),
        levels.present(),
        values.buffers(levels.places()),
        levels.kept());
  }

  private void read(Page page) {
    int encoding = page.header().encoding();
    if (!Encodings.isFor(part.chunk().type(), encoding)) {
      throw page.place().unsupported(Encodings.name(encoding) + " for " + part.chunk().type());
    }
    // If it is delivered, words that are not in it come behind its own.
    boolean isNeeded = isDelivered() || Encodings.isDictionary(encoding);
    if (isNeeded && dictionary.isPresent()) {
      readDictionary(dictionary.get());
      dictionary = Optional.empty();
    }
    page.rows().ifPresent(rows -> row = rows.from() - 1);
    PageBody body = PageBody.of(page, scratch.load(page, part.chunk().codec()), leaf.levels());
    LevelReader.OfPage ofLevels = levels.begin(page, body);
    ofPage = null;
    skipped = 0;
    if (part.isRepeated()) {
      readRepeated(page, body, ofLevels);
    } else {
      readRows(page, body, ofLevels);
    }
  }

  /// Of a leaf that is not repeated, values are rows.
  private void readRows(Page page, PageBody body, LevelReader.OfPage ofLevels) {
    long end = row + 1 + page.header().values();
    for (long at = row + 1; at < end && wanted.hasMore(at); ) {
      int run = (int) (Math.min(end, wanted.end(at)) - at);
      if (wanted.isWanted(at)) {
        int from = levels.places();
        add(page, body, ofLevels.keep(run), from);
      } else {
        skipped += ofLevels.skip(run);
      }
      at += run;
    }
    row = end - 1;
  }

  /// Rows begin where nothing is repeated.
  private void readRepeated(Page page, PageBody body, LevelReader.OfPage ofLevels) {
    for (int left = page.header().values(); left > 0; ) {
      int size = ofLevels.next(left);
      int from = 0;
      for (int value = 0; value < size; value++) {
        if (ofLevels.beginsRow(value)) {
          boolean isNext = wanted.isWanted(++row);
          if (isNext != isWanted) {
            readRun(page, body, ofLevels, from, value);
            from = value;
            isWanted = isNext;
          }
        }
      }
      readRun(page, body, ofLevels, from, size);
      left -= size;
    }
    if (page.rows().isPresent() && row + 1 != page.rows().get().end()) {
      throw page.place()
          .malformed(
              "rows up to " + row, (page.rows().get().end() - 1) + ", as the offset index says");
    }
  }

  private void readRun(Page page, PageBody body, LevelReader.OfPage ofLevels, int from, int end) {
    if (isWanted) {
      int place = levels.places();
      add(page, body, ofLevels.keep(from, end), place);
    } else {
      skipped += ofLevels.there(from, end);
    }
  }

  /// Adds the next values of the page.
  ///
  /// @param there how many are there
  /// @param from the first of their places
  private void add(Page page, PageBody body, int there, int from) {
    values.reserve(levels.places());
    if (there > 0) {
      LeafValues.OfPage current = ofPage;
      if (current == null) {
        current = values.begin(page, body.values());
        ofPage = current;
      }
      current.skip(skipped);
      current.add(there, from);
      skipped = 0;
    }
    if (there < levels.places() - from) {
      values.spread(there, levels.places() - from, levels.validity(), from);
    }
  }

  private void readDictionary(Page words) {
    int encoding = words.header().encoding();
    if (encoding != Encodings.PLAIN && encoding != Encodings.PLAIN_DICTIONARY) {
      throw words.place().unsupported("a dictionary in " + Encodings.name(encoding));
    }
    MemorySegment plain = scratch.load(words, part.chunk().codec());
    values.dictionary(words, plain, isDelivered() ? memory : scratch.words(words));
  }
}
