package io.zenith.parquet;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/// A table as parquet-java writes it in a random setting: by the classes below its writers of
/// records, which take Hadoop's configuration.
final class JavaFile {
  private final byte[] bytes;
  private final List<ColumnChunkMetaData> chunks;

  private JavaFile(byte[] bytes, List<ColumnChunkMetaData> chunks) {
    this.bytes = bytes;
    this.chunks = chunks;
  }

  byte[] bytes() {
    return bytes;
  }

  /// What parquet-java says of its column chunks.
  List<ColumnChunkMetaData> chunks() {
    return chunks;
  }

  static JavaFile write(JavaTable table, SplittableRandom random) throws IOException {
    MessageType schema = table.stored();
    Settings settings = Settings.random(schema.getColumns(), random);
    InHeap output = new InHeap();
    try (ParquetFileWriter file =
        new ParquetFileWriter(
            output,
            schema,
            ParquetFileWriter.Mode.CREATE,
            ParquetWriter.DEFAULT_BLOCK_SIZE,
            0,
            null,
            settings.properties)) {
      file.start();
      int most = 1 + table.rows().size() / random.nextInt(1, 6);
      for (int from = 0; from < table.rows().size(); from += most) {
        int end = Math.min(table.rows().size(), from + most);
        writeRowGroup(file, schema, table.fields(), table.rows().subList(from, end), settings);
      }
      file.end(Map.of());
      List<ColumnChunkMetaData> chunks =
          file.getFooter().getBlocks().stream()
              .flatMap(block -> block.getColumns().stream())
              .toList();
      return new JavaFile(output.bytes.toByteArray(), chunks);
    }
  }

  private static void writeRowGroup(
      ParquetFileWriter file,
      MessageType schema,
      List<JavaField> fields,
      List<List<@Nullable Object>> rows,
      Settings settings)
      throws IOException {
    ParquetProperties properties = settings.properties;
    try (ColumnChunkPageWriteStore pages =
            ColumnChunkPageWriteStore.builder()
                .withCompressorProvider(
                    column -> new JavaCodecs(requireNonNull(settings.codecs.get(column))))
                .withSchema(schema)
                .withAllocator(properties.getAllocator())
                .withColumnIndexTruncateLength(properties.getColumnIndexTruncateLength())
                .withPageWriteChecksumEnabled(properties.getPageWriteChecksumEnabled())
                .build();
        ColumnWriteStore columns = properties.newColumnWriteStore(schema, pages, pages)) {
      RecordConsumer out = new ColumnIOFactory(true).getColumnIO(schema).getRecordWriter(columns);
      for (List<@Nullable Object> row : rows) {
        out.startMessage();
        JavaField.writeAll(out, fields, row);
        out.endMessage();
      }
      out.flush();
      file.startBlock(rows.size());
      columns.flush();
      pages.flushToFileWriter(file);
      file.endBlock();
    }
  }

  /// How a file is written.
  private record Settings(
      ParquetProperties properties, Map<ColumnDescriptor, CompressionCodecName> codecs) {

    private static Settings random(List<ColumnDescriptor> columns, SplittableRandom random) {
      ParquetProperties.Builder properties =
          ParquetProperties.builder()
              .withWriterVersion(
                  random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
              .withValuesWriterFactory(new JavaEncodings(columns, random))
              .withPageSize(oneOf(random, 64, 300, 5000, 1 << 20))
              .withPageRowCountLimit(oneOf(random, 2, 30, 500, 20_000))
              .withPageValueCountThreshold(oneOf(random, 3, 100, 1 << 30))
              .withMinRowCountForPageSizeCheck(oneOf(random, 1, 10, 100))
              .withMaxRowCountForPageSizeCheck(oneOf(random, 100, 10_000))
              .estimateRowCountForPageSizeCheck(random.nextBoolean())
              .withDictionaryPageSize(oneOf(random, 64, 64, 500, 1 << 20))
              .withPageWriteChecksumEnabled(random.nextBoolean())
              .withColumnIndexTruncateLength(oneOf(random, 1, 3, 64))
              .withStatisticsTruncateLength(oneOf(random, 1, 3, Integer.MAX_VALUE))
              .withStatisticsEnabled(random.nextInt(6) > 0)
              .withSizeStatisticsEnabled(random.nextInt(3) > 0)
              .withAdaptiveBloomFilterEnabled(random.nextBoolean())
              .withMaxBloomFilterBytes(oneOf(random, 32, 1024, 8192));
      Map<ColumnDescriptor, CompressionCodecName> codecs = new HashMap<>();
      for (ColumnDescriptor column : columns) {
        String path = String.join(".", column.getPath());
        properties
            .withDictionaryEncoding(path, random.nextInt(5) < 3)
            .withByteStreamSplitEncoding(path, random.nextInt(4) == 0)
            .withBloomFilterEnabled(path, random.nextInt(3) == 0);
        codecs.put(column, JavaCodecs.ALL.get(random.nextInt(JavaCodecs.ALL.size())));
      }
      return new Settings(properties.build(), codecs);
    }

    private static int oneOf(SplittableRandom random, int... values) {
      return values[random.nextInt(values.length)];
    }
  }

  /// A file on the heap.
  private static final class InHeap implements OutputFile {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public PositionOutputStream create(long blockSize) {
      return new PositionOutputStream() {
        @Override
        public long getPos() {
          return bytes.size();
        }

        @Override
        public void write(int value) {
          bytes.write(value);
        }

        @Override
        public void write(byte[] values, int from, int count) {
          bytes.write(values, from, count);
        }
      };
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSize) {
      return create(blockSize);
    }

    @Override
    public boolean supportsBlockSize() {
      return false;
    }

    @Override
    public long defaultBlockSize() {
      return 0;
    }
  }
}
