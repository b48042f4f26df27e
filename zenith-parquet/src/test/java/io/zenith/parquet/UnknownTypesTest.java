package io.zenith.parquet;

import static io.zenith.parquet.FileForge.leaf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.Dataset;
import io.zenith.parquet.FileForge.Chunk;
import io.zenith.schema.DataType;
import io.zenith.testkit.Bytes;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.NullType;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;

/// Columns of the logical type UNKNOWN.
final class UnknownTypesTest {
  private static final byte[] INTERVAL = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0};

  /// As parquet-java says it, which has no logical type for them.
  @Test
  void intervalsAreNotNull() throws IOException {
    SchemaElement column =
        leaf("x", Type.FIXED_LEN_BYTE_ARRAY, FieldRepetitionType.REQUIRED)
            .setType_length(INTERVAL.length)
            .setLogicalType(LogicalType.UNKNOWN(new NullType()))
            .setConverted_type(ConvertedType.INTERVAL);
    PageHeader header =
        new PageHeader(PageType.DATA_PAGE, INTERVAL.length, INTERVAL.length)
            .setData_page_header(new DataPageHeader(1, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
    byte[] file =
        new FileForge(column).rowGroup(1, new Chunk(1, FileForge.page(header, INTERVAL))).build();
    try (InMemory memory = new InMemory(Parquet.format(), "unknown", file)) {
      Dataset dataset = memory.mapped();
      assertEquals(
          new DataType.FixedSizeBinary(INTERVAL.length),
          dataset.schema().fields().getFirst().type());
      assertEquals(Map.of("x", List.of(Bytes.of(INTERVAL))), Table.read(dataset, 1));
    }
  }
}
