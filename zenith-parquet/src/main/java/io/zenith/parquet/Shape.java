package io.zenith.parquet;

import io.zenith.schema.Field;
import java.util.List;

/// How a column is put together from leaves.
sealed interface Shape {
  /// What it is called, and its type.
  Field field();

  /// Where it stands in the levels.
  Levels levels();

  /// The number of its first leaf, whose levels tell what is null and how long lists are.
  int firstLeaf();

  /// A leaf.
  ///
  /// @param type how its values are stored, and what becomes of them
  record Leaf(Field field, Levels levels, int firstLeaf, LeafType type) implements Shape {}

  /// A group of fields.
  record Struct(Field field, Levels levels, int firstLeaf, List<Shape> children) implements Shape {}

  /// A list, or a map.
  record Lists(Field field, Levels levels, int firstLeaf, Shape element) implements Shape {}

  /// The numbers of all leaves, in their order.
  default List<Integer> leaves() {
    return switch (this) {
      case Leaf leaf -> List.of(leaf.firstLeaf);
      case Struct struct -> struct.children.stream().flatMap(c -> c.leaves().stream()).toList();
      case Lists list -> list.element.leaves();
    };
  }
}
