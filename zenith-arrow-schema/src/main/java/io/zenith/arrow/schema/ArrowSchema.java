package io.zenith.arrow.schema;

import io.zenith.schema.Schema;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;

/// A schema as Arrow stores it, in files and streams of its own and in files of other formats.
///
/// @param schema the schema
/// @param dictionaries the ids of its dictionary-encoded fields, each before those inside of its
///   values, in the order of the fields
public record ArrowSchema(Schema schema, List<Long> dictionaries) {
  /// Before the length of a message, since version 0.15.
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

  /// Reads the message that a stream begins with, as files of other formats keep it. Fields of
  /// types that are newer than this reader are left out, and the byte order is not looked at.
  ///
  /// @param bytes the message; before it a marker and its length, which old writers left out
  /// @param place where they are
  /// @throws io.zenith.error.MalformedDataException if the bytes contradict the format
  public static Schema readKnown(ByteBuffer bytes, Place place) {
    ByteBuffer message = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    return Flatbuffers.parse(place, () -> known(unframed(message, place), place));
  }

  private static ByteBuffer unframed(ByteBuffer bytes, Place place) {
    if (bytes.getInt(0) != CONTINUATION) {
      return bytes;
    }
    int length = bytes.getInt(Integer.BYTES);
    int most = bytes.capacity() - Long.BYTES;
    if (length < Long.BYTES || length > most) {
      throw place.malformed("a message of " + length + " bytes", "8 to " + most);
    }
    return bytes.slice(Long.BYTES, length);
  }

  private static Schema known(ByteBuffer bytes, Place place) {
    Message message = Message.getRootAsMessage(bytes);
    if (message.headerType() != MessageHeader.Schema) {
      throw place.malformed("a message of kind " + message.headerType(), "a schema");
    }
    org.apache.arrow.flatbuf.Schema schema = new org.apache.arrow.flatbuf.Schema();
    Flatbuffers.required(message.header(schema), "schema", place);
    return new SchemaReader(place, bytes.capacity()).readKnown(schema);
  }
}
