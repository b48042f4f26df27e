package io.zenith.arrow;

import io.zenith.schema.Schema;
import java.util.List;

/// What the footer of a file says, checked against the size of the file.
///
/// @param schema the schema
/// @param layout how its columns lie in the record batches
/// @param dictionaries the dictionary batches, in the order of the file
/// @param recordBatches the record batches, in order
/// @param dataEnd where the footer begins, and the data of the file ends
/// @param hash SHA-256 of the footer, in hexadecimal
record FileFooter(
    Schema schema,
    SchemaLayout layout,
    List<MessageBlock> dictionaries,
    List<MessageBlock> recordBatches,
    long dataEnd,
    String hash) {

  /// Copies the lists.
  FileFooter {
    dictionaries = List.copyOf(dictionaries);
    recordBatches = List.copyOf(recordBatches);
  }
}
