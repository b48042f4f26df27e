package io.zenith.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;

/// Writes the metadata of files by hand, also where it lies.
///
/// @param version the metadata version of all messages
/// @param legacy whether to leave out the continuation marker, as before version 0.15
/// @param noted whether messages have metadata of the writer's own
record Metadata(short version, boolean legacy, boolean noted) {
  /// What writers do today.
  static final Metadata MODERN = new Metadata(MetadataVersion.V5, false);

  Metadata(short version, boolean legacy) {
    this(version, legacy, false);
  }

  /// Length and nulls of one field in a batch.
  record Node(long length, long nulls) {}

  /// Where one buffer lies in the body.
  record Span(long offset, long length) {}

  /// A record batch as its header describes it.
  ///
  /// @param viewData how many data buffers each column of views has
  record Batch(
      long rows, List<Node> nodes, List<Span> buffers, List<Long> viewData, OptionalInt codec) {
    Batch(long rows, List<Node> nodes, List<Span> buffers) {
      this(rows, nodes, buffers, List.of(), OptionalInt.empty());
    }
  }

  /// The message of a record batch, as it stands before the body.
  byte[] recordBatch(Batch batch, long bodyLength) {
    return message(MessageKind.RECORD_BATCH, builder -> table(builder, batch), bodyLength);
  }

  /// The message of a dictionary batch.
  byte[] dictionaryBatch(long id, Batch values, boolean delta, long bodyLength) {
    return message(
        MessageKind.DICTIONARY_BATCH,
        builder -> {
          int data = table(builder, values);
          return DictionaryBatch.createDictionaryBatch(builder, id, data, delta);
        },
        bodyLength);
  }

  /// A message of any kind.
  byte[] message(MessageKind kind, ToIntFunction<FlatBufferBuilder> header, long bodyLength) {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int table = header.applyAsInt(builder);
    int notes = noted ? notes(builder) : 0;
    Message.startMessage(builder);
    Message.addVersion(builder, version);
    Message.addHeaderType(builder, kind.number);
    Message.addHeader(builder, table);
    Message.addBodyLength(builder, bodyLength);
    if (noted) {
      Message.addCustomMetadata(builder, notes);
    }
    builder.finish(Message.endMessage(builder));
    return framed(builder.sizedByteArray());
  }

  private static int notes(FlatBufferBuilder builder) {
    int key = builder.createString("note");
    int value = builder.createString("of the writer");
    int note = KeyValue.createKeyValue(builder, key, value);
    return Message.createCustomMetadataVector(builder, new int[] {note});
  }

  /// The kinds of messages.
  enum MessageKind {
    SCHEMA(1),
    DICTIONARY_BATCH(2),
    RECORD_BATCH(3),
    TENSOR(4),
    SPARSE_TENSOR(5),
    OF_THE_FUTURE(99);

    private final byte number;

    MessageKind(int number) {
      this.number = (byte) number;
    }
  }

  private byte[] framed(byte[] flatbuffer) {
    int prefix = legacy ? 4 : 8;
    int length = (prefix + flatbuffer.length + 7) / 8 * 8;
    ByteBuffer message = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    if (!legacy) {
      message.putInt(-1);
    }
    message.putInt(length - prefix).put(flatbuffer);
    return message.array();
  }

  /// What ends a stream.
  byte[] endMarker() {
    return legacy ? FileForge.ints(0) : FileForge.ints(-1, 0);
  }

  /// A footer without its length and magic.
  byte[] footer(
      ToIntFunction<FlatBufferBuilder> schema,
      List<MessageBlock> dictionaries,
      List<MessageBlock> recordBatches) {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int schemaTable = schema.applyAsInt(builder);
    int dictionaryBlocks = blocks(builder, dictionaries);
    int recordBatchBlocks = blocks(builder, recordBatches);
    Footer.startFooter(builder);
    Footer.addVersion(builder, version);
    Footer.addSchema(builder, schemaTable);
    Footer.addDictionaries(builder, dictionaryBlocks);
    Footer.addRecordBatches(builder, recordBatchBlocks);
    builder.finish(Footer.endFooter(builder));
    return builder.sizedByteArray();
  }

  private static int blocks(FlatBufferBuilder builder, List<MessageBlock> blocks) {
    Footer.startRecordBatchesVector(builder, blocks.size());
    for (MessageBlock block : blocks.reversed()) {
      Block.createBlock(builder, block.offset(), block.metadataLength(), block.bodyLength());
    }
    return builder.endVector();
  }

  private static int table(FlatBufferBuilder builder, Batch batch) {
    RecordBatch.startNodesVector(builder, batch.nodes().size());
    for (Node node : batch.nodes().reversed()) {
      FieldNode.createFieldNode(builder, node.length(), node.nulls());
    }
    int nodes = builder.endVector();
    RecordBatch.startBuffersVector(builder, batch.buffers().size());
    for (Span span : batch.buffers().reversed()) {
      Buffer.createBuffer(builder, span.offset(), span.length());
    }
    int buffers = builder.endVector();
    int compression =
        batch.codec().isPresent()
            ? BodyCompression.createBodyCompression(
                builder, (byte) batch.codec().getAsInt(), (byte) 0)
            : 0;
    int viewData =
        batch.viewData().isEmpty()
            ? 0
            : RecordBatch.createVariadicBufferCountsVector(
                builder, batch.viewData().stream().mapToLong(count -> count).toArray());
    RecordBatch.startRecordBatch(builder);
    RecordBatch.addLength(builder, batch.rows());
    RecordBatch.addNodes(builder, nodes);
    RecordBatch.addBuffers(builder, buffers);
    if (compression != 0) {
      RecordBatch.addCompression(builder, compression);
    }
    if (viewData != 0) {
      RecordBatch.addVariadicBufferCounts(builder, viewData);
    }
    return RecordBatch.endRecordBatch(builder);
  }
}
