package io.zenith.arrow;

import io.zenith.schema.Schema;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.DictionaryData;
import io.zenith.spi.InputFile;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.Split;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An open Arrow file or stream, whose record batches are its splits.
final class ArrowSource implements DataSource {
  private final InputFile file;
  private final MessageIndex messages;
  private final Dictionaries dictionaries;

  /// @param file the file
  /// @param messages its messages
  ArrowSource(InputFile file, MessageIndex messages) {
    this.file = file;
    this.messages = messages;
    this.dictionaries = new Dictionaries(file, messages);
  }

  @Override
  public Schema schema() {
    return messages.schema();
  }

  @Override
  public List<Split> splits() throws IOException {
    messages.dictionaries(); // they are checked when they are asked for
    MessageReader reader = new MessageReader(file);
    int count = messages.recordBatches().size();
    List<Split> splits = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      BatchHeader header = header(reader, i);
      splits.add(
          new ArrowSplit(
              file.file(),
              i,
              header.rows(),
              file.mapping().isPresent()
                  ? 0
                  : FetchedBody.maxBytes(messages.recordBatches().get(i).bodyLength()),
              decodedBytes(header, i),
              messages.hash()));
    }
    return splits;
  }

  /// The memory that each column takes when it is decompressed; nothing where nothing is.
  private List<Long> decodedBytes(BatchHeader header, int number) throws IOException {
    if (header.codec().isEmpty()) {
      return List.of();
    }
    Place place = Place.ofRecordBatch(file, number);
    long body = messages.recordBatches().get(number).bodyOffset();
    SegmentAllocator none = SegmentAllocator.prefixAllocator(MemorySegment.NULL);
    BodyDecoder decoder = new BodyDecoder(header.codec().get(), header, none, place);
    List<Long> bytes = new ArrayList<>();
    for (ColumnLayout column : messages.layout().recordBatch().columns()) {
      header.verify(column);
      bytes.add(decoder.mostBytes(column, (offset, target) -> file.read(body + offset, target)));
    }
    return bytes;
  }

  @Override
  public BatchIterator read(ReadRequest request) throws IOException {
    ArrowSplit split = own(request.split());
    BatchHeader header = header(new MessageReader(file), split.number());
    Place place = Place.ofRecordBatch(file, split.number());
    if (header.rows() != split.rows()) {
      throw place.malformed(
          header.rows() + " rows", split.rows() + ", as when the file was listed");
    }
    List<ColumnLayout> columns = new ArrayList<>(request.columns().size());
    for (int column : request.columns()) {
      ColumnLayout layout = messages.layout().recordBatch().columns().get(column);
      header.verify(layout);
      columns.add(layout);
    }
    Map<Long, DictionaryData> needed = dictionaries.of(columns, split.number());
    MessageBlock block = messages.recordBatches().get(split.number());
    Body body = Body.of(file, block, header, columns, request.buffers());
    Optional<BodyDecoder> decoder =
        header.codec().map(codec -> new BodyDecoder(codec, header, request.buffers(), place));
    ColumnAssembler assembler = new ColumnAssembler(header, body, decoder, needed);
    return new RowRanges(request.ranges(), () -> assembler.columns(columns));
  }

  private ArrowSplit own(Split split) {
    if (!(split instanceof ArrowSplit own)) {
      throw new IllegalArgumentException(split + " is no split of an Arrow file");
    }
    if (!own.hash().equals(messages.hash())) {
      throw new Place(file.file(), messages.hashed())
          .malformed("hash " + messages.hash(), own.hash() + ", as when the file was listed");
    }
    return own;
  }

  private BatchHeader header(MessageReader reader, int number) throws IOException {
    Place place = Place.ofRecordBatch(file, number);
    return reader.read(
        messages.recordBatches().get(number),
        place,
        message -> BatchHeader.ofRecordBatch(message, messages.layout().recordBatch(), place));
  }

  @Override
  public void close() {
    dictionaries.close();
  }

  /// The file, what it is, and the number of its record batches.
  @Override
  public String toString() {
    return file.file()
        + ": "
        + messages
        + " of "
        + messages.recordBatches().size()
        + " record batches";
  }
}
