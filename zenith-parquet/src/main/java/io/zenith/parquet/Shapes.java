package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Makes columns of the nodes of a schema: structs of groups, lists of repeated fields in all the
/// ways in which writers spell them.
///
/// The source: Apache Parquet, `LogicalTypes.md`, "Nested Types", with its rules for old files.
final class Shapes {
  private final ReadOptions options;
  private final Place place;

  private Shapes(ReadOptions options, Place place) {
    this.options = options;
    this.place = place;
  }

  /// The columns of a file.
  ///
  /// @param columns what is below the root of its schema
  static List<Shape> of(List<SchemaNode> columns, ReadOptions options, Place place) {
    Shapes shapes = new Shapes(options, place);
    return columns.stream().map(column -> shapes.field(column, Levels.ROOT)).toList();
  }

  /// @param outer where the group stands that this node is in
  private Shape field(SchemaNode node, Levels outer) {
    if (node.isRepeated()) {
      // A list that nobody has annotated: it cannot be null, nor can its elements.
      Levels levels = outer.repeated();
      Shape element = value(node, node.name(), levels.inside(), false);
      return list(node.name(), false, levels, element);
    }
    return value(
        node, node.name(), node.isOptional() ? outer.optional() : outer, node.isOptional());
  }

  /// What a node is, besides how often it is there.
  private Shape value(SchemaNode node, String name, Levels levels, boolean nullable) {
    if (node.isLeaf()) {
      LeafType type = LeafTypes.of(node.element(), options.int96(), at(node));
      boolean mayBeNull = nullable || type.change() == LeafType.Change.NULLS;
      return new Shape.Leaf(
          new Field(name, options.type(type), mayBeNull, Geography.metadata(node.element())),
          levels,
          node.leaf(),
          type);
    }
    if (node.isList()) {
      return annotatedList(node, name, levels, nullable);
    }
    if (node.isMap()) {
      return map(node, name, levels, nullable);
    }
    return node.isVariant() && options.variants() == Variants.ASSEMBLED
        ? variant(node, name, levels, nullable)
        : struct(node, name, levels, nullable);
  }

  private Shape variant(SchemaNode node, String name, Levels levels, boolean nullable) {
    // Also where a struct around it is null there is none, though there is a place for it.
    boolean mayBeMissing = levels.definition() > levels.ancestor();
    Shape.Struct stored =
        new Shapes(options.ofParts(), place).struct(node, name, levels, mayBeMissing);
    return new Shape.Variant(
        new Field(name, VariantLayout.TYPE, nullable, VariantLayout.EXTENSION),
        levels,
        node.leaf(),
        stored,
        VariantSchema.read(node, stored, at(node)));
  }

  private Shape.Struct struct(SchemaNode node, String name, Levels levels, boolean nullable) {
    if (node.children().isEmpty()) {
      throw at(node).unsupported("a group without fields");
    }
    List<Shape> children = new ArrayList<>(node.children().size());
    for (SchemaNode child : node.children()) {
      children.add(field(child, levels));
    }
    DataType type = new DataType.Struct(children.stream().map(Shape::field).toList());
    return new Shape.Struct(
        new Field(name, type, nullable, Map.of()), levels, node.leaf(), children);
  }

  private Shape annotatedList(SchemaNode node, String name, Levels outer, boolean nullable) {
    SchemaNode repeated = onlyRepeated(node, "list");
    Levels levels = outer.repeated();
    Shape element =
        isElement(node, repeated)
            ? value(repeated, repeated.name(), levels.inside(), false)
            : field(repeated.children().getFirst(), levels.inside());
    return list(name, nullable, levels, element);
  }

  /// Whether the repeated node is the element itself, as old writers have it, and not a layer
  /// around it.
  private static boolean isElement(SchemaNode list, SchemaNode repeated) {
    if (repeated.isLeaf() || repeated.children().size() != 1) {
      return true;
    }
    return repeated.children().getFirst().isRepeated()
        || repeated.isList()
        || repeated.isMap()
        || repeated.name().equals("array")
        || repeated.name().equals(list.name() + "_tuple");
  }

  private Shape map(SchemaNode node, String name, Levels outer, boolean nullable) {
    SchemaNode entry = onlyRepeated(node, "map");
    Levels levels = outer.repeated();
    if (entry.isLeaf() || entry.children().size() > 2) {
      throw at(node)
          .malformed(
              entry.isLeaf()
                  ? "a map of leaves"
                  : "a map of " + entry.children().size() + " fields",
              "a key and a value");
    }
    if (entry.children().size() == 1) {
      // Keys without values are a set, which Arrow has no other type for.
      return list(name, nullable, levels, field(entry.children().getFirst(), levels.inside()));
    }
    Shape entries = struct(entry, entry.name(), levels.inside(), false);
    DataType type = new DataType.Map(withKeys(entries.field()), false);
    return new Shape.Lists(new Field(name, type, nullable, Map.of()), levels, node.leaf(), entries);
  }

  /// The entries of a map. Old writers say that keys may be null, which they are not: whoever puts
  /// maps together sees to that.
  static Field withKeys(Field entries) {
    List<Field> fields = entries.type().children();
    Field key = fields.getFirst();
    Field there = new Field(key.name(), key.type(), false, key.metadata());
    DataType type = new DataType.Struct(List.of(there, fields.getLast()));
    return new Field(entries.name(), type, false, entries.metadata());
  }

  private SchemaNode onlyRepeated(SchemaNode node, String what) {
    List<SchemaNode> children = node.children();
    if (children.size() != 1 || !children.getFirst().isRepeated()) {
      throw at(node)
          .malformed(
              "a " + what + " of " + children.size() + " fields", "one field, which is repeated");
    }
    return children.getFirst();
  }

  private static Shape list(String name, boolean nullable, Levels levels, Shape element) {
    DataType type = new DataType.List(element.field());
    return new Shape.Lists(
        new Field(name, type, nullable, Map.of()), levels, element.firstLeaf(), element);
  }

  private Place at(SchemaNode node) {
    return place.in(node.path());
  }
}
