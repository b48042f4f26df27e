package io.zenith.arrow;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/// The ids of the dictionaries that columns refer to.
final class DictionaryIds {
  private DictionaryIds() {}

  /// Those of some columns and their children.
  static Set<Long> of(Collection<ColumnLayout> columns) {
    Set<Long> ids = new LinkedHashSet<>();
    add(columns, ids);
    return ids;
  }

  private static void add(Collection<ColumnLayout> columns, Set<Long> ids) {
    for (ColumnLayout column : columns) {
      column.dictionary().ifPresent(ids::add);
      add(column.children(), ids);
    }
  }

  /// Those, and the ones that the values of these refer to.
  static Set<Long> all(Collection<ColumnLayout> columns, SchemaLayout layout) {
    Set<Long> ids = new LinkedHashSet<>();
    addAll(columns, layout, ids);
    return ids;
  }

  private static void addAll(Collection<ColumnLayout> columns, SchemaLayout layout, Set<Long> ids) {
    for (long id : of(columns)) {
      if (ids.add(id)) {
        addAll(layout.dictionary(id).columns(), layout, ids);
      }
    }
  }
}
