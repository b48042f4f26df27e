package io.zenith.arrow;

import io.zenith.arrow.schema.Place;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Message;

/// A dictionary batch: where it lies, and what its header says of the dictionary.
///
/// @param number its place among the dictionary batches
/// @param block where it lies
/// @param id whose values it holds
/// @param delta whether they come behind the values before, and not in their place
/// @param firstRecordBatch the first record batch it is in force for
record DictionaryBlock(
    int number, MessageBlock block, long id, boolean delta, int firstRecordBatch) {

  /// Reads the header. Call this inside [Flatbuffers#parse].
  static DictionaryBlock of(
      Message message, int number, MessageBlock block, int firstRecordBatch, Place place) {
    DictionaryBatch dictionary = BatchHeader.dictionary(message, place);
    return new DictionaryBlock(
        number, block, dictionary.id(), dictionary.isDelta(), firstRecordBatch);
  }
}
