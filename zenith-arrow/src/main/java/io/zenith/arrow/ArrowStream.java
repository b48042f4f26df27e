package io.zenith.arrow;

import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchStream;
import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.flatbuf.MessageHeader;

/// A stream whose messages are read once, as they come.
final class ArrowStream implements BatchStream {
  private final ChannelBytes bytes;
  private final ChannelMessages messages;
  private final Schema schema;
  private final SchemaLayout layout;
  private final StreamDictionaries dictionaries;
  private int recordBatches;
  private int dictionaryBatches;

  private ArrowStream(ChannelBytes bytes) throws IOException {
    this.bytes = bytes;
    this.messages = new ChannelMessages(bytes);
    Place place = new Place(bytes, "schema");
    messages.first(place);
    SchemaReader reader = new SchemaReader(place, (int) bytes.position());
    this.schema = messages.parse(place, message -> StreamReader.schema(message, reader, place));
    this.layout = reader.layout();
    this.dictionaries = new StreamDictionaries(layout);
  }

  /// Waits for the schema.
  static ArrowStream open(String name, ReadableByteChannel channel) throws IOException {
    ChannelBytes bytes = new ChannelBytes(name, channel);
    try {
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
  public Optional<RecordBatch> next(List<Integer> columns, SegmentAllocator buffers)
      throws IOException {
    List<ColumnLayout> layouts = columns.stream().map(layout.recordBatch().columns()::get).toList();
    while (messages.advance()) {
      Place place = new Place(bytes, "byte " + messages.block().offset());
      byte kind = messages.parse(place, message -> message.headerType());
      switch (kind) {
        case MessageHeader.RecordBatch -> {
          return Optional.of(recordBatch(layouts, buffers));
        }
        case MessageHeader.DictionaryBatch -> addDictionary(layouts);
        default ->
            throw messages.parse(
                place, message -> StreamReader.unexpected(message, "a batch", place));
      }
    }
    return Optional.empty();
  }

  /// Reads to the end of the body: until then it is no more than a claim that so many bytes stand
  /// for the rows.
  private RecordBatch recordBatch(List<ColumnLayout> columns, SegmentAllocator buffers)
      throws IOException {
    Place place = new Place(bytes, "record batch " + recordBatches++);
    BatchHeader header =
        messages.parse(
            place, message -> BatchHeader.ofRecordBatch(message, layout.recordBatch(), place));
    columns.forEach(header::verify);
    Body body = FetchedBody.fetch(bytes, messages.block().bodyOffset(), header, columns, buffers);
    Optional<BodyDecoder> decoder =
        header.codec().map(codec -> new BodyDecoder(codec, header, buffers, place));
    List<ArrayData> data =
        new ColumnAssembler(header, body, decoder, dictionaries.of(columns)).columns(columns);
    bytes.skipTo(messages.block().end());
    return new RecordBatch(0, header.rows(), data);
  }

  private void addDictionary(List<ColumnLayout> columns) throws IOException {
    int number = dictionaryBatches++;
    Place place = new Place(bytes, "dictionary batch " + number);
    DictionaryBlock block =
        messages.parse(
            place,
            message -> DictionaryBlock.of(message, number, messages.block(), recordBatches, place));
    if (dictionaries.isNeeded(block.id(), columns)) {
      long length = messages.block().bodyLength();
      ArrayData values = values(layout.dictionary(block.id()), place);
      dictionaries.add(block, values, length, bytes.position(), place);
    }
  }

  /// The values of the current message, without the dictionaries that they refer to.
  private ArrayData values(BatchLayout values, Place place) throws IOException {
    BatchHeader header =
        messages.parse(place, message -> BatchHeader.ofDictionary(message, values, place));
    header.verify(values.columns().getFirst());
    SegmentAllocator memory = (size, alignment) -> allocate(size, alignment, place);
    MemorySegment body = bytes.readNative(messages.block().bodyLength());
    Optional<BodyDecoder> decoder =
        header.codec().map(codec -> new BodyDecoder(codec, header, memory, place));
    return new ColumnAssembler(header, body::asSlice, decoder, Map.of())
        .columns(values.columns())
        .getFirst();
  }

  /// Memory that the garbage collector frees, for nobody knows who still refers to a dictionary
  /// that was replaced. How much there may be of it is a limit of the JVM.
  private static MemorySegment allocate(long size, long alignment, Place place) {
    try {
      return Arena.ofAuto().allocate(size, alignment);
    } catch (OutOfMemoryError e) {
      throw place.unsupported("a dictionary of " + size + " bytes (" + e.getMessage() + ")");
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
