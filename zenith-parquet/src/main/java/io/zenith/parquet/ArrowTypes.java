package io.zenith.parquet;

import io.zenith.parquet.LeafType.Change;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Gives columns the types and the metadata that they had in Arrow, as far as the file has what
/// these types need: what is stored is never read as something else.
///
/// The source: Apache Arrow C++, `ApplyOriginalMetadata`. As there, units of time and the widths of
/// integers and dates are those of Parquet, and names inside of lists and maps too.
final class ArrowTypes {
  private final ReadOptions options;

  private ArrowTypes(ReadOptions options) {
    this.options = options;
  }

  /// Changes the columns of a file.
  ///
  /// @param originals those that are known, in their order
  static List<Shape> apply(List<Shape> columns, List<Field> originals, ReadOptions options) {
    ArrowTypes types = new ArrowTypes(options);
    List<Shape> changed = new ArrayList<>(columns.size());
    int next = 0;
    for (Shape column : columns) {
      boolean isKnown =
          next < originals.size() && originals.get(next).name().equals(column.field().name());
      changed.add(isKnown ? types.shape(column, originals.get(next++)) : column);
    }
    return changed;
  }

  private static boolean haveSameNames(List<Shape> shapes, List<Field> originals) {
    List<String> names = shapes.stream().map(shape -> shape.field().name()).toList();
    return names.equals(originals.stream().map(Field::name).toList());
  }

  private List<Shape> all(List<Shape> shapes, List<Field> originals) {
    List<Shape> changed = new ArrayList<>(shapes.size());
    for (int i = 0; i < shapes.size(); i++) {
      changed.add(shape(shapes.get(i), originals.get(i)));
    }
    return changed;
  }

  private Shape shape(Shape shape, Field original) {
    return switch (shape) {
      case Shape.Leaf leaf -> leaf(leaf, original);
      case Shape.Struct struct -> struct(struct, original);
      case Shape.Lists list -> list(list, original);
      case Shape.Variant variant -> variant(variant, original);
    };
  }

  /// What it is put together from is nobody's type.
  private static Shape variant(Shape.Variant variant, Field original) {
    Map<String, String> metadata = new HashMap<>(original.metadata());
    metadata.putAll(variant.field().metadata());
    Field field = variant.field();
    return new Shape.Variant(
        new Field(field.name(), field.type(), field.nullable(), metadata),
        variant.levels(),
        variant.firstLeaf(),
        variant.stored(),
        variant.layout());
  }

  private static Field field(Field field, DataType type, Field original) {
    return new Field(field.name(), type, field.nullable(), original.metadata());
  }

  private Shape struct(Shape.Struct struct, Field original) {
    return original.type() instanceof DataType.Struct(List<Field> fields)
            && haveSameNames(struct.children(), fields)
        ? struct(struct, original, fields)
        : struct;
  }

  private Shape struct(Shape.Struct struct, Field original, List<Field> fields) {
    List<Shape> children = all(struct.children(), fields);
    DataType type = new DataType.Struct(children.stream().map(Shape::field).toList());
    return new Shape.Struct(
        field(struct.field(), type, original), struct.levels(), struct.firstLeaf(), children);
  }

  private Shape list(Shape.Lists list, Field original) {
    if (list.field().type() instanceof DataType.Map) {
      return original.type() instanceof DataType.Map map ? map(list, original, map) : list;
    }
    return switch (original.type()) {
      case DataType.List(Field element) ->
          list(list, original, shape(list.element(), element), DataType.List::new);
      case DataType.LargeList(Field element) ->
          list(list, original, shape(list.element(), element), DataType.LargeList::new);
      case DataType.ListView(Field element) ->
          list(list, original, shape(list.element(), element), DataType.ListView::new);
      case DataType.LargeListView(Field element) ->
          list(list, original, shape(list.element(), element), DataType.LargeListView::new);
      case DataType.FixedSizeList(Field element, int size) ->
          list(
              list,
              original,
              shape(list.element(), element),
              field -> new DataType.FixedSizeList(field, size));
      default -> list;
    };
  }

  private Shape map(Shape.Lists list, Field original, DataType.Map map) {
    // Names of entries are free, so that only their number has to be right, which is 2.
    Shape entries =
        list.element() instanceof Shape.Struct struct
            ? struct(struct, map.entries(), map.entries().type().children())
            : list.element();
    return list(
        list,
        original,
        entries,
        field -> new DataType.Map(Shapes.withKeys(field), map.keysSorted()));
  }

  private interface TypeOfLists {
    DataType of(Field element);
  }

  private static Shape list(
      Shape.Lists list, Field original, Shape element, TypeOfLists typeOfLists) {
    DataType type = typeOfLists.of(element.field());
    return new Shape.Lists(
        field(list.field(), type, original), list.levels(), list.firstLeaf(), element);
  }

  private Shape leaf(Shape.Leaf leaf, Field original) {
    DataType wanted =
        original.type() instanceof DataType.Dictionary(_, DataType value, _)
            ? value
            : original.type();
    Optional<LeafType> values = values(leaf.type(), wanted);
    if (values.isEmpty()) {
      return leaf;
    }
    DataType type =
        original.type() instanceof DataType.Dictionary dictionary
            ? options.type(values.get(), dictionary)
            : original.extensionName().isPresent()
                ? values.get().type()
                : options.type(values.get());
    return new Shape.Leaf(
        field(leaf.field(), type, original), leaf.levels(), leaf.firstLeaf(), values.get());
  }

  /// What becomes of values, if they can be of the type that is wanted, or of one of its kind.
  private static Optional<LeafType> values(LeafType type, DataType wanted) {
    DataType known = type.type();
    return switch (wanted) {
      case DataType.LargeUtf8 _ when known instanceof DataType.Utf8 ->
          change(type, wanted, Change.LARGE);
      case DataType.LargeBinary _ when known instanceof DataType.Binary ->
          change(type, wanted, Change.LARGE);
      case DataType.Utf8View _ when known instanceof DataType.Utf8 ->
          change(type, wanted, Change.VIEWS);
      case DataType.BinaryView _ when known instanceof DataType.Binary ->
          change(type, wanted, Change.VIEWS);
      case DataType.Duration _ when isSignedLong(known) -> change(type, wanted, Change.NONE);
      case DataType.Timestamp(_, Optional<String> zone)
          when zone.isPresent()
              && known instanceof DataType.Timestamp(var unit, Optional<String> utc)
              && utc.isPresent() ->
          change(type, new DataType.Timestamp(unit, zone), type.change());
      case DataType.Decimal(int precision, int scale, _)
          when known instanceof DataType.Decimal(int digits, int places, _)
              && digits == precision
              && places == scale ->
          change(type, wanted, type.change());
      default -> wanted.getClass() == known.getClass() ? Optional.of(type) : Optional.empty();
    };
  }

  private static boolean isSignedLong(DataType type) {
    return type instanceof DataType.Int(int bits, boolean signed) && bits == 64 && signed;
  }

  private static Optional<LeafType> change(LeafType stored, DataType type, Change change) {
    return Optional.of(new LeafType(stored.stored(), stored.width(), type, change));
  }
}
