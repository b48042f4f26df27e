package io.zenith.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import io.zenith.codec.Codec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// Puts Arrow files and streams together by hand, sound ones and others.
final class FileForge {
  private final Metadata metadata;
  private final ToIntFunction<FlatBufferBuilder> schema;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
  private final List<MessageBlock> dictionaries = new ArrayList<>();
  private final List<MessageBlock> recordBatches = new ArrayList<>();
  private int alignment = 8;
  private List<Long> viewData = List.of();
  private OptionalInt codec = OptionalInt.empty();

  FileForge(Metadata metadata, ToIntFunction<FlatBufferBuilder> schema) {
    this.metadata = metadata;
    this.schema = schema;
    write("ARROW1\0\0".getBytes(StandardCharsets.US_ASCII));
  }

  FileForge(Metadata metadata, Field... fields) {
    this(metadata, new Schema(List.of(fields))::getSchema);
  }

  FileForge(Field... fields) {
    this(Metadata.MODERN, fields);
  }

  /// Puts each buffer at an odd multiple of this many bytes, for odd alignments, else at a
  /// multiple.
  FileForge alignment(int bytes) {
    alignment = bytes;
    return this;
  }

  /// Says how many data buffers each column of views has in the batches that are added next.
  FileForge viewData(List<Long> counts) {
    viewData = counts;
    return this;
  }

  /// Says which codec the batches that are added next are compressed with; see [#compressed].
  FileForge codec(int number) {
    codec = OptionalInt.of(number);
    return this;
  }

  /// A buffer as it stands in a compressed body.
  static byte[] compressed(int codec, byte[] bytes) {
    Codec known = codec == CompressionType.ZSTD ? Codec.zstd() : Codec.lz4Frame();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
      MemorySegment target = arena.allocate(known.maxCompressedBytes(bytes.length));
      byte[] data =
          target.asSlice(0, known.compress(source, target)).toArray(ValueLayout.JAVA_BYTE);
      return joined(longs(bytes.length), data);
    }
  }

  /// Adds a record batch of sound buffers.
  FileForge batch(long rows, List<Metadata.Node> nodes, byte[]... buffers) {
    byte[] body = body(buffers);
    return batch(described(rows, nodes, buffers), body);
  }

  /// Adds a record batch that says anything.
  FileForge batch(Metadata.Batch batch, byte[] body) {
    recordBatches.add(message(metadata.recordBatch(batch, body.length), body));
    return this;
  }

  /// Adds any message as a record batch.
  FileForge batchMessage(byte[] message, byte[] body) {
    recordBatches.add(message(message, body));
    return this;
  }

  /// Adds a block to the footer, and nothing to the file.
  FileForge batchBlock(MessageBlock block) {
    recordBatches.add(block);
    return this;
  }

  /// Adds a dictionary batch.
  FileForge dictionary(
      long id, boolean delta, long length, List<Metadata.Node> nodes, byte[]... buffers) {
    byte[] body = body(buffers);
    Metadata.Batch values = described(length, nodes, buffers);
    dictionaries.add(message(metadata.dictionaryBatch(id, values, delta, body.length), body));
    return this;
  }

  /// The messages as a stream, in the order in which they were added.
  byte[] stream() {
    return joined(openStream(), metadata.endMarker());
  }

  /// The stream without the marker at its end.
  byte[] openStream() {
    return joined(metadata.message(Metadata.MessageKind.SCHEMA, schema, 0), messages.toByteArray());
  }

  /// The file.
  byte[] build() {
    return withFooter(metadata.footer(schema, dictionaries, recordBatches));
  }

  /// The file, with any bytes as its footer.
  byte[] withFooter(byte[] footer) {
    ByteBuffer length = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
    write(footer);
    write(length.putInt(footer.length).array());
    write("ARROW1".getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }

  /// Little-endian bytes of whole numbers.
  static byte[] longs(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 8).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(values);
    return bytes.array();
  }

  /// As [#longs].
  static byte[] ints(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 4).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    return bytes.array();
  }

  /// As [#longs].
  static byte[] shorts(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 2).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      bytes.putShort((short) value);
    }
    return bytes.array();
  }

  /// Buffers one after the other.
  static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /// The view of a value that lies in it.
  static byte[] view(String value) {
    byte[] bytes = text(value);
    return joined(ints(bytes.length), Arrays.copyOf(bytes, 12));
  }

  /// The view of a value that lies in a data buffer.
  static byte[] view(String value, int buffer, int offset) {
    byte[] bytes = text(value);
    return joined(ints(bytes.length), Arrays.copyOf(bytes, 4), ints(buffer, offset));
  }

  /// No bytes, such as a left-out validity bitmap.
  static byte[] none() {
    return new byte[0];
  }

  /// Text as bytes.
  static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Metadata.Batch described(long rows, List<Metadata.Node> nodes, byte[]... buffers) {
    return new Metadata.Batch(rows, nodes, spans(buffers), viewData, codec);
  }

  private MessageBlock message(byte[] message, byte[] body) {
    while (out.size() % 8 != 0) {
      out.write(0);
    }
    MessageBlock block = new MessageBlock(out.size(), message.length, body.length);
    write(message);
    write(body);
    messages.writeBytes(message);
    messages.writeBytes(body);
    return block;
  }

  private byte[] body(byte[]... buffers) {
    List<Metadata.Span> spans = spans(buffers);
    long end = spans.stream().mapToLong(span -> span.offset() + span.length()).max().orElse(0);
    byte[] body = new byte[(int) end];
    for (int i = 0; i < buffers.length; i++) {
      System.arraycopy(buffers[i], 0, body, (int) spans.get(i).offset(), buffers[i].length);
    }
    return body;
  }

  private List<Metadata.Span> spans(byte[]... buffers) {
    List<Metadata.Span> spans = new ArrayList<>();
    long at = alignment % 8 == 0 ? 0 : alignment;
    for (byte[] buffer : buffers) {
      spans.add(new Metadata.Span(at, buffer.length));
      long end = at + buffer.length;
      at = (end + 7) / 8 * 8 + (alignment % 8 == 0 ? 0 : alignment);
    }
    return spans;
  }

  private void write(byte[] bytes) {
    try {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
