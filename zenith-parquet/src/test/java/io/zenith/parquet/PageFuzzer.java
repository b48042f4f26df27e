package io.zenith.parquet;

import static io.zenith.parquet.FileForge.group;
import static io.zenith.parquet.FileForge.leaf;
import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.apache.parquet.format.FieldRepetitionType.REPEATED;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;

import io.zenith.parquet.FileForge.Chunk;
import io.zenith.testkit.Attempt;
import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;

/// What a fuzzer feeds with the pages of a column chunk, headers and all, under a sound footer.
public final class PageFuzzer {
  private static final SchemaElement[][] COLUMNS = {
    {leaf("x", Type.INT64, REQUIRED)},
    {leaf("x", Type.INT32, OPTIONAL)},
    {leaf("x", Type.BYTE_ARRAY, OPTIONAL)},
    {leaf("x", Type.BOOLEAN, OPTIONAL)},
    {leaf("x", Type.INT96, REPEATED)},
    {group("g", OPTIONAL, 1), group("h", REPEATED, 1), leaf("x", Type.BYTE_ARRAY, REPEATED)}
  };

  private static final int HEAD = 3;

  private PageFuzzer() {}

  /// The input of which these are the pages.
  ///
  /// @param column one of the columns above
  static byte[] input(int column, int rows, int values, byte[]... pages) {
    return FileForge.joined(FileForge.bytes(column, rows, values), FileForge.joined(pages));
  }

  /// Called by Jazzer. The first bytes choose the column and say how many rows and values it has.
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    if (bytes.length >= HEAD) {
      SchemaElement[] column = COLUMNS[(bytes[0] & 0xFF) % COLUMNS.length];
      byte[] pages = Arrays.copyOfRange(bytes, HEAD, bytes.length);
      byte[] file =
          new FileForge(1, column)
              .rowGroup(bytes[1] & 0xFF, new Chunk(bytes[2] & 0xFF, pages))
              .build();
      Attempt.agreeing(Parquet.format(), file);
    }
  }
}
