package io.zenith.schema;

import io.zenith.internal.ErrorText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A column's name, type, nullability and metadata.
///
/// An extension type is its storage type with the metadata kept: see [#extensionName()].
///
/// @param name the name; Arrow allows an empty one and two columns of one name
/// @param type the type
/// @param nullable whether values may be null
/// @param metadata key-value pairs of the writer, in their order
public record Field(String name, DataType type, boolean nullable, Map<String, String> metadata) {

  /// Copies the metadata.
  public Field {
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /// A nullable field without metadata.
  public static Field of(String name, DataType type) {
    return new Field(name, type, true, Map.of());
  }

  /// The name of the Arrow extension type of which this field is the storage, such as `arrow.uuid`.
  public Optional<String> extensionName() {
    return Optional.ofNullable(metadata.get("ARROW:extension:name"));
  }

  /// Name and type, such as `label int64`, with `not null` and the extension's name where they
  /// apply: one line of at most 1 KB, with control characters escaped.
  @Override
  public String toString() {
    String extension = extensionName().map(named -> " (" + named + ")").orElse("");
    return ErrorText.printable(name + " " + type + (nullable ? "" : " not null") + extension);
  }
}
