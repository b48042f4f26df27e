package io.zenith.parquet;

import io.zenith.parquet.PageHeader.Kind;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Finds the pages of a column chunk, by their headers.
///
/// @param chunk what the footer says
/// @param bytes of the chunk
/// @param rows of the row group
/// @param isFlat whether each row has one value
/// @param place the column chunk
record ChunkPages(ColumnChunk chunk, MemorySegment bytes, long rows, boolean isFlat, Place place) {

  /// All pages up to the last one that has values.
  List<Page> find() {
    if (isFlat && chunk.values() != rows) {
      throw place.malformed(chunk.values() + " values", rows + ", one a row");
    }
    List<Page> pages = new ArrayList<>();
    long at = 0;
    long left = chunk.values();
    while (left > 0) {
      Place here = place.in("page " + pages.size() + " at byte " + (chunk.start() + at));
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
      if (kind == Kind.DICTIONARY && !pages.isEmpty()) {
        throw here.malformed("a dictionary", "none behind other pages");
      }
      if (kind == Kind.DATA_V1 || kind == Kind.DATA_V2) {
        if (header.values() > left) {
          throw here.malformed(header.values() + " values", "at most " + left);
        }
        left -= header.values();
      }
      if (kind != Kind.INDEX) {
        pages.add(new Page(header, bytes.asSlice(at, header.size()), here));
      }
      at += header.size();
    }
    return pages;
  }
}
