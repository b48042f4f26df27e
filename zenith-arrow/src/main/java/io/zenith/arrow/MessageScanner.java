package io.zenith.arrow;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.Message;

/// Goes through the messages of a stream, one after the other, and reads the metadata of each: with
/// one read, where it is as long as that of the message before. Bodies are passed over.
///
/// Used by one thread at a time.
final class MessageScanner {
  /// A marker, and the length of the metadata.
  private static final int PREFIX_BYTES = 8;

  /// More than this is not read on the chance that it is metadata.
  private static final int USUAL_BYTES = 4096;

  /// A schema of 100,000 described columns is smaller.
  static final int MAX_SCHEMA_BYTES = 512 << 20;

  private final InputFile file;
  private final long size;
  private ByteBuffer bytes = buffer(USUAL_BYTES);
  private MessageBlock block = new MessageBlock(0, 0, 0);

  /// @param file a stream
  MessageScanner(InputFile file) {
    this.file = file;
    this.size = file.file().size();
  }

  /// Moves to the next message.
  ///
  /// @return false at the end marker, or at the end of the file between two messages
  boolean advance() throws IOException {
    long offset = block.end();
    long left = size - offset;
    if (left == 0) {
      return false;
    }
    Place place = new Place(file.file(), "byte " + offset);
    int available = (int) Math.min(left, Math.max(PREFIX_BYTES, usualBytes()));
    read(offset, 0, available);
    int prefix = prefix(left, place);
    int length = bytes.getInt(prefix - Integer.BYTES);
    if (length == 0) {
      return false;
    }
    int limit = offset == 0 ? MAX_SCHEMA_BYTES : MessageBlock.MAX_METADATA_BYTES;
    long most = Math.min(limit, left - prefix);
    if (length < 8 || length > most) {
      throw place.malformed(
          "a message of " + length + " bytes", "8 to " + most + untilEnd(left - prefix, most));
    }
    int end = prefix + length;
    if (end > available) {
      grow(end, available);
      read(offset + available, available, end - available);
    }
    bytes.limit(end);
    block = new MessageBlock(offset, end, bodyLength(left - end, prefix, place));
    return true;
  }

  private int usualBytes() {
    return Math.min(block.metadataLength(), USUAL_BYTES);
  }

  private static String untilEnd(long left, long most) {
    return left == most ? ", to the end of the file" : "";
  }

  /// How many bytes stand before the metadata: its length, and since version 0.15 a marker before
  /// that.
  private int prefix(long left, Place place) {
    int prefix = Integer.BYTES;
    if (left >= prefix && bytes.getInt(0) == Magic.CONTINUATION) {
      prefix = PREFIX_BYTES;
    }
    if (left < prefix) {
      throw place.malformed(
          left + " bytes to the end of the file", "none, or " + prefix + " and a message");
    }
    return prefix;
  }

  private long bodyLength(long left, int prefix, Place place) {
    long length = parse(place, prefix, Message::bodyLength);
    if (length < 0 || length > left) {
      throw place.malformed(
          "a body of " + length + " bytes", "0 to " + left + ", to the end of the file");
    }
    return length;
  }

  /// Makes something of the current message.
  <T> T parse(Place place, MessageReader.Parser<T> parser) {
    return parse(place, bytes.getInt(0) == Magic.CONTINUATION ? 8 : 4, parser);
  }

  private <T> T parse(Place place, int prefix, MessageReader.Parser<T> parser) {
    return MessageReader.parse(bytes.slice(prefix, bytes.limit() - prefix), place, parser);
  }

  /// Where the current message lies.
  MessageBlock block() {
    return block;
  }

  /// The metadata of the current message with its length, valid until the next one.
  ByteBuffer metadata() {
    return bytes.duplicate().position(0);
  }

  private void grow(int capacity, int used) {
    if (bytes.capacity() < capacity) {
      bytes = buffer(capacity).put(0, bytes, 0, used);
    }
    bytes.limit(capacity);
  }

  private void read(long offset, int at, int length) throws IOException {
    bytes.limit(at + length);
    file.read(offset, MemorySegment.ofBuffer(bytes.slice(at, length)));
  }

  private static ByteBuffer buffer(int capacity) {
    return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
  }
}
