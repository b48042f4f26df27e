package io.zenith.parquet;

import io.zenith.schema.Field;
import io.zenith.spi.Projection;
import java.util.List;
import java.util.Optional;

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
  record Leaf(Field field, Levels levels, int firstLeaf, LeafType type) implements Shape {

    /// The leaf with its values, where words of a dictionary are delivered.
    Leaf decoded() {
      Field values = new Field(field.name(), type.type(), field.nullable(), field.metadata());
      return new Leaf(values, levels, firstLeaf, type);
    }
  }

  /// A group of fields.
  record Struct(Field field, Levels levels, int firstLeaf, List<Shape> children) implements Shape {}

  /// A list, or a map.
  record Lists(Field field, Levels levels, int firstLeaf, Shape element) implements Shape {}

  /// A variant that is put together from its parts.
  ///
  /// @param stored its parts, which may be null wherever there is a place for a variant and none
  ///   there
  /// @param layout which part is what
  record Variant(Field field, Levels levels, int firstLeaf, Struct stored, VariantLayout layout)
      implements Shape {}

  /// The same as it is stored.
  default Shape stored() {
    return switch (this) {
      case Leaf leaf -> leaf;
      case Struct struct ->
          new Struct(
              struct.field,
              struct.levels,
              struct.firstLeaf,
              struct.children.stream().map(Shape::stored).toList());
      case Lists list -> new Lists(list.field, list.levels, list.firstLeaf, list.element.stored());
      case Variant variant ->
          new Struct(variant.field, variant.levels, variant.firstLeaf, variant.stored.children);
    };
  }

  /// The leaf at a place, if it has one value a row.
  ///
  /// @param path the place of a column, then those of fields in structs
  /// @return nothing if what is there is no leaf, in a list, or of nulls only
  static Optional<Leaf> flatLeaf(List<Shape> columns, List<Integer> path) {
    Shape shape = columns.get(path.getFirst());
    for (int field : path.subList(1, path.size())) {
      if (!(shape instanceof Struct struct)) {
        return Optional.empty();
      }
      shape = struct.children.get(field);
    }
    return shape instanceof Leaf leaf && leaf.type.change() != LeafType.Change.NULLS
        ? Optional.of(leaf)
        : Optional.empty();
  }

  /// What is read of columns.
  static List<Shape> of(List<Shape> columns, List<Projection> read) {
    return read.stream().map(column -> columns.get(column.place()).of(column)).toList();
  }

  /// What is read of it. The levels of any leaf tell what is null around it.
  default Shape of(Projection read) {
    if (read.isWhole()) {
      return this;
    }
    Field left = read.of(field());
    return switch (this) {
      case Leaf leaf -> throw new IllegalArgumentException("fields of " + leaf.field);
      case Struct struct -> {
        List<Shape> children = of(struct.children, read.inside());
        yield new Struct(left, struct.levels, children.getFirst().firstLeaf(), children);
      }
      case Lists list -> {
        Shape element = list.element.of(read.inside().getFirst());
        yield new Lists(left, list.levels, element.firstLeaf(), element);
      }
      // Whichever of its fields are read, it takes all parts to put them together.
      case Variant variant ->
          new Variant(left, variant.levels, variant.firstLeaf, variant.stored, variant.layout);
    };
  }

  /// The numbers of all leaves, in their order.
  default List<Integer> leaves() {
    return switch (this) {
      case Leaf leaf -> List.of(leaf.firstLeaf);
      case Struct struct -> struct.children.stream().flatMap(c -> c.leaves().stream()).toList();
      case Lists list -> list.element.leaves();
      case Variant variant -> variant.stored.leaves();
    };
  }
}
