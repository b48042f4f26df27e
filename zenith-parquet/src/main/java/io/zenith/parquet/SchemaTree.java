package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.format.SchemaElement;
import org.jspecify.annotations.Nullable;

/// Makes a tree of the flat list of nodes that a footer has.
final class SchemaTree {
  /// As deep as schemas of Arrow may be, with two levels for each list.
  private static final int MOST_DEPTH = 130;

  private final List<SchemaElement> elements;
  private final Place place;
  private final List<SchemaNode> leaves = new ArrayList<>();
  private int next;

  private SchemaTree(List<SchemaElement> elements, Place place) {
    this.elements = elements;
    this.place = place;
  }

  /// A tree with its leaves.
  ///
  /// @param columns what is below the root
  /// @param leaves in their order
  record Tree(List<SchemaNode> columns, List<SchemaNode> leaves) {}

  /// Reads the tree.
  static Tree read(List<SchemaElement> elements, Place place) {
    SchemaTree tree = new SchemaTree(elements, place);
    SchemaElement root = tree.take();
    List<SchemaNode> columns = tree.children(root, null, 1);
    if (tree.next < elements.size()) {
      throw place.malformed(elements.size() + " nodes of the schema", tree.next + " as it nests");
    }
    return new Tree(columns, List.copyOf(tree.leaves));
  }

  private SchemaElement take() {
    if (next == elements.size()) {
      throw place.malformed("a schema of " + next + " nodes", "more, as it nests");
    }
    return elements.get(next++);
  }

  private List<SchemaNode> children(SchemaElement group, @Nullable ColumnPath path, int depth) {
    if (depth > MOST_DEPTH) {
      throw place.malformed("a schema nested more than " + MOST_DEPTH + " deep", "less");
    }
    int count = group.getNum_children();
    if (count < 0 || count > elements.size() - next) {
      throw place.malformed(
          "a group of " + count + " fields", "at most " + (elements.size() - next));
    }
    List<SchemaNode> children = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      children.add(node(path, depth));
    }
    return children;
  }

  private SchemaNode node(@Nullable ColumnPath outer, int depth) {
    SchemaElement element = take();
    String name = Objects.requireNonNullElse(element.getName(), "");
    ColumnPath path = new ColumnPath(outer, name);
    if (!element.isSetRepetition_type()) {
      throw place.in(path).malformed("no repetition type", "one");
    }
    int leaf = leaves.size();
    if (element.isSetType() && element.getNum_children() == 0) {
      SchemaNode node = new SchemaNode(element, path, List.of(), leaf);
      leaves.add(node);
      return node;
    }
    if (element.isSetType()) {
      throw place.in(path).malformed("a type and fields", "one of both");
    }
    return new SchemaNode(element, path, children(element, path, depth + 1), leaf);
  }
}
