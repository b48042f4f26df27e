package io.zenith.arrow;

import io.zenith.arrow.schema.Place;
import io.zenith.schema.Schema;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The messages of a file with a footer. What the footer does not say is read from the headers of
/// the messages, when it is asked for.
final class FileIndex implements MessageIndex {
  private final InputFile file;
  private final FileFooter footer;
  private volatile @Nullable DictionaryIndex dictionaries;

  private FileIndex(InputFile file, FileFooter footer) {
    this.file = file;
    this.footer = footer;
  }

  /// Reads the footer, and one small part more: what shows in record batches only, such as a codec
  /// that is not known, is refused as far as the first one shows it, for writers treat all alike.
  static FileIndex read(InputFile file) throws IOException {
    FileIndex index = new FileIndex(file, FooterReader.read(file));
    if (!index.recordBatches().isEmpty()) {
      index.verifyFirstBatch();
    }
    return index;
  }

  private void verifyFirstBatch() throws IOException {
    Place place = Place.ofRecordBatch(file, 0);
    new MessageReader(file)
        .read(
            recordBatches().getFirst(),
            place,
            message -> BatchHeader.ofRecordBatch(message, layout().recordBatch(), place));
  }

  @Override
  public Schema schema() {
    return footer.schema();
  }

  @Override
  public SchemaLayout layout() {
    return footer.layout();
  }

  @Override
  public List<MessageBlock> recordBatches() {
    return footer.recordBatches();
  }

  @Override
  public List<BatchSize> sizes() throws IOException {
    List<BatchSize> sizes = new ArrayList<>(recordBatches().size());
    while (sizes.size() < recordBatches().size()) {
      sizes.addAll(nextSizes(sizes.size()));
    }
    return sizes;
  }

  /// Of some record batches, from this one on: as many as are read together.
  private List<BatchSize> nextSizes(int from) throws IOException {
    BatchLayout layout = layout().recordBatch();
    List<MessageBlock> blocks = recordBatches().subList(from, recordBatches().size());
    List<ByteBuffer> metadata = MessageReader.readFirst(file, blocks);
    List<BatchHeader> headers = new ArrayList<>(metadata.size());
    BufferPrefixes prefixes = new BufferPrefixes(file);
    for (int i = 0; i < metadata.size(); i++) {
      Place place = Place.ofRecordBatch(file, from + i);
      BatchHeader header =
          MessageReader.parse(
              metadata.get(i),
              blocks.get(i),
              place,
              message -> BatchHeader.ofRecordBatch(message, layout, place));
      BatchSize.want(header, layout, blocks.get(i).bodyOffset(), place, prefixes);
      headers.add(header);
    }
    prefixes.read();
    List<BatchSize> sizes = new ArrayList<>(headers.size());
    for (int i = 0; i < headers.size(); i++) {
      Place place = Place.ofRecordBatch(file, from + i);
      long body = blocks.get(i).bodyOffset();
      sizes.add(BatchSize.of(headers.get(i), layout, body, place, prefixes));
    }
    return sizes;
  }

  /// All dictionaries are in force for all record batches, wherever they lie.
  @Override
  public DictionaryIndex dictionaries() throws IOException {
    DictionaryIndex known = dictionaries;
    if (known == null) {
      known = readDictionaries();
      dictionaries = known;
    }
    return known;
  }

  private DictionaryIndex readDictionaries() throws IOException {
    MessageReader reader = new MessageReader(file);
    DictionaryIndex index = new DictionaryIndex();
    for (int i = 0; i < footer.dictionaries().size(); i++) {
      int number = i;
      MessageBlock block = footer.dictionaries().get(i);
      Place place = Place.ofDictionaryBatch(file, number);
      DictionaryBlock dictionary =
          reader.read(
              block, place, message -> DictionaryBlock.of(message, number, block, 0, place));
      if (!dictionary.delta() && index.has(dictionary.id())) {
        throw place.malformed(
            "another dictionary of id " + dictionary.id(),
            "deltas at most: files cannot replace dictionaries");
      }
      index.add(dictionary, place);
    }
    return index;
  }

  @Override
  public String hashed() {
    return "footer";
  }

  @Override
  public String hash() {
    return footer.hash();
  }

  @Override
  public String toString() {
    return "Arrow file";
  }
}
