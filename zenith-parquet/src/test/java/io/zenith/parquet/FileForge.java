package io.zenith.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/// Makes Parquet files, sound or not, of pages that are given as bytes.
final class FileForge {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final List<SchemaElement> schema = new ArrayList<>();
  private final List<RowGroup> rowGroups = new ArrayList<>();
  private Consumer<FileMetaData> change = _ -> {};
  private long rows;

  /// @param fields number of columns
  /// @param nodes those of the schema below its root, depth first
  FileForge(int fields, SchemaElement... nodes) {
    schema.add(new SchemaElement("schema").setNum_children(fields));
    schema.addAll(List.of(nodes));
    bytes.writeBytes(MAGIC);
  }

  /// A file of one column, which are also the leaves.
  FileForge(SchemaElement... columns) {
    this(columns.length, columns);
  }

  /// A leaf.
  static SchemaElement leaf(String name, Type type, FieldRepetitionType repetition) {
    return new SchemaElement(name).setType(type).setRepetition_type(repetition);
  }

  /// A group.
  static SchemaElement group(String name, FieldRepetitionType repetition, int children) {
    return new SchemaElement(name).setRepetition_type(repetition).setNum_children(children);
  }

  /// The pages of one column of a row group.
  record Chunk(long values, List<byte[]> pages) {
    Chunk(long values, byte[]... pages) {
      this(values, List.of(pages));
    }
  }

  /// Adds a row group.
  FileForge rowGroup(long count, Chunk... chunks) {
    List<SchemaElement> leaves = schema.stream().filter(SchemaElement::isSetType).toList();
    List<ColumnChunk> columns = new ArrayList<>();
    for (int i = 0; i < chunks.length; i++) {
      int start = bytes.size();
      for (byte[] page : chunks[i].pages()) {
        bytes.writeBytes(page);
      }
      int size = bytes.size() - start;
      ColumnMetaData data =
          new ColumnMetaData(
              leaves.get(i).getType(),
              List.of(Encoding.PLAIN),
              List.of(leaves.get(i).getName()),
              CompressionCodec.UNCOMPRESSED,
              chunks[i].values(),
              size,
              size,
              start);
      columns.add(new ColumnChunk(0).setMeta_data(data));
    }
    rowGroups.add(new RowGroup(columns, bytes.size(), count));
    rows += count;
    return this;
  }

  /// Changes the footer before it is written.
  FileForge footer(Consumer<FileMetaData> changed) {
    change = changed;
    return this;
  }

  /// The file.
  byte[] build() {
    FileMetaData footer = new FileMetaData(1, schema, rows, rowGroups);
    change.accept(footer);
    return withFooter(bytes.toByteArray(), written(footer));
  }

  /// The bytes of a footer.
  static byte[] written(FileMetaData footer) {
    return written(out -> Util.writeFileMetaData(footer, out));
  }

  /// A file with a footer.
  ///
  /// @param data magic and pages
  static byte[] withFooter(byte[] data, byte... footer) {
    byte[] length =
        ByteBuffer.allocate(Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(footer.length)
            .array();
    return joined(data, footer, length, MAGIC);
  }

  /// A data page of the first version.
  ///
  /// @param body levels with their lengths, and values
  static byte[] page(int values, Encoding encoding, byte... body) {
    return page(
        new PageHeader(PageType.DATA_PAGE, body.length, body.length)
            .setData_page_header(new DataPageHeader(values, encoding, Encoding.RLE, Encoding.RLE)),
        body);
  }

  /// A data page of the second version.
  static byte[] pageV2(
      int values, Encoding encoding, byte[] repetition, byte[] definition, byte... body) {
    int size = repetition.length + definition.length + body.length;
    return page(
        new PageHeader(PageType.DATA_PAGE_V2, size, size)
            .setData_page_header_v2(
                new DataPageHeaderV2(
                        values, 0, values, encoding, definition.length, repetition.length)
                    .setIs_compressed(false)),
        joined(repetition, definition, body));
  }

  /// A page with a dictionary.
  static byte[] dictionary(int values, byte... body) {
    return page(
        new PageHeader(PageType.DICTIONARY_PAGE, body.length, body.length)
            .setDictionary_page_header(new DictionaryPageHeader(values, Encoding.PLAIN)),
        body);
  }

  /// A page with any header.
  static byte[] page(PageHeader header, byte... body) {
    return joined(written(out -> Util.writePageHeader(header, out)), body);
  }

  /// With its length before it, as pages of the first version have their levels.
  static byte[] sized(byte... part) {
    return joined(ints(part.length), part);
  }

  static byte[] ints(int... values) {
    ByteBuffer buffer =
        ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      buffer.putInt(value);
    }
    return buffer.array();
  }

  static byte[] longs(long... values) {
    ByteBuffer buffer =
        ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : values) {
      buffer.putLong(value);
    }
    return buffer.array();
  }

  /// Texts as PLAIN has them.
  static byte[] texts(String... values) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (String value : values) {
      out.writeBytes(sized(value.getBytes(StandardCharsets.UTF_8)));
    }
    return out.toByteArray();
  }

  static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private interface Writing {
    void to(ByteArrayOutputStream out) throws IOException;
  }

  private static byte[] written(Writing writing) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      writing.to(out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
