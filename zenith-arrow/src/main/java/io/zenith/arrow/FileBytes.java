package io.zenith.arrow;

import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/// Small parts of a file on the heap, where metadata is parsed: it must not change while it is
/// checked, and accessors that are led astray by it must be stopped by an exception.
final class FileBytes {
  private FileBytes() {}

  /// Reads bytes into a new little-endian buffer.
  static ByteBuffer read(InputFile file, long offset, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    file.read(offset, MemorySegment.ofBuffer(bytes));
    return bytes;
  }

  /// The bytes in hexadecimal, for messages.
  static String hex(ByteBuffer bytes) {
    if (!bytes.hasRemaining()) {
      return "nothing";
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(bytes.position(), copy);
    return HexFormat.ofDelimiter(" ").formatHex(copy);
  }
}
