package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.parquet.Decryptor.ModuleType;
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
  private final Optional<Decryptor> decryptor;
  private long at;

  /// Values that come still.
  private long left;

  private long number;
  private int dataPages;

  /// @param chunk what the footer says
  /// @param bytes of the chunk
  /// @param place the column chunk
  ChunkPages(ColumnChunk chunk, MemorySegment bytes, Place place) {
    this(chunk, bytes, place, chunk.encryption().map(encryption -> encryption.decryptor(place)));
  }

  private ChunkPages(
      ColumnChunk chunk, MemorySegment bytes, Place place, Optional<Decryptor> decryptor) {
    this.chunk = chunk;
    this.bytes = bytes;
    this.place = place;
    this.decryptor = decryptor;
    this.left = chunk.values();
  }

  /// The largest sizes of the pages that [#next()] gives.
  ///
  /// @param stored bytes as they are stored
  /// @param plain bytes decompressed, or where there is room for what is encrypted
  record Largest(int stored, int plain) {}

  /// Looks at all pages.
  Largest largest() {
    ChunkPages pages = new ChunkPages(chunk, bytes, place, decryptor);
    int stored = 0;
    int plain = 0;
    for (var page = pages.next(); page.isPresent(); page = pages.next()) {
      stored = Math.max(stored, page.get().header().size());
      plain = Math.max(plain, page.get().header().uncompressed());
      if (decryptor.isPresent()) {
        plain = Math.max(plain, page.get().header().size());
      }
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
    PageHeader header = header(here);
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
    Optional<PageEncryption> encryption =
        decryptor.map(known -> new PageEncryption(known, dataPages));
    Page page = new Page(header, bytes.asSlice(at, header.size()), here, encryption);
    at += header.size();
    dataPages += isData ? 1 : 0;
    number += kind == Kind.INDEX ? 0 : 1;
    return page;
  }

  private PageHeader header(Place here) {
    if (decryptor.isEmpty()) {
      ThriftInput input = new ThriftInput(bytes.asSlice(at), chunk.start() + at, here);
      PageHeader header = PageHeader.read(input, here);
      at += input.position();
      return header;
    }
    if (dataPages > Short.MAX_VALUE) {
      throw here.unsupported("encryption of more than " + Short.MAX_VALUE + " pages");
    }
    MemorySegment module = bytes.asSlice(at, Decryptor.size(bytes.asSlice(at), here));
    boolean isDictionary = number == 0 && chunk.hasDictionary();
    ModuleType type =
        isDictionary ? ModuleType.DICTIONARY_PAGE_HEADER : ModuleType.DATA_PAGE_HEADER;
    MemorySegment plain = decryptor.get().structure(type, dataPages, module, here);
    PageHeader header =
        PageHeader.read(
            new ThriftInput(plain, chunk.start() + at + Decryptor.HEAD_BYTES, here), here);
    if ((header.kind() == Kind.DICTIONARY) != isDictionary) {
      throw here.malformed("a page of type " + header.kind(), "as the footer says");
    }
    at += module.byteSize();
    return header;
  }

  /// Names a page, once an error has to.
  private record PageName(long number, long offset) {
    @Override
    public String toString() {
      return "page " + number + " at byte " + offset;
    }
  }
}
