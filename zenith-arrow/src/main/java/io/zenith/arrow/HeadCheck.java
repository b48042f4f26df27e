package io.zenith.arrow;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;

/// Refuses what is not an Arrow file by what it is, from its first bytes.
final class HeadCheck {
  private static final int HEAD_BYTES = 16;

  /// No honest schema is larger than this by far; a length beyond it is no sign of a stream.
  private static final int MAX_STREAM_SCHEMA_BYTES = 1 << 20;

  private HeadCheck() {}

  /// Returns if the file begins as an Arrow file does.
  static void verify(InputFile file) throws IOException {
    long size = file.file().size();
    ByteBuffer head = FileBytes.read(file, 0, (int) Math.min(HEAD_BYTES, size));
    String where = file.file().toString();
    switch (Magic.of(MemorySegment.ofBuffer(head))) {
      case FILE -> {}
      case STREAM -> throw stream(where);
      case FEATHER_V1 ->
          throw new UnsupportedDataException(
              where, "Feather version 1 is not supported; write it as an Arrow file (Feather V2)");
      case UNKNOWN -> {
        if (isStreamWithoutMarker(file, head)) {
          throw stream(where);
        }
        throw new MalformedDataException(
            where + ", first bytes", FileBytes.hex(head), "the magic ARROW1 of an Arrow file");
      }
    }
  }

  private static UnsupportedDataException stream(String where) {
    return new UnsupportedDataException(
        where, "the Arrow stream format is not supported; write it as an Arrow file");
  }

  /// Before version 0.15 a stream began with the length of its schema message.
  private static boolean isStreamWithoutMarker(InputFile file, ByteBuffer head) throws IOException {
    if (head.remaining() < HEAD_BYTES) {
      return false;
    }
    int length = head.getInt(0);
    if (length < 8 || length > Math.min(MAX_STREAM_SCHEMA_BYTES, file.file().size() - 4)) {
      return false;
    }
    ByteBuffer bytes = FileBytes.read(file, 4, length);
    try {
      Message message = Message.getRootAsMessage(bytes);
      return message.headerType() == MessageHeader.Schema && message.bodyLength() == 0;
    } catch (RuntimeException _) {
      return false; // no flatbuffer, so no stream
    }
  }
}
