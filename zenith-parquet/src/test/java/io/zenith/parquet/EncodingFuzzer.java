package io.zenith.parquet;

import static io.zenith.parquet.FileForge.leaf;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;

import io.zenith.parquet.FileForge.Chunk;
import io.zenith.testkit.Attempt;
import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;

/// What a fuzzer feeds with values in each encoding, under sound headers.
public final class EncodingFuzzer {
  private static final SchemaElement[] COLUMNS = {
    leaf("x", Type.BOOLEAN, REQUIRED),
    leaf("x", Type.INT32, REQUIRED),
    leaf("x", Type.INT64, REQUIRED),
    leaf("x", Type.BYTE_ARRAY, REQUIRED),
    leaf("x", Type.FIXED_LEN_BYTE_ARRAY, REQUIRED).setType_length(3)
  };

  private static final int HEAD = 5;

  /// Behind the last one.
  private static final int ENCODINGS = 10;

  private EncodingFuzzer() {}

  /// The input of which these are the values.
  static byte[] input(Type type, Encoding encoding, int values, int words, byte[]... parts) {
    int column = 0;
    while (COLUMNS[column].getType() != type) {
      column++;
    }
    byte[] head =
        FileForge.bytes(
            column, encoding.getValue(), values, words, words == 0 ? 0 : parts[0].length);
    return FileForge.joined(head, FileForge.joined(parts));
  }

  /// Called by Jazzer. The first bytes choose the type and the encoding, and say how many values
  /// there are, how many words the dictionary has, and how many bytes.
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    if (bytes.length < HEAD) {
      return;
    }
    SchemaElement column = COLUMNS[(bytes[0] & 0xFF) % COLUMNS.length];
    Encoding encoding = Encoding.findByValue((bytes[1] & 0xFF) % ENCODINGS);
    if (encoding == null) {
      return;
    }
    int values = bytes[2] & 0xFF;
    int words = bytes[3] & 0xFF;
    int end = Math.min(bytes.length, HEAD + (bytes[4] & 0xFF));
    byte[] page = FileForge.page(values, encoding, Arrays.copyOfRange(bytes, end, bytes.length));
    byte[] dictionary = FileForge.dictionary(words, Arrays.copyOfRange(bytes, HEAD, end));
    Chunk chunk = words == 0 ? new Chunk(values, page) : new Chunk(values, dictionary, page);
    Attempt.agreeing(Parquet.format(), new FileForge(column).rowGroup(values, chunk).build());
  }
}
