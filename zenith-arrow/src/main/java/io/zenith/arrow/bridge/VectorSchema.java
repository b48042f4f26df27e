package io.zenith.arrow.bridge;

import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.Schema;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.ExtensionTypeRegistry;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.util.SchemaChangeRuntimeException;
import org.jspecify.annotations.Nullable;

/// A schema in the words of both libraries.
///
/// @param columns what it was made of
/// @param vectors what vectors of the columns have
/// @param dictionaries the dictionaries, by their ids
/// @param extensions what was registered for the names of extension types
record VectorSchema(
    Schema columns,
    org.apache.arrow.vector.types.pojo.Schema vectors,
    List<Values> dictionaries,
    Map<String, @Nullable ExtensionType> extensions) {

  /// The values of a dictionary.
  ///
  /// @param column the column that it is of, for errors
  /// @param field what a vector of them has
  /// @param encoding the id, and the type of the indices
  record Values(String column, Field field, DictionaryEncoding encoding) {

    /// A dictionary without values.
    Dictionary empty(BufferAllocator allocator) {
      return new Dictionary(vector(column, field, allocator), encoding);
    }
  }

  /// The one that was asked for last, so that the batches of a loader make no new fields.
  private static volatile WeakReference<@Nullable VectorSchema> last = new WeakReference<>(null);

  /// The schema for these columns.
  static VectorSchema of(Schema columns) {
    VectorSchema known = last.get();
    if (known != null && known.isOf(columns)) {
      return known;
    }
    VectorSchema made = VectorFields.of(columns);
    last = new WeakReference<>(made);
    return made;
  }

  /// Not if other extension types are registered by now.
  @SuppressWarnings("ReferenceEquality") // comparing the content would cost more than it saves
  private boolean isOf(Schema other) {
    return columns == other
        && extensions.entrySet().stream()
            .allMatch(known -> ExtensionTypeRegistry.lookup(known.getKey()) == known.getValue());
  }

  /// Columns without rows.
  VectorSchemaRoot emptyRoot(BufferAllocator allocator) {
    List<FieldVector> empty =
        vectors.getFields().stream()
            .map(field -> vector(field.getName(), field, allocator))
            .toList();
    return new VectorSchemaRoot(vectors, empty, 0);
  }

  /// Dictionaries without values.
  MapDictionaryProvider emptyDictionaries(BufferAllocator allocator) {
    MapDictionaryProvider provider = new MapDictionaryProvider();
    dictionaries.forEach(values -> provider.put(values.empty(allocator)));
    return provider;
  }

  /// A vector without values, which takes no memory yet.
  ///
  /// @throws UnsupportedDataException for some nestings of types, such as lists of a fixed size of
  ///   dense unions
  static FieldVector vector(String column, Field field, BufferAllocator allocator) {
    try {
      return field.createVector(allocator);
    } catch (SchemaChangeRuntimeException
        | IllegalArgumentException
        | UnsupportedOperationException e) {
      throw new UnsupportedDataException(
          "column '" + column + "'",
          "arrow-java makes no vector of " + field + ": " + e.getMessage());
    }
  }
}
