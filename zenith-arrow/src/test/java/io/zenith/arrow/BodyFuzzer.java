package io.zenith.arrow;

import io.zenith.testkit.Attempt;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/// What a fuzzer feeds with compressed bodies: any buffers, under sound metadata.
public final class BodyFuzzer {
  private static final Field LIST =
      Fields.of("l", new ArrowType.List(), Fields.of("item", ArrowType.Bool.INSTANCE));
  private static final Field[] COLUMNS = {
    Fields.of("x", Fields.INT64), Fields.of("v", ArrowType.Utf8View.INSTANCE), LIST
  };

  /// Validity and values; validity, views and data; validity and offsets, validity and bits.
  private static final int BUFFERS = 9;

  private static final int HEAD = 2 + BUFFERS;

  private BodyFuzzer() {}

  /// The input of which that makes these buffers, which are shorter than 255 bytes.
  static byte[] input(int codec, int rows, byte[]... buffers) {
    byte[] head = new byte[HEAD];
    head[0] = (byte) codec;
    head[1] = (byte) rows;
    for (int i = 0; i < buffers.length; i++) {
      head[2 + i] = (byte) buffers[i].length;
    }
    return FileForge.joined(head, FileForge.joined(buffers));
  }

  /// Called by Jazzer. The first bytes choose the codec, the number of rows and the length of each
  /// buffer; a buffer of 255 bytes or more has all that is left.
  public static void fuzzerTestOneInput(byte[] bytes) throws IOException {
    if (bytes.length < HEAD) {
      return;
    }
    int rows = bytes[1] & 0xFF;
    byte[][] buffers = new byte[BUFFERS][];
    int at = HEAD;
    for (int i = 0; i < BUFFERS; i++) {
      int length = bytes[2 + i] & 0xFF;
      int end = length == 0xFF ? bytes.length : Math.min(bytes.length, at + length);
      buffers[i] = Arrays.copyOfRange(bytes, at, end);
      at = end;
    }
    Metadata.Node node = new Metadata.Node(rows, Math.min(rows, 1));
    Attempt.agreeing(
        Arrow.format(),
        new FileForge(COLUMNS)
            .codec(bytes[0] & 1)
            .viewData(List.of(1L))
            .batch(rows, List.of(node, node, node, node), buffers)
            .build());
  }
}
