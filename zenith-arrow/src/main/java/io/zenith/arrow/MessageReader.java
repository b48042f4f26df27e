package io.zenith.arrow;

import io.zenith.arrow.schema.Flatbuffers;
import io.zenith.arrow.schema.Place;
import io.zenith.spi.FilePart;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MetadataVersion;

/// Reads the metadata of messages: one small read each, into memory that the next one overwrites.
///
/// Used by one thread at a time.
final class MessageReader {
  /// What the metadata of a few dozen columns takes.
  private static final int USUAL_BYTES = 4096;

  /// What metadata that is read together takes, if it is of several messages.
  private static final int BYTES_TOGETHER = 1 << 20;

  private final InputFile file;
  private ByteBuffer bytes = ByteBuffer.allocate(USUAL_BYTES);

  /// @param file the file
  MessageReader(InputFile file) {
    this.file = file;
  }

  /// Reads the metadata of a message of the wanted kind.
  ///
  /// @param block where it lies, checked against the file
  /// @param parser makes something of it, which must not be used after the next message is read
  <T> T read(MessageBlock block, Place place, Parser<T> parser) throws IOException {
    int length = block.metadataLength();
    if (bytes.capacity() < length) {
      bytes = ByteBuffer.allocate(length);
    }
    ByteBuffer metadata = bytes.slice(0, length).order(ByteOrder.LITTLE_ENDIAN);
    file.read(block.offset(), MemorySegment.ofBuffer(metadata));
    return parse(metadata, block, place, parser);
  }

  /// Reads the metadata of the first of some messages together, as far as that is not much: where
  /// the file is far, each read takes its time.
  static List<ByteBuffer> readFirst(InputFile file, List<MessageBlock> blocks) throws IOException {
    List<ByteBuffer> found = new ArrayList<>();
    List<FilePart> parts = new ArrayList<>();
    long left = BYTES_TOGETHER;
    for (MessageBlock block : blocks) {
      left -= block.metadataLength();
      if (left < 0 && !found.isEmpty()) {
        break;
      }
      ByteBuffer metadata =
          ByteBuffer.allocate(block.metadataLength()).order(ByteOrder.LITTLE_ENDIAN);
      found.add(metadata);
      parts.add(new FilePart(block.offset(), MemorySegment.ofBuffer(metadata)));
    }
    file.read(parts);
    return found;
  }

  /// Makes something of the metadata of a message, as it is stored.
  static <T> T parse(ByteBuffer metadata, MessageBlock block, Place place, Parser<T> parser) {
    return Flatbuffers.parse(place, () -> parser.parse(message(metadata, block, place)));
  }

  /// Makes something of a message.
  interface Parser<T> {
    /// Called inside [Flatbuffers#parse].
    T parse(Message message);
  }

  /// Before the flatbuffer is its length, and since version 0.15 a marker before that.
  private static Message message(ByteBuffer metadata, MessageBlock block, Place place) {
    int prefix = metadata.getInt(0) == Magic.CONTINUATION ? 8 : 4;
    int length = metadata.getInt(prefix - 4);
    int most = metadata.capacity() - prefix;
    if (length < 8 || length > most) {
      throw place
          .in("byte " + block.offset())
          .malformed("a message of " + length + " bytes", "8 to " + most);
    }
    Message message = Message.getRootAsMessage(metadata.slice(prefix, length));
    verifyVersion(message.version(), place);
    if (message.bodyLength() < 0 || message.bodyLength() > block.bodyLength()) {
      throw place.malformed(
          "a body of " + message.bodyLength() + " bytes",
          "0 to " + block.bodyLength() + ", as the footer says");
    }
    return message;
  }

  /// Makes something of the metadata of a message, without what stands before it.
  static <T> T parse(ByteBuffer metadata, Place place, Parser<T> parser) {
    return Flatbuffers.parse(
        place,
        () -> {
          Message message = Message.getRootAsMessage(metadata.order(ByteOrder.LITTLE_ENDIAN));
          verifyVersion(message.version(), place);
          return parser.parse(message);
        });
  }

  /// Returns if metadata of this version is read.
  static void verifyVersion(short version, Place place) {
    if (version < MetadataVersion.V1 || version > MetadataVersion.V5) {
      throw place.unsupported("metadata version number " + version);
    }
    if (version != MetadataVersion.V4 && version != MetadataVersion.V5) {
      throw place.unsupported("metadata version " + MetadataVersion.name(version));
    }
  }
}
