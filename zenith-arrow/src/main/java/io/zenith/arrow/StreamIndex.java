package io.zenith.arrow;

import io.zenith.schema.Schema;
import java.util.List;

/// The messages of a stream, whose headers are all read.
///
/// @param schema the schema
/// @param layout how its columns lie in the batches
/// @param recordBatches the record batches, in order
/// @param sizes their sizes
/// @param dictionaries the dictionary batches
/// @param hash SHA-256 of the headers of all messages, in hexadecimal
record StreamIndex(
    Schema schema,
    SchemaLayout layout,
    List<MessageBlock> recordBatches,
    List<BatchSize> sizes,
    DictionaryIndex dictionaries,
    String hash)
    implements MessageIndex {

  /// Copies the lists.
  StreamIndex {
    recordBatches = List.copyOf(recordBatches);
    sizes = List.copyOf(sizes);
  }

  @Override
  public String hashed() {
    return "headers of the messages";
  }

  @Override
  public String toString() {
    return "Arrow stream";
  }
}
