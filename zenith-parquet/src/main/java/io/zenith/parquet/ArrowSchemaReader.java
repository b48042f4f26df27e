package io.zenith.parquet;

import io.zenith.arrow.schema.ArrowSchema;
import io.zenith.arrow.schema.Place;
import io.zenith.error.MalformedDataException;
import io.zenith.schema.Schema;
import java.nio.ByteBuffer;
import java.util.Base64;

/// Reads the schema that writers which know Arrow leave in the key-value metadata of a file.
final class ArrowSchemaReader {
  /// The key.
  static final String KEY = "ARROW:schema";

  private ArrowSchemaReader() {}

  /// Reads it.
  ///
  /// @param base64 the value of the key
  /// @param footer where it is
  /// @return its fields, without those whose types are newer than this reader
  static Schema read(String base64, Place footer) {
    Place place = footer.in(KEY);
    byte[] message;
    try {
      message = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new MalformedDataException(
          place.toString(), "text that is not base64", "a schema in base64", e);
    }
    return ArrowSchema.readKnown(ByteBuffer.wrap(message), place);
  }
}
