package io.zenith.arrow;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;

/// Tells files from streams by their first bytes, and refuses what is neither by what it is.
final class HeadCheck {
  private static final int HEAD_BYTES = 16;

  private HeadCheck() {}

  /// Whether this is a stream, and not a file with a footer.
  static boolean isStream(InputFile file) throws IOException {
    long size = file.file().size();
    ByteBuffer head = FileBytes.read(file, 0, (int) Math.min(HEAD_BYTES, size));
    String where = file.file().toString();
    return switch (Magic.of(MemorySegment.ofBuffer(head))) {
      case FILE -> false;
      case STREAM -> true;
      case FEATHER_V1 ->
          throw new UnsupportedDataException(
              where, "Feather version 1 is not supported; write it as an Arrow file (Feather V2)");
      case UNKNOWN -> {
        if (!isStreamWithoutMarker(file, head)) {
          throw new MalformedDataException(
              where + ", first bytes",
              FileBytes.hex(head),
              "the magic ARROW1 of an Arrow file, or the schema of a stream");
        }
        yield true;
      }
    };
  }

  /// Before version 0.15 a stream began with the length of its schema message.
  private static boolean isStreamWithoutMarker(InputFile file, ByteBuffer head) throws IOException {
    if (head.remaining() < HEAD_BYTES) {
      return false;
    }
    int length = head.getInt(0);
    if (length < 8 || length > Math.min(MessageBlock.MAX_METADATA_BYTES, file.file().size() - 4)) {
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
