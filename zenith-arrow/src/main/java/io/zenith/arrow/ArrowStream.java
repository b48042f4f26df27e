package io.zenith.arrow;

import io.zenith.arrow.schema.ArrowSchema;
import io.zenith.arrow.schema.Place;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchStream;
import io.zenith.spi.Projection;
import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectableChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.flatbuf.MessageHeader;

/// A stream whose messages are read once, as they come.
final class ArrowStream implements BatchStream {
  private final ChannelBytes bytes;
  private final ChannelMessages messages;
  private final Schema schema;
  private final SchemaLayout layout;
  private final StreamDictionaries dictionaries;

  /// What was asked for, and what that takes: the same in every call.
  private List<Projection> asked = List.of();

  private List<ColumnLayout> wanted = List.of();
  private Set<Long> neededDictionaries = Set.of();
  private int recordBatches;
  private int dictionaryBatches;

  private ArrowStream(ChannelBytes bytes) throws IOException {
    this.bytes = bytes;
    this.messages = new ChannelMessages(bytes);
    Place place = new Place(bytes, "schema");
    messages.first(place);
    int length = (int) bytes.position();
    ArrowSchema read =
        messages.parse(place, message -> StreamReader.schema(message, length, place));
    this.schema = read.schema();
    this.layout = SchemaLayoutBuilder.layout(read, place);
    this.dictionaries = new StreamDictionaries(layout);
  }

  /// Waits for the schema.
  ///
  /// @throws IllegalArgumentException if the channel does not block
  static ArrowStream open(String name, ReadableByteChannel channel) throws IOException {
    ChannelBytes bytes = new ChannelBytes(name, channel);
    try {
      if (channel instanceof SelectableChannel selectable && !selectable.isBlocking()) {
        throw new IllegalArgumentException(
            name + ": the channel does not block, as a reader needs it");
      }
      return new ArrowStream(bytes);
    } catch (Throwable e) {
      try (bytes) {
        throw e;
      }
    }
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public Optional<RecordBatch> next(List<Projection> columns, SegmentAllocator buffers)
      throws IOException {
    ask(columns);
    while (messages.advance()) {
      Place place = new Place(bytes, "byte " + messages.block().offset());
      byte kind = messages.parse(place, message -> message.headerType());
      switch (kind) {
        case MessageHeader.RecordBatch -> {
          return Optional.of(recordBatch(buffers));
        }
        case MessageHeader.DictionaryBatch -> addDictionary();
        default ->
            throw messages.parse(
                place, message -> StreamReader.unexpected(message, "a batch", place));
      }
    }
    return Optional.empty();
  }

  private void ask(List<Projection> columns) {
    if (!columns.equals(asked)) {
      asked = List.copyOf(columns);
      wanted = layout.recordBatch().columns(columns);
      neededDictionaries = DictionaryIds.all(wanted, layout);
    }
  }

  /// Reads to the end of the body: until then it is no more than a claim that so many bytes stand
  /// for the rows.
  private RecordBatch recordBatch(SegmentAllocator buffers) throws IOException {
    Place place = new Place(bytes, "record batch " + recordBatches++);
    BatchHeader header =
        messages.parse(
            place, message -> BatchHeader.ofRecordBatch(message, layout.recordBatch(), place));
    wanted.forEach(header::verify);
    Body body = FetchedBody.fetch(bytes, messages.block().bodyOffset(), header, wanted, buffers);
    Optional<BodyDecoder> decoder =
        header.codec().map(codec -> new BodyDecoder(codec, header, buffers, place));
    List<ArrayData> data =
        new ColumnAssembler(header, body, decoder, dictionaries.of(wanted)).columns(wanted);
    bytes.skipTo(messages.block().end());
    return new RecordBatch(0, header.rows(), data);
  }

  private void addDictionary() throws IOException {
    int number = dictionaryBatches++;
    Place place = new Place(bytes, "dictionary batch " + number);
    DictionaryBlock block =
        messages.parse(
            place,
            message -> DictionaryBlock.of(message, number, messages.block(), recordBatches, place));
    if (neededDictionaries.contains(block.id())) {
      long length = messages.block().bodyLength();
      ArrayData values = values(layout.dictionary(block.id()), place);
      dictionaries.add(block, values, length, bytes.position(), place);
    }
  }

  /// The values of the current message, without the dictionaries that they refer to, in memory that
  /// the garbage collector frees: nobody knows who still refers to a dictionary that was replaced.
  /// How much there may be of it is a limit of the JVM.
  private ArrayData values(BatchLayout values, Place place) throws IOException {
    BatchHeader header =
        messages.parse(place, message -> BatchHeader.ofDictionary(message, values, place));
    header.verify(values.columns().getFirst());
    SegmentAllocator memory = (size, alignment) -> Arena.ofAuto().allocate(size, alignment);
    try {
      MemorySegment body = bytes.readNative(messages.block().bodyLength());
      Optional<BodyDecoder> decoder =
          header.codec().map(codec -> new BodyDecoder(codec, header, memory, place));
      return new ColumnAssembler(header, body::asSlice, decoder, Map.of())
          .columns(values.columns())
          .getFirst();
    } catch (OutOfMemoryError e) {
      throw place.unsupported(
          "a dictionary that does not fit into memory (" + e.getMessage() + ")");
    }
  }

  @Override
  public void close() {
    bytes.close();
  }

  /// The name.
  @Override
  public String toString() {
    return bytes.toString();
  }
}
