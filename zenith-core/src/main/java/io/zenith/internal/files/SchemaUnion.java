package io.zenith.internal.files;

import io.zenith.error.UnsupportedDataException;
import io.zenith.internal.layout.TensorShapes;
import io.zenith.internal.layout.Widening;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The columns of all files of a dataset: those of the first file, then what others have besides,
/// each of the smallest type that holds the values of all. A column that a file lacks is null
/// there.
final class SchemaUnion {
  private final List<Field> fields = new ArrayList<>();
  private final Map<String, Integer> places = new HashMap<>();

  /// For each column, the file that its type comes from.
  private final List<DataFile> origins = new ArrayList<>();

  private final Map<String, String> metadata;
  private boolean repeatedNames;

  /// Begins with the first file.
  SchemaUnion(DataFile file, Schema schema) {
    metadata = schema.metadata();
    for (Field field : schema.fields()) {
      repeatedNames |= places.putIfAbsent(field.name(), fields.size()) != null;
      fields.add(field);
      origins.add(file);
    }
  }

  Schema schema() {
    return new Schema(fields, metadata);
  }

  /// Adds another file.
  ///
  /// @throws UnsupportedDataException if a column has a type that does not go with that of another
  ///   file
  void add(DataFile file, Schema schema) {
    List<Field> others = schema.fields();
    boolean repeated = others.stream().map(Field::name).distinct().count() < others.size();
    if (repeatedNames || repeated) {
      addByPlace(file, others);
      return;
    }
    boolean[] found = new boolean[fields.size()];
    for (Field field : others) {
      Integer place = places.get(field.name());
      if (place == null) {
        places.put(field.name(), fields.size());
        fields.add(nullable(field, field.type()));
        origins.add(file);
      } else {
        found[place] = true;
        merge(place, file, field);
      }
    }
    for (int i = 0; i < found.length; i++) {
      if (!found[i]) {
        fields.set(i, nullable(fields.get(i), fields.get(i).type()));
      }
    }
  }

  /// Several columns of one name can only be told apart by their places.
  private void addByPlace(DataFile file, List<Field> others) {
    List<String> names = fields.stream().map(Field::name).toList();
    if (!names.equals(others.stream().map(Field::name).toList())) {
      throw new UnsupportedDataException(
          file.file().toString(),
          "the columns are not those of "
              + origins.getFirst().file()
              + ", and some have the same name: which is which?");
    }
    for (int i = 0; i < others.size(); i++) {
      merge(i, file, others.get(i));
    }
  }

  private void merge(int place, DataFile file, Field field) {
    Field known = fields.get(place);
    DataType type =
        Widening.common(known.type(), field.type())
            .filter(_ -> sameTensors(known, field))
            .orElseThrow(() -> mismatch(known, origins.get(place), file, field));
    if (!type.equals(known.type())) {
      origins.set(place, file);
    }
    Field merged = new Field(known.name(), type, known.nullable(), known.metadata());
    fields.set(place, field.nullable() ? nullable(merged, type) : merged);
  }

  /// Tensors of different shapes are stored alike, and mean something else.
  private static boolean sameTensors(Field known, Field field) {
    String shape = TensorShapes.describe(known);
    String other = TensorShapes.describe(field);
    return shape.isEmpty() || other.isEmpty() || shape.equals(other);
  }

  private static UnsupportedDataException mismatch(
      Field known, DataFile origin, DataFile file, Field field) {
    return new UnsupportedDataException(
        file.file().toString(),
        "column '"
            + field.name()
            + "' is "
            + field.type()
            + TensorShapes.describe(field)
            + ", but "
            + known.type()
            + TensorShapes.describe(known)
            + " in "
            + origin.file()
            + ": no type holds the values of both");
  }

  private static Field nullable(Field field, DataType type) {
    return new Field(field.name(), type, true, field.metadata());
  }
}
