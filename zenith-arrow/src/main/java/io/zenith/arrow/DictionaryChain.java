package io.zenith.arrow;

import java.util.ArrayList;
import java.util.List;

/// A dictionary batch and the deltas that follow it, up to the next batch in its place.
///
/// What is in force for a record batch is a beginning of the chain. Compared by identity.
final class DictionaryChain {
  private final List<DictionaryBlock> blocks = new ArrayList<>();
  private long bytes;

  /// @param first the batch that is no delta
  DictionaryChain(DictionaryBlock first) {
    add(first);
  }

  /// Adds a delta. Only while the file is indexed.
  void add(DictionaryBlock block) {
    blocks.add(block);
    bytes += block.block().metadataLength() + block.block().bodyLength();
  }

  /// All batches.
  List<DictionaryBlock> blocks() {
    return blocks;
  }

  /// How many bytes of the file they take.
  long bytes() {
    return bytes;
  }

  /// How many of the batches are in force for a record batch.
  int inForce(int recordBatch) {
    return Positions.upTo(blocks, DictionaryBlock::firstRecordBatch, recordBatch);
  }

  /// The first record batch for which the chain is in force.
  int firstRecordBatch() {
    return blocks.getFirst().firstRecordBatch();
  }
}
