package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import io.zenith.parquet.VariantType.Form;
import io.zenith.parquet.VariantType.Group;
import io.zenith.parquet.VariantType.Named;
import io.zenith.schema.DataType;
import io.zenith.schema.TimeUnit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;

/// Finds out what a variant is put together from. Fields are found by their names, as the format
/// has it; what it does not allow is refused, since it would be lost.
///
/// The source: Apache Parquet, `VariantShredding.md`.
final class VariantSchema {
  private static final String METADATA = VariantLayout.METADATA;
  private static final String VALUE = VariantLayout.VALUE;
  private static final String TYPED = "typed_value";
  private static final int VERSION = 1;

  private final List<SchemaNode> leaves = new ArrayList<>();
  private final Map<String, Integer> names = new LinkedHashMap<>();
  private final int firstLeaf;
  private final Place place;

  private VariantSchema(SchemaNode node, Place place) {
    this.firstLeaf = node.leaf();
    this.place = place;
    addLeaves(node);
  }

  /// The layout of a column.
  ///
  /// @param node as the schema has it
  /// @param stored the struct that it is stored as
  /// @param place of the node
  static VariantLayout read(SchemaNode node, Shape.Struct stored, Place place) {
    Optional<Integer> version = node.variantVersion();
    if (version.isPresent() && version.get() != VERSION) {
      throw place.unsupported("version " + version.get() + " of variants");
    }
    VariantSchema schema = new VariantSchema(node, place);
    int metadata = schema.metadata(stored);
    Group root = schema.group(stored, metadata, 1);
    List<byte[]> names =
        schema.names.keySet().stream().map(name -> name.getBytes(StandardCharsets.UTF_8)).toList();
    return new VariantLayout(metadata, root, names);
  }

  private void addLeaves(SchemaNode node) {
    if (node.isLeaf()) {
      leaves.add(node);
    }
    node.children().forEach(this::addLeaves);
  }

  private SchemaNode node(Shape.Leaf leaf) {
    return leaves.get(leaf.firstLeaf() - firstLeaf);
  }

  private int metadata(Shape.Struct stored) {
    for (int field = 0; field < stored.children().size(); field++) {
      Shape shape = stored.children().get(field);
      if (shape.field().name().equals(METADATA)) {
        requireBinary(shape);
        if (shape.field().nullable()) {
          throw place.malformed("'" + METADATA + "' that may be null", "one that is required");
        }
        return field;
      }
    }
    throw place.malformed("a variant without '" + METADATA + "'", "one that has it");
  }

  private void requireBinary(Shape shape) {
    if (!(shape instanceof Shape.Leaf leaf) || !leaf.type().isText()) {
      throw place.malformed(
          "'" + shape.field().name() + "' of " + shape.field().type(),
          "values of BYTE_ARRAY, as they are");
    }
  }

  /// @param metadata which field is no part of the value; -1 if all are
  private Group group(Shape.Struct struct, int metadata, int depth) {
    if (depth > VariantValues.MOST_DEPTH) {
      throw place.unsupported("a variant nested more than " + VariantValues.MOST_DEPTH + " deep");
    }
    int value = -1;
    int typed = -1;
    VariantType type = new VariantType.None();
    for (int field = 0; field < struct.children().size(); field++) {
      Shape shape = struct.children().get(field);
      String name = shape.field().name();
      if (name.equals(VALUE) && value < 0) {
        requireBinary(shape);
        value = field;
      } else if (name.equals(TYPED) && typed < 0) {
        type = type(shape, depth);
        typed = field;
      } else if (field != metadata) {
        throw place.malformed(
            "a field '" + name + "' of a variant",
            "one each of '" + VALUE + "' and '" + TYPED + "'");
      }
    }
    if (value < 0 && typed < 0) {
      throw place.malformed(
          "'" + struct.field().name() + "' without '" + VALUE + "' and '" + TYPED + "'",
          "one of both");
    }
    return new Group(value, typed, type);
  }

  private VariantType type(Shape shape, int depth) {
    return switch (shape) {
      case Shape.Leaf leaf -> scalar(leaf);
      case Shape.Lists list when list.field().type() instanceof DataType.List ->
          new VariantType.Elements(group(struct(list.element()), -1, depth + 1));
      case Shape.Struct struct -> fields(struct, depth);
      case Shape.Lists _, Shape.Variant _ -> throw unsupported(shape);
    };
  }

