package io.zenith.parquet;

import io.zenith.parquet.JavaShape.Spelling;
import io.zenith.schema.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/// A random table for parquet-java, in plain Java values.
///
/// @param rows a value for each field
record JavaTable(List<JavaField> fields, List<List<@Nullable Object>> rows) {

  static JavaTable random(SplittableRandom random) {
    Schemas schemas = new Schemas(random);
    List<JavaField> fields = new ArrayList<>();
    for (int left = random.nextInt(1, 12); left > 0; left--) {
      fields.add(schemas.field("c" + fields.size(), random.nextInt(Schemas.MOST_DEPTH + 1)));
    }
    int count = List.of(0, 1, 20, 100, 200, 300, 500, 700, 1500).get(random.nextInt(9));
    List<List<@Nullable Object>> rows = new ArrayList<>();
    while (rows.size() < count && schemas.values < Schemas.MOST_VALUES) {
      List<@Nullable Object> row = new ArrayList<>();
      fields.forEach(field -> row.add(field.next()));
      rows.add(row);
    }
    return new JavaTable(fields, rows);
  }

  /// What parquet-java is told.
  MessageType stored() {
    return new MessageType("table", fields.stream().map(JavaField::stored).toList());
  }

  /// What is expected of the schema.
  List<Field> schema() {
    return fields.stream().map(JavaField::field).toList();
  }

  /// The values of each field.
  Map<String, List<@Nullable Object>> columns() {
    Map<String, List<@Nullable Object>> columns = new LinkedHashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      List<@Nullable Object> values = new ArrayList<>();
      for (List<@Nullable Object> row : rows) {
        values.add(row.get(i));
      }
      columns.put(fields.get(i).name(), values);
    }
    return columns;
  }

  /// Makes random fields.
  private static final class Schemas {
    static final int MOST_DEPTH = 4;

    /// A table ends where it has so many, so that deep ones take no longer than others.
    static final int MOST_VALUES = 2_500;

    private final SplittableRandom random;
    private final JavaLeaves leaves;
    private int values;

    private Schemas(SplittableRandom random) {
      this.random = random;
      this.leaves = new JavaLeaves(random);
    }

    /// A field of any kind, with at most so many levels of others in it.
    private JavaField field(String name, int depth) {
      int kind = random.nextInt(20);
      if (kind == 0) {
        return unknown(name);
      }
      if (kind <= 3 && depth > 0) {
        boolean isLeaf = depth == 1 || random.nextBoolean();
        return new JavaField(
            name, Repetition.REPEATED, isLeaf ? leaf() : group(depth - 2), lengths());
      }
      return once(name, shape(name, depth));
    }

    /// A field of which it is not known what it is, for all of it is null.
    private static JavaField unknown(String name) {
      return new JavaField(name, Repetition.OPTIONAL, JavaLeaves.unknown(), () -> 0);
    }

    private JavaField once(String name, JavaShape shape) {
      return random.nextInt(3) == 0 ? required(name, shape) : optional(name, shape);
    }

    private JavaField required(String name, JavaShape shape) {
      return new JavaField(name, Repetition.REQUIRED, shape, () -> 1);
    }

    private JavaField optional(String name, JavaShape shape) {
      return new JavaField(name, Repetition.OPTIONAL, shape, presence());
    }

    private JavaShape shape(String name, int depth) {
      return switch (depth == 0 ? 0 : random.nextInt(7)) {
        case 0, 1 -> leaf();
        case 2 -> group(depth - 1);
        case 3 -> modernList(depth - 1);
        case 4 -> oldList(name, depth - 1);
        default -> map(depth - 1);
      };
    }

    private JavaShape leaf() {
      JavaShape.Leaf leaf = leaves.next();
      return new JavaShape.Leaf(
          leaf.primitive(),
          leaf.length(),
          leaf.meaning(),
          leaf.type(),
          () -> {
            values++;
            return leaf.values().get();
          },
          leaf.writer());
    }

    private JavaShape group(int depth) {
      if (random.nextInt(8) == 0) {
        return variant();
      }
      List<JavaField> fields = new ArrayList<>();
      for (int left = random.nextInt(1, 4); left > 0; left--) {
        fields.add(field("f" + fields.size(), depth));
      }
      return new JavaShape.Group(fields, Optional.empty());
    }

    /// Its bytes are read as they are.
    private JavaShape variant() {
      return new JavaShape.Group(
          List.of(required("metadata", leaves.bytes()), required("value", leaves.bytes())),
          Optional.of(LogicalTypeAnnotation.variantType((byte) 1)));
    }

    private JavaShape modernList(int depth) {
      boolean isHive = random.nextInt(3) == 0;
      JavaField element = notRepeated(isHive ? "array_element" : "element", depth);
      return lists(Spelling.LAYER, isHive ? "bag" : "list", group(element));
    }

    private JavaField notRepeated(String name, int depth) {
      return once(name, shape(name, depth));
    }

    private static JavaShape group(JavaField... fields) {
      return new JavaShape.Group(List.of(fields), Optional.empty());
    }

    private JavaShape lists(Spelling spelling, String name, JavaShape repeated) {
      return new JavaShape.Lists(
          spelling, new JavaField(name, Repetition.REPEATED, repeated, lengths()));
    }

    /// A list whose repeated field is the element, by all the rules by which it is.
    private JavaShape oldList(String name, int depth) {
      int kind = random.nextInt(6);
      if (depth == 0 || kind == 0) {
        return lists(Spelling.ELEMENTS, "element", leaf());
      }
      return switch (kind) {
        case 1 ->
            lists(
                Spelling.ELEMENTS, "element", group(field("a", depth - 1), field("b", depth - 1)));
        case 2 -> lists(Spelling.ELEMENTS, "array", group(field("only", depth - 1)));
        case 3 -> lists(Spelling.ELEMENTS, name + "_tuple", group(field("only", depth - 1)));
        case 4 ->
            lists(
                Spelling.ELEMENTS,
                "element",
                random.nextBoolean() ? oldList("element", depth - 1) : modernList(depth - 1));
        default -> lists(Spelling.ELEMENTS, "element", map(depth - 1));
      };
    }

    private JavaShape map(int depth) {
      String entries = random.nextBoolean() ? "key_value" : "map";
      if (random.nextInt(6) == 0) {
        return lists(Spelling.KEYS, entries, group(required("key", leaf())));
      }
      // Old writers said that keys may be null.
      Repetition repetition = random.nextInt(4) == 0 ? Repetition.OPTIONAL : Repetition.REQUIRED;
      JavaField key = new JavaField("key", repetition, leaf(), () -> 1);
      JavaShape both = group(key, notRepeated("value", depth));
      return lists(random.nextInt(4) == 0 ? Spelling.OLD_ENTRIES : Spelling.ENTRIES, entries, both);
    }

    /// Whether an optional value is there: always, mostly, in runs, or never.
    private IntSupplier presence() {
      boolean isRun = random.nextInt(3) == 0;
      double share = List.of(0.0, 0.01, 0.5, 0.98, 1.0).get(random.nextInt(5));
      int[] last = {0};
      return () -> {
        if (!isRun || random.nextInt(30) == 0) {
          last[0] = random.nextDouble() < share ? 1 : 0;
        }
        return last[0];
      };
    }

    /// How many values lists have: some are always empty, and in some a few are long.
    private IntSupplier lengths() {
      int most = List.of(0, 1, 3, 8).get(random.nextInt(4));
      boolean hasLong = random.nextInt(5) == 0;
      return () -> hasLong && random.nextInt(30) == 0 ? 60 : random.nextInt(most + 1);
    }
  }
}
