package io.zenith.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;

/// Writes the messages of a stream, and what makes a file of it: the magic at both ends, and the
/// footer that says where messages lie.
///
/// Metadata is padded so that each body, and each buffer in it, begins at a multiple of 64 bytes.
final class MessageWriter implements DictionaryTarget {
  private static final int PREFIX = 8;
  private static final byte[] MAGIC = Magic.ARROW1.getBytes(StandardCharsets.US_ASCII);

  private final ByteSink sink;
  private final SchemaWriter schema;
  private final BodyEncoder encoder;
  private final FlatBufferBuilder builder = new FlatBufferBuilder(4096);
  private final TreeMap<Long, List<MessageBlock>> dictionaries = new TreeMap<>();
  private final List<MessageBlock> recordBatches = new ArrayList<>();

  MessageWriter(ByteSink sink, SchemaWriter schema, BodyEncoder encoder) {
    this.sink = sink;
    this.schema = schema;
    this.encoder = encoder;
  }

  /// Writes what a file has before its first message.
  void fileMagic() throws IOException {
    sink.put(MAGIC);
    sink.align(PREFIX);
  }

  void schema() throws IOException {
    message(MessageHeader.Schema, schema.write(builder), new WrittenBody());
  }

  void recordBatch(long rows, WrittenBody body) throws IOException {
    WrittenBody stored = encoder.encode(body);
    recordBatches.add(message(MessageHeader.RecordBatch, header(rows, stored), stored));
  }

  @Override
  public void write(long id, boolean append, long values, WrittenBody body) throws IOException {
    WrittenBody stored = encoder.encode(body);
    int header = DictionaryBatch.createDictionaryBatch(builder, id, header(values, stored), append);
    MessageBlock block = message(MessageHeader.DictionaryBatch, header, stored);
    dictionaries.computeIfAbsent(id, _ -> new ArrayList<>()).add(block);
  }

  @Override
  public void rewrite(long id, long values, WrittenBody body) throws IOException {
    dictionaries.remove(id);
    write(id, false, values, body);
  }

  /// Says that no message follows.
  void end() throws IOException {
    sink.put(prefix(0));
  }

  /// Writes what a file has behind its last message.
  void footer() throws IOException {
    int schemaAt = schema.write(builder);
    // A dictionary inside another has the higher number, and should be known before.
    List<MessageBlock> inOrder =
        dictionaries.descendingMap().values().stream().flatMap(List::stream).toList();
    Footer.startDictionariesVector(builder, inOrder.size());
    int dictionariesAt = blocks(inOrder);
    Footer.startRecordBatchesVector(builder, recordBatches.size());
    int recordBatchesAt = blocks(recordBatches);
    builder.finish(
        Footer.createFooter(
            builder, MetadataVersion.V5, schemaAt, dictionariesAt, recordBatchesAt, 0));
    byte[] footer = take();
    sink.put(footer);
    sink.put(little(4).putInt(footer.length).array());
    sink.put(MAGIC);
  }

  private int blocks(List<MessageBlock> blocks) {
    // Vectors are built from their end.
    for (MessageBlock block : blocks.reversed()) {
      Block.createBlock(builder, block.offset(), block.metadataLength(), block.bodyLength());
    }
    return builder.endVector();
  }

  private int header(long rows, WrittenBody body) {
    int variadic = 0;
    if (!body.variadicCounts().isEmpty()) {
      long[] counts = body.variadicCounts().stream().mapToLong(Integer::longValue).toArray();
      variadic = RecordBatch.createVariadicBufferCountsVector(builder, counts);
    }
    RecordBatch.startNodesVector(builder, body.nodes().size());
    for (WrittenBody.Node node : body.nodes().reversed()) {
      FieldNode.createFieldNode(builder, node.length(), node.nullCount());
    }
    int nodes = builder.endVector();
    RecordBatch.startBuffersVector(builder, body.regions().size());
    for (WrittenBody.Region region : body.regions().reversed()) {
      Buffer.createBuffer(builder, region.offset(), region.length());
    }
    int buffers = builder.endVector();
    int compression = encoder.header(builder);
    return RecordBatch.createRecordBatch(builder, rows, nodes, buffers, compression, variadic);
  }

  private MessageBlock message(byte type, int header, WrittenBody body) throws IOException {
    builder.finish(
        Message.createMessage(builder, MetadataVersion.V5, type, header, body.bytes(), 0));
    byte[] metadata = take();
    long offset = sink.position();
    long end = offset + PREFIX + metadata.length;
    long aligned = Math.ceilDiv(end, WrittenBody.ALIGNMENT) * WrittenBody.ALIGNMENT;
    int length = Math.toIntExact(aligned - offset - PREFIX);
    sink.put(prefix(length));
    sink.put(metadata);
    sink.zeros(length - metadata.length);
    for (MemorySegment buffer : body.buffers()) {
      sink.put(buffer);
      sink.align(WrittenBody.ALIGNMENT);
    }
    return new MessageBlock(offset, PREFIX + length, body.bytes());
  }

  private byte[] take() {
    byte[] bytes = builder.sizedByteArray();
    builder.clear();
    return bytes;
  }

  private static byte[] prefix(int length) {
    return little(PREFIX).putInt(Magic.CONTINUATION).putInt(length).array();
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
