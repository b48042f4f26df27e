package io.zenith.arrow;

import io.zenith.arrow.schema.Place;
import io.zenith.spi.InputFile;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Bounds the work for dictionaries whose values refer to other dictionaries.
///
/// If one of these changes, the values are the same bytes with another meaning, and have to be
/// checked again. A large dictionary that refers to a small one which changes with each record
/// batch would cost the square of the file's length.
final class NestedChanges {
  /// How often the bytes of a file may be checked again for that.
  private static final long MAX_TIMES = 16;

  private final SchemaLayout layout;
  private final DictionaryIndex index;

  /// The dictionaries whose values refer to a dictionary, or to one that does.
  private final Map<Long, Set<Long>> outer = new HashMap<>();

  private NestedChanges(SchemaLayout layout, DictionaryIndex index) {
    this.layout = layout;
    this.index = index;
  }

  /// Returns if the work is in proportion to the length of the file.
  ///
  /// @param blocks the dictionary batches, in order
  static void verify(
      InputFile file, SchemaLayout layout, DictionaryIndex index, List<DictionaryBlock> blocks) {
    NestedChanges changes = new NestedChanges(layout, index);
    layout.dictionaries().forEach((id, values) -> changes.addInner(id, values.columns()));
    if (changes.outer.isEmpty()) {
      return;
    }
    long left = MAX_TIMES * file.file().size();
    for (int from = 0, to; from < blocks.size(); from = to) {
      to = Positions.upTo(blocks, DictionaryBlock::firstRecordBatch, at(blocks, from));
      left -= changes.cost(blocks.subList(from, to), at(blocks, from));
      if (left < 0) {
        throw Place.ofDictionaryBatch(file, from)
            .malformed(
                "a change of what other dictionaries refer to, as often before",
                "changes that cost " + MAX_TIMES + " times the length of the file at most");
      }
    }
  }

  private static int at(List<DictionaryBlock> blocks, int number) {
    return blocks.get(number).firstRecordBatch();
  }

  private void addInner(long id, List<ColumnLayout> columns) {
    for (ColumnLayout column : columns) {
      addInner(id, column.children());
      if (column.dictionary().isPresent()) {
        long inner = column.dictionary().getAsLong();
        outer.computeIfAbsent(inner, _ -> new HashSet<>()).add(id);
        addInner(id, layout.dictionary(inner).columns());
      }
    }
  }

  /// The bytes whose meaning some dictionary batches between two record batches change.
  private long cost(List<DictionaryBlock> blocks, int recordBatch) {
    Set<Long> changed = new HashSet<>();
    for (DictionaryBlock block : blocks) {
      changed.addAll(outer.getOrDefault(block.id(), Set.of()));
    }
    return changed.stream()
        .flatMap(id -> index.chain(id, recordBatch).stream())
        .mapToLong(DictionaryChain::bytes)
        .sum();
  }
}
