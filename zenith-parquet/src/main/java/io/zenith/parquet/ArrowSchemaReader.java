package io.zenith.parquet;

import io.zenith.arrow.schema.ArrowSchema;
import io.zenith.arrow.schema.Place;
import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.Schema;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;

/// Reads the schema that writers which know Arrow leave in the key-value metadata of a file.
final class ArrowSchemaReader {
  /// The key.
  static final String KEY = "ARROW:schema";

  private ArrowSchemaReader() {}

  /// Reads it.
  ///
  /// @param base64 the value of the key
  /// @param footer where it is
  /// @return none if it is of a newer version of Arrow, or has a type of one: then the columns are
  ///   what Parquet says
  static Optional<Schema> read(String base64, Object footer) {
    Place place = new Place(footer, KEY);
    byte[] message;
    try {
      message = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new MalformedDataException(
          place.toString(), "text that is not base64", "a schema in base64", e);
    }
    try {
      return Optional.of(ArrowSchema.ofMessage(ByteBuffer.wrap(message), place).schema());
    } catch (UnsupportedDataException _) {
      return Optional.empty();
    }
  }
}
