package io.zenith.arrow.schema;

import io.zenith.schema.Schema;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;

/// A schema as Arrow stores it, in files and streams of its own and in those of other formats.
///
/// @param schema the schema
/// @param dictionaries the ids of its dictionary-encoded fields, each before those inside of its
///   values, in the order of the fields
public record ArrowSchema(Schema schema, List<Long> dictionaries) {
  /// Before a message is its length, and since version 0.15 this before that.
  private static final int CONTINUATION = 0xFFFFFFFF;

  /// Copies the list.
  public ArrowSchema {
    dictionaries = List.copyOf(dictionaries);
  }

  /// Reads a schema. Call this inside [Flatbuffers#parse].
  ///
  /// @param found the schema in its flatbuffer
  /// @param metadataBytes bytes of the flatbuffer that holds it
  /// @param place where it is
  /// @throws io.zenith.error.MalformedDataException if the bytes contradict the format
  /// @throws io.zenith.error.UnsupportedDataException if it is of a newer version, or of big-endian
  ///   data
  public static ArrowSchema read(
      org.apache.arrow.flatbuf.Schema found, int metadataBytes, Place place) {
    return new SchemaReader(place, metadataBytes).read(found);
  }

  /// Reads the message that a stream begins with.
  ///
  /// @param bytes the message with its length before it; what is behind it is not looked at
  /// @param place where they are
  /// @throws io.zenith.error.MalformedDataException if the bytes contradict the format
  /// @throws io.zenith.error.UnsupportedDataException if it is of a newer version, or of big-endian
  ///   data
  public static ArrowSchema ofMessage(ByteBuffer bytes, Place place) {
    ByteBuffer framed = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    return Flatbuffers.parse(
        place,
        () -> {
          int prefix = framed.getInt(0) == CONTINUATION ? 2 * Integer.BYTES : Integer.BYTES;
          int length = framed.getInt(prefix - Integer.BYTES);
          int most = framed.capacity() - prefix;
          if (length < Long.BYTES || length > most) {
            throw place.malformed("a message of " + length + " bytes", "8 to " + most);
          }
          return ofMessage(Message.getRootAsMessage(framed.slice(prefix, length)), length, place);
        });
  }

  private static ArrowSchema ofMessage(Message message, int length, Place place) {
    if (message.headerType() != MessageHeader.Schema) {
      throw place.malformed("a message of kind " + message.headerType(), "a schema");
    }
    org.apache.arrow.flatbuf.Schema schema = new org.apache.arrow.flatbuf.Schema();
    Flatbuffers.required(message.header(schema), "schema", place);
    return read(schema, length, place);
  }
}
