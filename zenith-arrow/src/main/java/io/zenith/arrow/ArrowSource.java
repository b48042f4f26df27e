package io.zenith.arrow;

import io.zenith.arrow.schema.Place;
import io.zenith.schema.Schema;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.DictionaryData;
import io.zenith.spi.InputFile;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.Split;
import java.io.IOException;
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
  /// @param memory where dictionaries go that are not views
  ArrowSource(InputFile file, MessageIndex messages, SegmentAllocator memory) {
    this.file = file;
    this.messages = messages;
    this.dictionaries = new Dictionaries(file, messages, memory);
  }

  @Override
  public Schema schema() {
    return messages.schema();
  }

  @Override
  public List<Split> splits() throws IOException {
    messages.dictionaries(); // they are checked when they are asked for
    List<BatchSize> sizes = messages.sizes();
    List<Split> splits = new ArrayList<>(sizes.size());
    for (int i = 0; i < sizes.size(); i++) {
      long bodyLength = messages.recordBatches().get(i).bodyLength();
      long fetched = file.mapping().isPresent() ? 0 : FetchedBody.maxBytes(bodyLength);
      splits.add(
          new ArrowSplit(
              file.file(),
              i,
              sizes.get(i),
              messages.layout().recordBatch(),
              fetched,
              messages.hash()));
    }
    return splits;
  }

  @Override
  public BatchIterator read(ReadRequest request) throws IOException {
    ArrowSplit split = own(request.split());
    BatchHeader header = header(split.number());
    Place place = Place.ofRecordBatch(file, split.number());
    if (header.rows() != split.rows()) {
      throw place.malformed(
          header.rows() + " rows", split.rows() + ", as when the file was listed");
    }
    List<ColumnLayout> columns = messages.layout().recordBatch().columns(request.columns());
    columns.forEach(header::verify);
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

  private BatchHeader header(int number) throws IOException {
    Place place = Place.ofRecordBatch(file, number);
    return new MessageReader(file)
        .read(
            messages.recordBatches().get(number),
            place,
            message -> BatchHeader.ofRecordBatch(message, messages.layout().recordBatch(), place));
  }

  @Override
  public void close() {
    // the memory is the loader's
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
