package io.zenith.parquet;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.SizeStatistics;
import org.jspecify.annotations.Nullable;

/// Checks the row groups of a footer against its schema and the file.
///
/// @param leaves of the schema
/// @param dataEnd where the footer begins
/// @param place the footer
record RowGroupChecks(List<SchemaNode> leaves, long dataEnd, Place place) {
  /// Chunks begin behind the magic.
  private static final int DATA_START = 4;

  /// So many bytes of a chunk old writers have left out of its size: the header of its dictionary.
  private static final int MISSING_BYTES = 100;

  /// Reads all.
  List<RowGroup> read(List<org.apache.parquet.format.RowGroup> found) {
    List<RowGroup> groups = new ArrayList<>(found.size());
    for (int i = 0; i < found.size(); i++) {
      groups.add(read(found.get(i), place.in("row group " + i)));
    }
    return groups;
  }

  private RowGroup read(org.apache.parquet.format.RowGroup found, Place group) {
    long rows = found.getNum_rows();
    if (rows < 0) {
      throw group.malformed(rows + " rows", "0 or more");
    }
    List<org.apache.parquet.format.ColumnChunk> columns = found.getColumns();
    int count = columns == null ? 0 : columns.size();
    if (columns == null || count != leaves.size()) {
      throw group.malformed(count + " column chunks", leaves.size() + ", as in the schema");
    }
    List<ColumnChunk> chunks = new ArrayList<>(leaves.size());
    for (int leaf = 0; leaf < leaves.size(); leaf++) {
      SchemaNode node = leaves.get(leaf);
      chunks.add(read(columns.get(leaf), node, group.in("column '" + node.path() + "'")));
    }
    return new RowGroup(rows, chunks);
  }

  private ColumnChunk read(
      org.apache.parquet.format.ColumnChunk found, SchemaNode node, Place column) {
    if (found.isSetFile_path()) {
      throw column.unsupported("a column in another file, '" + found.getFile_path() + "',");
    }
    ColumnMetaData data = found.getMeta_data();
    if (data == null) {
      throw found.isSetCrypto_metadata() || found.isSetEncrypted_column_metadata()
          ? column.unsupported("encryption")
          : column.malformed("no metadata", "some");
    }
    if (data.getType() != node.element().getType()) {
      throw column.malformed(
          "values of " + data.getType(), node.element().getType() + ", as in the schema");
    }
    long values = data.getNum_values();
    if (values < 0) {
      throw column.malformed(values + " values", "0 or more");
    }
    long uncompressed = data.getTotal_uncompressed_size();
    long start = data.getData_page_offset();
    if (data.isSetDictionary_page_offset() && data.getDictionary_page_offset() > 0) {
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
    return new ColumnChunk(
        node.path(),
        PageCodec.of(data.getCodec(), column),
        values,
        isEmpty ? DATA_START : start,
        isEmpty ? 0 : Math.min(size + MISSING_BYTES, dataEnd - start),
        uncompressed,
        text(data.getSize_statistics()));
  }

  private static OptionalLong text(@Nullable SizeStatistics sizes) {
    return sizes != null && sizes.isSetUnencoded_byte_array_data_bytes()
        ? OptionalLong.of(sizes.getUnencoded_byte_array_data_bytes())
        : OptionalLong.empty();
  }
}