  private Shape.Struct struct(Shape shape) {
    if (!(shape instanceof Shape.Struct struct)) {
      throw place.malformed(
          "'" + shape.field().name() + "' of " + shape.field().type(),
          "a group of '" + VALUE + "' and '" + TYPED + "'");
    }
    return struct;
  }

  private RuntimeException unsupported(Shape shape) {
    return place.unsupported("a part of a variant of " + shape.field().type());
  }

  private VariantType fields(Shape.Struct struct, int depth) {
    List<Named> fields = new ArrayList<>();
    Map<String, Integer> places = new LinkedHashMap<>();
    for (int field = 0; field < struct.children().size(); field++) {
      Shape shape = struct.children().get(field);
      String name = shape.field().name();
      if (places.put(name, field) != null) {
        throw place.malformed("two fields '" + name + "' of an object", "one");
      }
      Integer number = names.computeIfAbsent(name, _ -> names.size());
      fields.add(new Named(number, field, group(struct(shape), -1, depth + 1)));
    }
    Comparator<String> order =
        (one, other) ->
            Arrays.compareUnsigned(
                one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    fields.sort(
        Comparator.comparing(field -> struct.children().get(field.place()).field().name(), order));
    return new VariantType.Fields(fields);
  }

  private VariantType scalar(Shape.Leaf leaf) {
    SchemaElement element = node(leaf).element();
    Optional<LogicalType> logical = Optional.ofNullable(element.getLogicalType());
    boolean isBare = logical.isEmpty() && element.getConverted_type() == null;
    return switch (leaf.type().type()) {
      case DataType.Bool _ when isBare -> new VariantType.Scalar(Form.TRUTH, 1, 0, 0);
      case DataType.Int(int bits, boolean signed) when signed ->
          fixed(Integer.numberOfTrailingZeros(bits), bits / Byte.SIZE);
      case DataType.FloatingPoint(int bits) when bits == 64 -> fixed(7, Double.BYTES);
      case DataType.FloatingPoint(int bits) when bits == 32 -> fixed(14, Float.BYTES);
      case DataType.Decimal decimal when decimal.bits() == 128 -> decimal(leaf, decimal);
      case DataType.Date _ -> fixed(11, Integer.BYTES);
      case DataType.Timestamp(TimeUnit unit, Optional<String> zone)
          when !leaf.type().isInt96() && unit != TimeUnit.MILLISECOND ->
          fixed((unit == TimeUnit.NANOSECOND ? 18 : 12) + (zone.isPresent() ? 0 : 1), Long.BYTES);
      case DataType.Time(TimeUnit unit) when unit == TimeUnit.MICROSECOND && isLocal(logical) ->
          fixed(17, Long.BYTES);
      case DataType.Binary _ when isBare -> new VariantType.Scalar(Form.BYTES, 15, 0, 0);
      case DataType.Utf8 _ when isString(element) -> new VariantType.Scalar(Form.TEXT, 16, 0, 0);
      case DataType.FixedSizeBinary(int bytes)
          when bytes == 16 && logical.filter(LogicalType::isSetUUID).isPresent() ->
          fixed(20, bytes);
      default ->
          throw place
              .in(node(leaf).path())
              .unsupported("a part of a variant of " + leaf.type().type());
    };
  }

  private static boolean isLocal(Optional<LogicalType> logical) {
    return logical
        .filter(type -> type.isSetTIME() && !type.getTIME().isIsAdjustedToUTC())
        .isPresent();
  }

  private static boolean isString(SchemaElement element) {
    LogicalType logical = element.getLogicalType();
    return logical == null
        ? element.getConverted_type() == ConvertedType.UTF8
        : logical.isSetSTRING();
  }

  private static VariantType fixed(int id, int width) {
    return new VariantType.Scalar(Form.FIXED, id, width, 0);
  }

  private VariantType decimal(Shape.Leaf leaf, DataType.Decimal decimal) {
    int scale = decimal.scale();
    if (scale < 0 || scale > VariantValues.MOST_SCALE) {
      throw place.in(node(leaf).path()).unsupported("a part of a variant of " + decimal);
    }
    int width =
        node(leaf).type() == Type.INT32
            ? Integer.BYTES
            : node(leaf).type() == Type.INT64 ? Long.BYTES : 2 * Long.BYTES;
    int id = 6 + Integer.numberOfTrailingZeros(width);
    return new VariantType.Scalar(Form.DECIMAL, id, width, scale);
  }
}
