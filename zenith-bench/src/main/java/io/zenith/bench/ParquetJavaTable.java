package io.zenith.bench;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;

/// A table as parquet-java writes it, by its defaults.
final class ParquetJavaTable {
  private ParquetJavaTable() {}

  /// Copies all rows of a file.
  static void copy(Path from, Path to) throws IOException {
    MessageType schema;
    try (ParquetJavaFile file = new ParquetJavaFile(from)) {
      schema = file.schema();
    }
    try (ParquetReader<Group> rows = ParquetJavaGroups.reader(from).build();
        ParquetWriter<Group> writer =
            ExampleParquetWriter.builder(new LocalOutputFile(to))
                .withType(schema)
                .withConf(new PlainParquetConfiguration())
                .withCodecFactory(new ParquetJavaCodecs())
                .withCompressionCodec(CompressionCodecName.SNAPPY)
                .build()) {
      for (Group row = rows.read(); row != null; row = rows.read()) {
        writer.write(row);
      }
    }
  }
}
