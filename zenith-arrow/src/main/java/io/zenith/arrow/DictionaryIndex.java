package io.zenith.arrow;

import io.zenith.arrow.schema.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The dictionary batches of a file, and which of them are in force for which record batch: of each
/// id, the last one before it that is no delta, and the deltas between the two.
///
/// Filled while a file is indexed, and not changed any more then.
final class DictionaryIndex {
  private final Map<Long, List<DictionaryChain>> chains = new HashMap<>();

  /// Adds the next dictionary batch of the file.
  void add(DictionaryBlock block, Place place) {
    List<DictionaryChain> known = chains.computeIfAbsent(block.id(), _ -> new ArrayList<>(1));
    if (!block.delta()) {
      known.add(new DictionaryChain(block));
    } else if (known.isEmpty()) {
      throw place.malformed("a delta to dictionary " + block.id(), "that dictionary before it");
    } else {
      known.getLast().add(block);
    }
  }

  /// Whether there is a dictionary of this id.
  boolean has(long id) {
    return chains.containsKey(id);
  }

  /// The chain that is in force for a record batch.
  Optional<DictionaryChain> chain(long id, int recordBatch) {
    List<DictionaryChain> known = chains.getOrDefault(id, List.of());
    int count = Positions.upTo(known, DictionaryChain::firstRecordBatch, recordBatch);
    return count == 0 ? Optional.empty() : Optional.of(known.get(count - 1));
  }

  /// The number of the last batch in force for a record batch among the dictionaries that some
  /// columns refer to, and those that these refer to; -1 if there is none. Where it is the same, so
  /// are all these dictionaries.
  int state(Collection<ColumnLayout> columns, SchemaLayout layout, int recordBatch) {
    int last = -1;
    for (ColumnLayout column : columns) {
      last = Math.max(last, state(column.children(), layout, recordBatch));
      if (column.dictionary().isPresent()) {
        long id = column.dictionary().getAsLong();
        last = Math.max(last, lastNumber(id, recordBatch));
        last = Math.max(last, state(layout.dictionary(id).columns(), layout, recordBatch));
      }
    }
    return last;
  }

  private int lastNumber(long id, int recordBatch) {
    return chain(id, recordBatch)
        .map(chain -> chain.blocks().get(chain.inForce(recordBatch) - 1).number())
        .orElse(-1);
  }
}
