package io.zenith.arrow.bridge;

import io.zenith.schema.Schema;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// A schema in the words of both libraries.
///
/// @param columns what it was made of
/// @param vectors what vectors of the columns have
/// @param dictionaries the fields of the dictionaries, by their ids
record VectorSchema(
    Schema columns, org.apache.arrow.vector.types.pojo.Schema vectors, List<Field> dictionaries) {

  /// The one that was asked for last, so that the batches of a loader make no new fields.
  private static volatile @Nullable VectorSchema last;

  /// The schema for these columns.
  @SuppressWarnings("ReferenceEquality") // comparing the content would cost more than it saves
  static VectorSchema of(Schema columns) {
    VectorSchema known = last;
    if (known != null && known.columns == columns) {
      return known;
    }
    VectorSchema made = VectorFields.of(columns);
    last = made;
    return made;
  }
}
