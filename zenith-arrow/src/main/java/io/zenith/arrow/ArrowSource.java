package io.zenith.arrow;

import io.zenith.schema.Schema;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.DictionaryData;
import io.zenith.spi.InputFile;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.Split;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// An open Arrow file, whose record batches are its splits.
final class ArrowSource implements DataSource {
  private final InputFile file;
  private final FileFooter footer;
  private final Dictionaries dictionaries;

  /// @param file the file
  /// @param footer its footer
  ArrowSource(InputFile file, FileFooter footer) {
    this.file = file;
    this.footer = footer;
    this.dictionaries = new Dictionaries(file, footer);
  }

  /// Refuses what shows in record batches only, such as compression, as far as the first one shows
  /// it: one small read, for writers treat all alike.
  void verifyFirstBatch() throws IOException {
    if (!footer.recordBatches().isEmpty()) {
      header(new MessageReader(file), 0);
    }
  }

  @Override
  public Schema schema() {
    return footer.schema();
  }

  @Override
  public List<Split> splits() throws IOException {
    dictionaries.verify();
    MessageReader reader = new MessageReader(file);
    boolean mapped = file.mapping().isPresent();
    List<Split> splits = new ArrayList<>(footer.recordBatches().size());
    for (int i = 0; i < footer.recordBatches().size(); i++) {
      long rows = header(reader, i).rows();
      long bodyLength = footer.recordBatches().get(i).bodyLength();
      long copied = mapped ? 0 : FetchedBody.maxBytes(bodyLength);
      splits.add(new ArrowSplit(file.file(), i, rows, copied, footer.hash()));
    }
    return splits;
  }

  @Override
  public BatchIterator read(ReadRequest request) throws IOException {
    ArrowSplit split = own(request.split());
    BatchHeader header = header(new MessageReader(file), split.number());
    if (header.rows() != split.rows()) {
      throw place(split.number())
          .malformed(header.rows() + " rows", split.rows() + ", as when the file was listed");
    }
    List<ColumnLayout> columns = new ArrayList<>(request.columns().size());
    for (int column : request.columns()) {
      ColumnLayout layout = footer.layout().recordBatch().columns().get(column);
      header.verify(layout);
      columns.add(layout);
    }
    Map<Long, DictionaryData> needed = dictionaries.of(columns);
    MessageBlock block = footer.recordBatches().get(split.number());
    Body body = Body.of(file, block, header, columns, request.buffers());
    return new RowRanges(
        request.ranges(), new ColumnAssembler(header, body, needed).columns(columns));
  }

  private ArrowSplit own(Split split) {
    if (!(split instanceof ArrowSplit own)) {
      throw new IllegalArgumentException(split + " is no split of an Arrow file");
    }
    if (!own.footerHash().equals(footer.hash())) {
      throw new Place(file.file(), "footer")
          .malformed("hash " + footer.hash(), own.footerHash() + ", as when the file was listed");
    }
    return own;
  }

  private BatchHeader header(MessageReader reader, int number) throws IOException {
    Place place = place(number);
    return reader.read(
        footer.recordBatches().get(number),
        place,
        message -> BatchHeader.ofRecordBatch(message, footer.layout().recordBatch(), place));
  }

  private Place place(int number) {
    return new Place(file.file(), "record batch " + number);
  }

  @Override
  public void close() {
    dictionaries.close();
  }

  /// The file and the number of its record batches.
  @Override
  public String toString() {
    return file.file() + ": Arrow file of " + footer.recordBatches().size() + " record batches";
  }
}
