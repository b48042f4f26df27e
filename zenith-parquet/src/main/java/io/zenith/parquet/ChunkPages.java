package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.parquet.PageHeader.Kind;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// The pages of a column chunk, one after the other, by their headers.
///
/// None is kept: there may be millions, of a byte each.
final class ChunkPages {
  private final ColumnChunk chunk;
  private final MemorySegment bytes;
  private final Place place;
  private long at;

  /// Values that come still.
  private long left;

  private long number;

  /// @param chunk what the footer says
  /// @param bytes of the chunk
  /// @param place the column chunk
  ChunkPages(ColumnChunk chunk, MemorySegment bytes, Place place) {
    this.chunk = chunk;
    this.bytes = bytes;
    this.place = place;
    this.left = chunk.values();
  }

  /// The largest sizes of the pages that [#next()] gives.
  ///
  /// @param stored bytes as they are stored
  /// @param plain bytes decompressed
  record Largest(int stored, int plain) {}

  /// Looks at all pages.
  Largest largest() {
    ChunkPages pages = new ChunkPages(chunk, bytes, place);
    int stored = 0;
    int plain = 0;
    for (var page = pages.next(); page.isPresent(); page = pages.next()) {
      stored = Math.max(stored, page.get().header().size());
      plain = Math.max(plain, page.get().header().uncompressed());
    }
    return new Largest(stored, plain);
  }

  /// The next dictionary, or page with values; nothing behind the last one that has any.
  Optional<Page> next() {
    while (left > 0) {
      Page page = read();
      Kind kind = page.header().kind();
      if (kind == Kind.DICTIONARY) {
        return Optional.of(page);
      }
      if (kind != Kind.INDEX && page.header().values() > 0) {
        left -= page.header().values();
        return Optional.of(page);
      }
    }
    return Optional.empty();
  }

  private Page read() {
    Place here = place.in(new PageName(number, chunk.start() + at));
    ThriftInput input = new ThriftInput(bytes.asSlice(at), chunk.start() + at, here);
    PageHeader header = PageHeader.read(input, here);
    at += input.position();
    if (header.size() > bytes.byteSize() - at) {
      throw here.malformed(
          "a page of " + header.size() + " bytes", "at most " + (bytes.byteSize() - at));
    }
    if (header.uncompressed() > chunk.uncompressed()) {
      throw here.malformed(
          "a page of " + header.uncompressed() + " bytes uncompressed",
          "at most " + chunk.uncompressed() + ", as the column chunk has");
    }
    Kind kind = header.kind();
    if (kind == Kind.DICTIONARY && number > 0) {
      throw here.malformed("a dictionary", "none behind other pages");
    }
    boolean isData = kind == Kind.DATA_V1 || kind == Kind.DATA_V2;
    if (isData && header.values() > left) {
      throw here.malformed(header.values() + " values", "at most " + left);
    }
    Page page = new Page(header, bytes.asSlice(at, header.size()), here);
    at += header.size();
    number += kind == Kind.INDEX ? 0 : 1;
    return page;
  }

  /// Names a page, once an error has to.
  private record PageName(long number, long offset) {
    @Override
    public String toString() {
      return "page " + number + " at byte " + offset;
    }
  }
}
