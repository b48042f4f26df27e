package io.zenith.arrow;

import io.zenith.arrow.schema.ArrowSchema;
import io.zenith.arrow.schema.Flatbuffers;
import io.zenith.arrow.schema.Place;
import io.zenith.spi.InputFile;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;

/// Reads the index of a stream in one pass over the headers of its messages: `schema, batches, end
/// marker`, of which the marker may be missing. What is behind the marker is not looked at.
final class StreamReader {
  /// As many batches as the largest footer of a file holds.
  private static final int MAX_BATCHES = 20_000_000;

  private final InputFile file;
  private final MessageScanner scanner;
  private final MessageDigest digest = Hashes.sha256();
  private final List<BatchSize> sizes = new ArrayList<>();
  private final List<MessageBlock> recordBatches = new ArrayList<>();
  private final List<DictionaryBlock> dictionaries = new ArrayList<>();
  private final DictionaryIndex index = new DictionaryIndex();

  private StreamReader(InputFile file) {
    this.file = file;
    this.scanner = new MessageScanner(file);
  }

  /// Reads and checks the headers of all messages.
  static StreamIndex read(InputFile file) throws IOException {
    return new StreamReader(file).read();
  }

  private StreamIndex read() throws IOException {
    Place place = new Place(file.file(), "schema");
    if (!scanner.advance()) {
      throw place.malformed("the end of the stream", "a schema");
    }
    digest.update(scanner.metadata());
    int length = scanner.block().metadataLength();
    ArrowSchema schema = scanner.parse(place, message -> schema(message, length, place));
    SchemaLayout layout = SchemaLayoutBuilder.layout(schema, place);
    while (scanner.advance()) {
      digest.update(scanner.metadata());
      add(layout);
    }
    NestedChanges.verify(file, layout, index, dictionaries);
    return new StreamIndex(
        schema.schema(),
        layout,
        recordBatches,
        sizes,
        index,
        HexFormat.of().formatHex(digest.digest()));
  }

  /// Reads the first message. Call this inside [Flatbuffers#parse].
  ///
  /// @param length bytes of its metadata
  static ArrowSchema schema(Message message, int length, Place place) {
    if (message.headerType() != MessageHeader.Schema) {
      throw unexpected(message, "Schema", place);
    }
    if (message.bodyLength() != 0) {
      throw place.malformed("a body of " + message.bodyLength() + " bytes", "none");
    }
    org.apache.arrow.flatbuf.Schema schema = new org.apache.arrow.flatbuf.Schema();
    Flatbuffers.required(message.header(schema), "schema", place);
    return ArrowSchema.read(schema, length, place);
  }

  private void add(SchemaLayout layout) throws IOException {
    Place place = new Place(file.file(), "byte " + scanner.block().offset());
    if (recordBatches.size() + dictionaries.size() == MAX_BATCHES) {
      throw place.unsupported("a stream of more than " + MAX_BATCHES + " batches");
    }
    byte kind = scanner.parse(place, Message::headerType);
    switch (kind) {
      case MessageHeader.RecordBatch -> addRecordBatch(layout.recordBatch());
      case MessageHeader.DictionaryBatch -> addDictionary();
      default -> throw scanner.parse(place, message -> unexpected(message, "a batch", place));
    }
  }

  private void addRecordBatch(BatchLayout layout) throws IOException {
    Place place = Place.ofRecordBatch(file, recordBatches.size());
    BatchHeader header =
        scanner.parse(place, message -> BatchHeader.ofRecordBatch(message, layout, place));
    long body = scanner.block().bodyOffset();
    BufferPrefixes prefixes = new BufferPrefixes(file);
    BatchSize.want(header, layout, body, place, prefixes);
    prefixes.read();
    sizes.add(BatchSize.of(header, layout, body, place, prefixes));
    recordBatches.add(scanner.block());
  }

  private void addDictionary() {
    int number = dictionaries.size();
    Place place = Place.ofDictionaryBatch(file, number);
    DictionaryBlock block =
        scanner.parse(
            place,
            message ->
                DictionaryBlock.of(message, number, scanner.block(), recordBatches.size(), place));
    index.add(block, place);
    dictionaries.add(block);
  }

  /// The error that a message is of another kind than its place allows.
  static RuntimeException unexpected(Message message, String expected, Place place) {
    byte kind = message.headerType();
    return kind == MessageHeader.Tensor || kind == MessageHeader.SparseTensor
        ? place.unsupported("a message of kind " + MessageHeader.name(kind))
        : place.malformed("a message of kind " + BatchHeader.kindName(kind), expected);
  }
}
