package io.zenith.arrow;

import io.zenith.arrow.schema.Flatbuffers;
import io.zenith.arrow.schema.Place;
import io.zenith.codec.Codec;
import java.util.Optional;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;

/// The nodes and buffers of one batch, as many as its layout asks for.
///
/// They are read where they are needed, without an object for each. What they say is checked by
/// [#verify] only, for the columns that are read. Used by one thread at a time, and only as long as
/// the message is.
final class BatchHeader {
  /// Writers put buffers beside each other. If all columns shared one large buffer, checking them
  /// would take columns times its length.
  private static final long MAX_SHARING = 16;

  private final RecordBatch batch;
  private final short version;
  private final BufferPlaces places;
  private final FieldNode node = new FieldNode();
  private final Buffer buffer = new Buffer();
  private final long bodyLength;
  private final Optional<Codec> codec;
  private final Place place;
  private long verifiedBytes;

  private BatchHeader(
      RecordBatch batch,
      short version,
      BufferPlaces places,
      long bodyLength,
      Optional<Codec> codec,
      Place place) {
    this.batch = batch;
    this.codec = codec;
    this.version = version;
    this.places = places;
    this.bodyLength = bodyLength;
    this.place = place;
  }

  /// The header of a record batch message. Call this inside [Flatbuffers#parse], as the next.
  static BatchHeader ofRecordBatch(Message message, BatchLayout layout, Place place) {
    verifyKind(message, MessageHeader.RecordBatch, place);
    RecordBatch batch = new RecordBatch();
    Flatbuffers.required(message.header(batch), "record batch", place);
    return of(batch, message, layout, place);
  }

  /// The header of the batch in a dictionary batch message.
  static BatchHeader ofDictionary(Message message, BatchLayout layout, Place place) {
    RecordBatch data = Flatbuffers.required(dictionary(message, place).data(), "values", place);
    return of(data, message, layout, place);
  }

  /// A dictionary batch message.
  static DictionaryBatch dictionary(Message message, Place place) {
    verifyKind(message, MessageHeader.DictionaryBatch, place);
    DictionaryBatch dictionary = new DictionaryBatch();
    Flatbuffers.required(message.header(dictionary), "dictionary batch", place);
    return dictionary;
  }

  private static void verifyKind(Message message, byte expected, Place place) {
    byte kind = message.headerType();
    if (kind != expected) {
      throw place.malformed("a message of kind " + kindName(kind), MessageHeader.name(expected));
    }
  }

  /// What Arrow calls a kind of message, or its number.
  static String kindName(byte kind) {
    boolean known = kind >= 0 && kind < MessageHeader.names.length;
    return known ? MessageHeader.name(kind) : String.valueOf(kind);
  }

  private static BatchHeader of(
      RecordBatch batch, Message message, BatchLayout layout, Place place) {
    long bodyLength = message.bodyLength();
    Optional<Codec> codec = codec(batch, place);
    if (batch.length() < 0) {
      throw place.malformed(batch.length() + " rows", "0 or more");
    }
    verifyBits(batch.length(), "rows", meant(bodyLength, codec), place);
    if (batch.nodesLength() != layout.nodes()) {
      throw place.malformed(
          batch.nodesLength() + " nodes", layout.nodes() + ", as the schema needs");
    }
    touchLastNode(batch);
    BufferPlaces places = layout.buffers(message.version()).in(batch, place);
    if (batch.buffersLength() != places.count()) {
      throw place.malformed(
          batch.buffersLength() + " buffers", places.count() + ", as the schema needs");
    }
    touchLastBuffer(batch);
    return new BatchHeader(batch, message.version(), places, bodyLength, codec, place);
  }

  /// The most bytes that a body can stand for.
  private static long meant(long bodyLength, Optional<Codec> codec) {
    return codec.map(known -> known.maxDecompressedBytes(bodyLength)).orElse(bodyLength);
  }

  /// Without a bit a value there is nothing to read, and the loop over such values would not end.
  private static void verifyBits(long length, String what, long bodyLength, Place place) {
    if (length > Integer.MAX_VALUE && length / 8 > bodyLength) {
      throw place.malformed(
          length + " " + what + " in a body of " + bodyLength + " bytes", "at most 2^31 - 1");
    }
  }

