package io.zenith.image;

import io.zenith.Batch;
import io.zenith.BinaryColumn;
import io.zenith.Column;
import io.zenith.FixedSizeBinaryColumn;
import io.zenith.StructColumn;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where the bytes of images are: a column, or a field inside of a struct column.
///
/// @param place of the column
/// @param fields the names of the fields that lead from it to the bytes
record EncodedColumn(int place, List<Integer> fields) {

  /// Finds `a.b`: the column of that name, else the field `b` of the struct column `a`.
  ///
  /// @throws IllegalArgumentException if there is none, or it holds no bytes
  static EncodedColumn of(Schema schema, String name) {
    List<Integer> places =
        find(schema.fields(), name)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "no column '"
                        + name
                        + "'; columns: "
                        + schema.fields().stream().map(Field::toString).toList()));
    Field field = schema.fields().get(places.getFirst());
    for (int place : places.subList(1, places.size())) {
      field = field.type().children().get(place);
    }
    return switch (field.type()) {
      case DataType.Binary _,
          DataType.LargeBinary _,
          DataType.BinaryView _,
          DataType.FixedSizeBinary _ ->
          new EncodedColumn(places.getFirst(), places.subList(1, places.size()));
      default ->
          throw new IllegalArgumentException(
              "column '"
                  + name
                  + "' is "
                  + field.type()
                  + "; expected the bytes of images: binary");
    };
  }

  private static Optional<List<Integer>> find(List<Field> fields, String name) {
    List<String> names = fields.stream().map(Field::name).toList();
    int place = names.indexOf(name);
    if (place >= 0) {
      return Optional.of(List.of(place)).filter(_ -> place == names.lastIndexOf(name));
    }
    for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      int outer = names.indexOf(name.substring(0, dot));
      if (outer >= 0 && fields.get(outer).type() instanceof DataType.Struct(List<Field> inner)) {
        Optional<List<Integer>> rest = find(inner, name.substring(dot + 1));
        if (rest.isPresent()) {
          List<Integer> all = new ArrayList<>(List.of(outer));
          all.addAll(rest.get());
          return Optional.of(all);
        }
      }
    }
    return Optional.empty();
  }

  /// The column itself.
  Column column(Batch batch) {
    return batch.column(place);
  }

  /// The bytes at a row; empty if they, or what is around them, are null.
  Optional<byte[]> bytes(Column column, int row) {
    Column inner = column;
    for (int field : fields) {
      if (inner.isNull(row)) {
        return Optional.empty();
      }
      inner = ((StructColumn) inner).column(field);
    }
    if (inner.isNull(row)) {
      return Optional.empty();
    }
    return Optional.of(
        inner instanceof BinaryColumn binary
            ? binary.get(row)
            : ((FixedSizeBinaryColumn) inner).get(row));
  }
}
