package io.zenith.arrow;

import io.zenith.schema.Schema;
import java.io.IOException;
import java.util.List;

/// What the messages of a file are, and where they lie, checked against the size of the file.
///
/// Safe to use from many threads.
interface MessageIndex {

  /// The schema.
  Schema schema();

  /// How its columns lie in the batches.
  SchemaLayout layout();

  /// The record batches, in order.
  List<MessageBlock> recordBatches();

  /// The size of each record batch.
  List<BatchSize> sizes() throws IOException;

  /// The dictionary batches, and which of them are in force where.
  DictionaryIndex dictionaries() throws IOException;

  /// What [#hash] is of.
  String hashed();

  /// SHA-256 of what tells this file from others, in hexadecimal.
  String hash();
}
