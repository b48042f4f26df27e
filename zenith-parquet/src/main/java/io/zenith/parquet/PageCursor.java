package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.parquet.Decryptor.ModuleType;
import io.zenith.parquet.PageHeader.Kind;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// Reads pages that lie one behind the other.
final class PageCursor {
  private final ColumnChunk chunk;
  private final MemorySegment bytes;
  private final long start;
  private final Place place;
  private final Optional<Decryptor> decryptor;
  private long at;
  private long number;
  private int dataPages;

  /// Pages of a chunk that is not encrypted.
  ///
  /// @param chunk they belong to
  /// @param bytes the pages, and maybe more
  /// @param start where these begin in the file
  /// @param number of the first page in its chunk
  /// @param place the column chunk
  PageCursor(ColumnChunk chunk, MemorySegment bytes, long start, long number, Place place) {
    this(chunk, bytes, start, number, place, Optional.empty());
  }

  /// All pages of a chunk.
  ///
  /// @param bytes of the chunk
  /// @param place the column chunk
  PageCursor(ColumnChunk chunk, MemorySegment bytes, Place place) {
    this(
        chunk,
        bytes,
        chunk.start(),
        0,
        place,
        chunk.encryption().map(encryption -> encryption.decryptor(place)));
  }

  private PageCursor(
      ColumnChunk chunk,
      MemorySegment bytes,
      long start,
      long number,
      Place place,
      Optional<Decryptor> decryptor) {
    this.decryptor = decryptor;
    this.chunk = chunk;
    this.bytes = bytes;
    this.start = start;
    this.number = number;
    this.place = place;
  }

  /// The next page.
  ///
  /// @param left how many values it may have
  Page next(long left) {
    Place here = place.in(new PageName(number, start + at));
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
    Page page =
        new Page(header, bytes.asSlice(at, header.size()), Optional.empty(), here, encryption);
    at += header.size();
    dataPages += isData ? 1 : 0;
    number += kind == Kind.INDEX ? 0 : 1;
    return page;
  }

  private PageHeader header(Place here) {
    if (decryptor.isEmpty()) {
      ThriftInput input = new ThriftInput(bytes.asSlice(at), start + at, here);
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
        PageHeader.read(new ThriftInput(plain, start + at + Decryptor.HEAD_BYTES, here), here);
    if ((header.kind() == Kind.DICTIONARY) != isDictionary) {
      throw here.malformed("a page of type " + header.kind(), "as the footer says");
    }
    at += module.byteSize();
    return header;
  }

  /// How many bytes were passed.
  long position() {
    return at;
  }

  /// Names a page, once an error has to.
  private record PageName(long number, long offset) {
    @Override
    public String toString() {
      return "page " + number + " at byte " + offset;
    }
  }
}
