package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.parquet.format.ColumnCryptoMetaData;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.SizeStatistics;
import org.jspecify.annotations.Nullable;

/// Checks the row groups of a footer against its schema and the file.
///
/// @param leaves of the schema
/// @param shapes what is made of them
/// @param summaries reads what is said about values
/// @param kinds of storing chunks
/// @param encryption how the file is encrypted, if it is
/// @param dataEnd where the footer begins
/// @param place the footer
record RowGroupChecks(
    List<SchemaNode> leaves,
    List<Shape.Leaf> shapes,
    SummaryReader summaries,
    StoredKinds kinds,
    Optional<FileEncryption> encryption,
    long dataEnd,
    Place place) {
  /// As many as the buffers of one column hold.
  private static final long MOST_VALUES = Integer.MAX_VALUE - Long.SIZE;

  /// Chunks begin behind the magic.
  private static final int DATA_START = 4;

  /// So many bytes of a chunk old writers have left out of its size: the header of its dictionary.
  private static final int MISSING_BYTES = 100;

  /// Reads all.
  ///
  /// @param rows of the file
  List<RowGroup> read(long rows, List<org.apache.parquet.format.RowGroup> found)
      throws IOException {
    List<RowGroup> groups = new ArrayList<>(found.size());
    for (int i = 0; i < found.size(); i++) {
      groups.add(read(found.get(i), i, place.in("row group " + i)));
    }
    long sum = groups.stream().mapToLong(RowGroup::rows).sum();
    if (sum != rows) {
      throw place.malformed(rows + " rows", sum + ", as in the row groups");
    }
    requireApart(groups);
    return groups;
  }

  /// Many chunks at one place would make a small file a lot of work.
  private void requireApart(List<RowGroup> groups) {
    long bytes = 0;
    long most = dataEnd;
    for (RowGroup group : groups) {
      for (ColumnChunk chunk : group.chunks()) {
        bytes = ColumnNeed.add(bytes, chunk.size());
        most += MISSING_BYTES;
      }
    }
    if (bytes > most) {
      throw place.malformed("column chunks of " + bytes + " bytes in all", "at most " + most);
    }
  }

  private RowGroup read(org.apache.parquet.format.RowGroup found, int number, Place group)
      throws IOException {
    long rows = found.getNum_rows();
    requireCount(rows, "rows", group);
    List<org.apache.parquet.format.ColumnChunk> columns = found.getColumns();
    int count = columns == null ? 0 : columns.size();
    if (columns == null || count != leaves.size()) {
      throw group.malformed(count + " column chunks", leaves.size() + ", as in the schema");
    }
    List<ColumnChunk> chunks = new ArrayList<>(leaves.size());
    for (int leaf = 0; leaf < leaves.size(); leaf++) {
      SchemaNode node = leaves.get(leaf);
      Place column = group.in(node.path());
      Optional<ChunkEncryption> chunkEncryption =
          encryption(columns.get(leaf), number, node, column);
      if (chunkEncryption.isPresent() && chunkEncryption.get().isLocked()) {
        chunks.add(ColumnChunk.locked(node.path(), node.type(), chunkEncryption.get()));
        continue;
      }
      ColumnChunk chunk = read(columns.get(leaf), node, chunkEncryption, column);
      boolean isFlat = shapes.get(leaf).levels().repetition() == 0;
      if (isFlat ? chunk.values() != rows : chunk.values() < rows) {
        throw column.malformed(
            chunk.values() + " values", rows + (isFlat ? ", one a row" : " or more, for each row"));
      }
      chunks.add(chunk);
    }
    return new RowGroup(rows, chunks);
  }

  private static void requireCount(long count, String what, Place place) {
    if (count < 0) {
      throw place.malformed(count + " " + what, "0 or more");
    }
    if (count > MOST_VALUES) {
      throw place.unsupported(count + " " + what + " in one row group");
    }
  }

  private Optional<ChunkEncryption> encryption(
      org.apache.parquet.format.ColumnChunk found, int rowGroup, SchemaNode node, Place column)
      throws IOException {
    ColumnCryptoMetaData crypto = found.getCrypto_metadata();
    if (crypto == null) {
      return Optional.empty();
    }
    if (encryption.isEmpty()) {
      throw column.malformed("encryption", "none, as the footer has it");
    }
    return Optional.of(encryption.get().chunk(crypto, rowGroup, node.leaf(), node.path(), column));
  }

  private ColumnChunk read(
      org.apache.parquet.format.ColumnChunk found,
      SchemaNode node,
      Optional<ChunkEncryption> chunkEncryption,
      Place column) {
    if (found.isSetFile_path()) {
      throw column.unsupported("a column in another file, '" + found.getFile_path() + "',");
    }
    ColumnMetaData data =
        chunkEncryption.isPresent() && found.isSetEncrypted_column_metadata()
            ? chunkEncryption.get().metadata(found.getEncrypted_column_metadata(), column)
            : found.getMeta_data();
    if (data == null) {
      throw column.malformed("no metadata", "some");
    }
    if (data.getType() != node.element().getType()) {
      throw column.malformed(
          "values of " + data.getType(), node.element().getType() + ", as in the schema");
    }
    long values = data.getNum_values();
    requireCount(values, "values", column);
    long uncompressed = data.getTotal_uncompressed_size();
    long start = data.getData_page_offset();
    boolean hasDictionary =
        data.isSetDictionary_page_offset() && data.getDictionary_page_offset() > 0;
    if (hasDictionary) {
      start = Math.min(start, data.getDictionary_page_offset());
    }
    long size = data.getTotal_compressed_size();
    boolean isEmpty = values == 0; // writers give any place
    if (!isEmpty && (start < DATA_START || size < 0 || start > dataEnd - size)) {
      throw column.malformed(
          "bytes " + start + " to " + (start + size), "some of " + DATA_START + " to " + dataEnd);
    }
    if (uncompressed < 0) {
      throw column.malformed(uncompressed + " bytes", "0 or more");
    }
    ChunkSummary summary = summaries.read(found, data, node, shapes.get(node.leaf()));
    return new ColumnChunk(
        node.path(),
        node.type(),
        PageCodec.of(data.getCodec(), column),
        values,
        isEmpty ? DATA_START : start,
        isEmpty ? 0 : Math.min(size + MISSING_BYTES, dataEnd - start),
        uncompressed,
        hasDictionary,
        text(data.getSize_statistics(), column),
        hasOnlyWords(data),
        new Stored(size, kinds.of(data, summary)),
        chunkEncryption.isPresent() ? summary.ofEncrypted() : summary,
        chunkEncryption);
  }

  private static boolean hasOnlyWords(ColumnMetaData data) {
    List<PageEncodingStats> pages = data.getEncoding_stats();
    return pages != null
        && !pages.isEmpty()
        && pages.stream()
            .allMatch(page ->
                page.getPage_type() == PageType.DICTIONARY_PAGE
                    || isDictionary(page.getEncoding()));
  }

  private static boolean isDictionary(@Nullable Encoding encoding) {
    return encoding != null && Encodings.isDictionary(encoding.getValue());
  }

  private static OptionalLong text(@Nullable SizeStatistics sizes, Place column) {
    if (sizes == null || !sizes.isSetUnencoded_byte_array_data_bytes()) {
      return OptionalLong.empty();
    }
    long bytes = sizes.getUnencoded_byte_array_data_bytes();
    if (bytes < 0) {
      throw column.malformed("text of " + bytes + " bytes", "0 or more");
    }
    return OptionalLong.of(bytes);
  }
}