  private static Optional<Codec> codec(RecordBatch batch, Place place) {
    BodyCompression compression = batch.compression();
    if (compression == null) {
      return Optional.empty();
    }
    if (compression.method() != BodyCompressionMethod.BUFFER) {
      throw place.unsupported("compression method number " + compression.method());
    }
    return switch (compression.codec()) {
      case CompressionType.LZ4_FRAME -> Optional.of(Codec.lz4Frame());
      case CompressionType.ZSTD -> Optional.of(Codec.zstd());
      default -> throw place.unsupported("compression by codec number " + compression.codec());
    };
  }

  /// What its buffers are compressed with, if they are.
  Optional<Codec> codec() {
    return codec;
  }

  /// Reads the last node, so that nodes that lie outside the message are found here, inside
  /// [Flatbuffers#parse]. Where the vector begins was read already, with its length.
  private static void touchLastNode(RecordBatch batch) {
    if (batch.nodesLength() > 0) {
      batch.nodes(batch.nodesLength() - 1).nullCount();
    }
  }

  /// As [#touchLastNode].
  private static void touchLastBuffer(RecordBatch batch) {
    if (batch.buffersLength() > 0) {
      batch.buffers(batch.buffersLength() - 1).length();
    }
  }

  /// How many rows.
  long rows() {
    return batch.length();
  }

  /// How many values a node has.
  long length(int index) {
    return batch.nodes(node, index).length();
  }

  /// How many of them are null.
  long nullCount(int index) {
    return batch.nodes(node, index).nullCount();
  }

  /// The first buffer of a node, or the one behind the last: those of a node end where those of the
  /// next begin.
  int firstBuffer(int index) {
    return places.first(index);
  }

  /// Whether the first buffer of a column is a validity bitmap.
  boolean hasValidity(ColumnLayout column) {
    return column.buffers().hasValidity(version);
  }

  /// Where a buffer begins in the body.
  long bufferOffset(int index) {
    return batch.buffers(buffer, index).offset();
  }

  /// How many bytes a buffer has.
  long bufferLength(int index) {
    return batch.buffers(buffer, index).length();
  }

  /// Checks what is said about one column of the batch.
  void verify(ColumnLayout column) {
    if (length(column.node()) != rows()) {
      throw place
          .in(column.path())
          .malformed(length(column.node()) + " rows", rows() + ", as in the batch");
    }
    verifyNested(column);
  }

  private void verifyNested(ColumnLayout column) {
    long length = length(column.node());
    long nullCount = nullCount(column.node());
    if (length < 0) {
      throw place.in(column.path()).malformed("length " + length, "0 or more");
    }
    if (length > Integer.MAX_VALUE) {
      verifyBits(length, "values", meant(bodyLength, codec), place.in(column.path()));
    }
    if (nullCount < 0 || nullCount > length) {
      throw place.in(column.path()).malformed(nullCount + " nulls", "0 to " + length);
    }
    for (int i = firstBuffer(column.node()); i < firstBuffer(column.node() + 1); i++) {
      verifyBuffer(i, column);
    }
    // A bitmap may be left out only where it would say nothing.
    if (nullCount > 0 && hasValidity(column) && bufferLength(firstBuffer(column.node())) == 0) {
      throw place
          .in(column.path())
          .malformed("no validity bitmap", "one, for there are " + nullCount + " nulls");
    }
    if (nullCount > 0 && hasValidity(column) && column.buffers() == FieldBuffers.RUN_END_ENCODED) {
      throw place
          .in(column.path())
          .malformed(nullCount + " nulls besides those of its values", "none");
    }
    for (ColumnLayout child : column.children()) {
      verifyNested(child);
    }
  }

  private void verifyBuffer(int index, ColumnLayout column) {
    long offset = bufferOffset(index);
    long length = bufferLength(index);
    if (offset < 0 || length < 0 || length > bodyLength - offset) {
      throw place
          .in(column.path())
          .malformed(
              "buffer "
                  + (index - firstBuffer(column.node()))
                  + " of "
                  + length
                  + " bytes at byte "
                  + offset,
              "one inside the body of " + bodyLength + " bytes");
    }
    verifiedBytes += length;
    if (verifiedBytes > MAX_SHARING * bodyLength) {
      throw place
          .in(column.path())
          .malformed(
              "buffers that share their bytes more than " + MAX_SHARING + " times",
              "buffers beside each other");
    }
  }
}
