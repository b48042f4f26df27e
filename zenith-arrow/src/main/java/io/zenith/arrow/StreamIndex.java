package io.zenith.arrow;

import io.zenith.schema.Schema;
import java.util.List;

/// The messages of a stream, whose headers are all read.
///
/// @param schema the schema
/// @param layout how its columns lie in the batches
/// @param recordBatches the record batches, in order
/// @param dictionaries the dictionary batches
/// @param hash SHA-256 of the headers of all messages, in hexadecimal
record StreamIndex(
    Schema schema,
    SchemaLayout layout,
    List<MessageBlock> recordBatches,
    DictionaryIndex dictionaries,
    String hash)
    implements MessageIndex {

  /// Copies the list.
  StreamIndex {
    recordBatches = List.copyOf(recordBatches);
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
