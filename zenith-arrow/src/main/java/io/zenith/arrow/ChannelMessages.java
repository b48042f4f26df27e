package io.zenith.arrow;

import io.zenith.arrow.schema.Place;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.apache.arrow.flatbuf.Message;

/// Goes through the messages of a channel, one after the other. Of each, the metadata is read;
/// whoever wants the body reads it before moving on.
final class ChannelMessages {
  private static final int INT = Integer.BYTES;

  /// More than anyone sends. A file has its size to check lengths by; here this keeps sums and
  /// small multiples of them from overflowing.
  private static final long MAX_BODY_BYTES = 1L << 56;

  private final ChannelBytes bytes;
  private MessageBlock block = new MessageBlock(0, 0, 0);
  private ByteBuffer metadata = ByteBuffer.allocate(0);
  private boolean ended;

  /// @param bytes a stream, or a file
  ChannelMessages(ChannelBytes bytes) {
    this.bytes = bytes;
  }

  /// Moves to the first message, which has to be there, behind the magic if this is a file.
  void first(Place place) throws IOException {
    int head =
        nextInt(place).orElseThrow(() -> place.malformed("the end of the stream", "a schema"));
    if (head == asInt("ARRO")) {
      if (nextInt(place).orElse(0) != asInt("W1\0\0")) {
        throw place.malformed("a broken magic", "ARROW1");
      }
      head = nextInt(place).orElseThrow(() -> place.malformed("the end of the file", "a schema"));
    } else if (head == asInt("FEA1")) {
      throw place.unsupported("Feather version 1");
    } else if (head != Magic.CONTINUATION && !isLength(head, MessageBlock.MAX_METADATA_BYTES)) {
      throw place.malformed(
          FileBytes.hex(ByteBuffer.allocate(INT).putInt(Integer.reverseBytes(head)).flip()),
          "the magic ARROW1 of an Arrow file, or the schema of a stream");
    }
    if (!read(head, MessageScanner.MAX_SCHEMA_BYTES, place)) {
      throw place.malformed("the end of the stream", "a schema");
    }
  }

  private static int asInt(String ascii) {
    return ascii.charAt(0) | ascii.charAt(1) << 8 | ascii.charAt(2) << 16 | ascii.charAt(3) << 24;
  }

  private static boolean isLength(int length, int most) {
    return length >= 8 && length <= most;
  }

  /// Moves to the next message.
  ///
  /// @return false at the end marker, or at the end of the channel between two messages
  boolean advance() throws IOException {
    if (ended) {
      return false;
    }
    bytes.skipTo(block.end());
    Place place = new Place(bytes, "byte " + bytes.position());
    Optional<Integer> prefix = nextInt(place);
    if (prefix.isEmpty()) {
      ended = true;
      return false;
    }
    return read(prefix.get(), MessageBlock.MAX_METADATA_BYTES, place);
  }

  /// The next four bytes; nothing at the end.
  private Optional<Integer> nextInt(Place place) throws IOException {
    ByteBuffer prefix = ByteBuffer.allocate(INT).order(ByteOrder.LITTLE_ENDIAN);
    int count = bytes.readUpTo(prefix);
    if (count > 0 && count < INT) {
      throw place.malformed(count + " bytes to the end", "none, or " + INT + " and a message");
    }
    return count == 0 ? Optional.empty() : Optional.of(prefix.getInt(0));
  }

  /// Reads the message that begins with these four bytes: the length of the metadata, or since
  /// version 0.15 a marker before that.
  ///
  /// @return false at the end marker
  private boolean read(int prefix, int most, Place place) throws IOException {
    int length = prefix;
    if (prefix == Magic.CONTINUATION) {
      length = nextInt(place).orElseThrow(() -> place.malformed("the end", "a length"));
    }
    if (length == 0) {
      ended = true;
      return false;
    }
    if (!isLength(length, most)) {
      throw place.malformed("a message of " + length + " bytes", "8 to " + most);
    }
    metadata = ByteBuffer.wrap(bytes.read(length));
    long bodyLength = parse(place, Message::bodyLength);
    if (bodyLength < 0 || bodyLength > MAX_BODY_BYTES) {
      throw place.malformed("a body of " + bodyLength + " bytes", "0 to " + MAX_BODY_BYTES);
    }
    block = new MessageBlock(bytes.position(), 0, bodyLength);
    return true;
  }

  /// Makes something of the current message.
  <T> T parse(Place place, MessageReader.Parser<T> parser) {
    return MessageReader.parse(metadata.duplicate(), place, parser);
  }

  /// Where the body of the current message lies; the metadata is read, and counts no more.
  MessageBlock block() {
    return block;
  }
}
