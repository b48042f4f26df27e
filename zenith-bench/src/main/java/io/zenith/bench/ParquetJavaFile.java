package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReadStore;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;

/// A file as parquet-java opens it, for one thread at a time.
final class ParquetJavaFile implements AutoCloseable {
  private final ParquetFileReader reader;
  private final MessageType schema;

  /// Does something with a column of a row group.
  @FunctionalInterface
  interface Work {
    void column(String name, ColumnReader column, int rows);
  }

  ParquetJavaFile(Path file) throws IOException {
    this.reader =
        ParquetFileReader.open(
            new LocalInputFile(file),
            ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withCodecFactory(new ParquetJavaCodecs())
                .build());
    this.schema = reader.getFileMetaData().getSchema();
  }

  MessageType schema() {
    return schema;
  }

  List<BlockMetaData> rowGroups() {
    return reader.getRowGroups();
  }

  /// Reads a row group, column by column.
  ///
  /// @return how many rows it has
  long read(int rowGroup, Work work) throws IOException {
    try (PageReadStore pages = reader.readRowGroup(rowGroup)) {
      int rows = Math.toIntExact(pages.getRowCount());
      ColumnReadStore columns =
          new ColumnReadStoreImpl(
              pages, new Unconverted(), schema, reader.getFileMetaData().getCreatedBy());
      for (ColumnDescriptor column : schema.getColumns()) {
        work.column(column.getPath()[0], columns.getColumnReader(column), rows);
      }
      return rows;
    }
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw new BenchFailure("a file that parquet-java read: " + e.getMessage());
    }
  }

  /// Values are taken from the columns, and go nowhere else.
  private static final class Unconverted extends GroupConverter {
    @Override
    public Converter getConverter(int field) {
      return new PrimitiveConverter() {};
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
  }
}
