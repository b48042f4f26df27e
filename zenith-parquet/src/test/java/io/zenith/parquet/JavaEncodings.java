package io.zenith.parquet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesWriter;
import org.apache.parquet.column.values.factory.DefaultV1ValuesWriterFactory;
import org.apache.parquet.column.values.factory.DefaultV2ValuesWriterFactory;
import org.apache.parquet.column.values.factory.ValuesWriterFactory;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/// Encodings of parquet-java, each in pages of both versions: it has those of its own version only,
/// and one that it never chooses.
final class JavaEncodings implements ValuesWriterFactory {
  private final ValuesWriterFactory first = new DefaultV1ValuesWriterFactory();
  private final ValuesWriterFactory second = new DefaultV2ValuesWriterFactory();
  private final Map<ColumnDescriptor, Integer> choices = new HashMap<>();
  private @Nullable ParquetProperties properties;

  JavaEncodings(List<ColumnDescriptor> columns, SplittableRandom random) {
    columns.forEach(column -> choices.put(column, random.nextInt(6)));
  }

  @Override
  public void initialize(ParquetProperties known) {
    properties = known;
    first.initialize(known);
    second.initialize(known);
  }

  @Override
  public ValuesWriter newValuesWriter(ColumnDescriptor column) {
    int choice = Objects.requireNonNull(choices.get(column));
    if (choice <= 1
        && column.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY) {
      return deltaLengths(Objects.requireNonNull(properties));
    }
    return (choice % 2 == 0 ? first : second).newValuesWriter(column);
  }

  private static ValuesWriter deltaLengths(ParquetProperties known) {
    return new DeltaLengthByteArrayValuesWriter(
        known.getInitialSlabSize(), known.getPageSizeThreshold(), known.getAllocator());
  }
}
