package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.util.Optional;

/// What is read of a column chunk.
///
/// @param chunk what the footer says
/// @param isRepeated whether a row may have any number of values
/// @param index where the pages are, if only some are wanted and the file says it
/// @param rows that are wanted
/// @param place the column chunk
record ChunkRows(
    ColumnChunk chunk, boolean isRepeated, Optional<OffsetIndex> index, RowSet rows, Place place) {

  /// How much of the chunk they are.
  ChunkShare share() {
    return new ChunkShare(chunk, isRepeated, rows.rows(), rows.of());
  }

  /// Adds the bytes that are needed: of pages with wanted rows, and of the dictionary if they need
  /// it, as far as is known before any was read.
  void addTo(ByteSpans spans) {
    if (index.isEmpty()) {
      spans.add(chunk.start(), chunk.size());
      return;
    }
    RowSet.Cursor wanted = rows.cursor();
    OffsetIndex.Walk locations = index.get().walk();
    long dictionary = locations.firstOffset() - chunk.start();
    if (dictionary > 0 && (chunk.hasOnlyWords() || dictionary <= ByteSpans.MOST_GAP)) {
      spans.add(chunk.start(), dictionary);
    }
    while (locations.hasNext()) {
      OffsetIndex.Location location = locations.next();
      if (wanted.hasAny(location.rows())) {
        spans.add(location.offset(), location.size());
      }
    }
  }

  /// Adds the dictionary, if it is missing and the other pages need it: writers give large ones up
  /// in the middle of a chunk.
  ///
  /// @param bytes what was added before
  void addDictionaryTo(ByteSpans spans, ChunkBytes bytes) {
    if (index.isEmpty()) {
      return;
    }
    long size = index.get().walk().firstOffset() - chunk.start();
    if (size <= 0 || bytes.hold(chunk.start(), size)) {
      return;
    }
    Pages pages = pages(bytes);
    for (var page = pages.next(); page.isPresent(); page = pages.next()) {
      if (Encodings.isDictionary(page.get().header().encoding())) {
        spans.add(chunk.start(), size);
        return;
      }
    }
  }

  /// The pages.
  Pages pages(ChunkBytes bytes) {
    return index
        .<Pages>map(found -> new IndexedPages(chunk, bytes, found, isRepeated, rows, place))
        .orElseGet(() ->
            new ChunkPages(chunk, bytes.of(chunk.start(), chunk.size()), isRepeated, rows, place));
  }
}
