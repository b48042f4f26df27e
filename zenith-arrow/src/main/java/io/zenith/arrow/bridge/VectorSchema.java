package io.zenith.arrow.bridge;

import io.zenith.schema.Schema;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/// A schema in the words of both libraries.
///
/// @param columns what it was made of
/// @param vectors what vectors of the columns have
/// @param dictionaries the dictionaries, by their ids
record VectorSchema(
    Schema columns, org.apache.arrow.vector.types.pojo.Schema vectors, List<Values> dictionaries) {

  /// The values of a dictionary.
  ///
  /// @param field what a vector of them has
  /// @param encoding the id, and the type of the indices
  record Values(Field field, DictionaryEncoding encoding) {}

  /// The one that was asked for last, so that the batches of a loader make no new fields.
  private static volatile @Nullable VectorSchema last;

  /// Dictionaries without values.
  MapDictionaryProvider emptyDictionaries(BufferAllocator allocator) {
    MapDictionaryProvider provider = new MapDictionaryProvider();
    for (Values values : dictionaries) {
      provider.put(new Dictionary(values.field.createVector(allocator), values.encoding));
    }
    return provider;
  }

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
