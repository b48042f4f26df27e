package io.zenith.arrow.schema;

/// Bounds what is made of the metadata of one file by the size of that metadata.
///
/// Parts of a flatbuffer may be shared, so a few hostile bytes could unfold into billions of
/// fields. Honest writers share little: at most repeated strings.
final class MetadataBudget {
  /// As many fields as a schema may have, nested ones counted.
  private static final int MAX_FIELDS = 100_000;

  /// The least bytes of a field of its own: an entry in its parent's vector, an offset to a vtable,
  /// a type's number and an offset to the type.
  private static final int FIELD_BYTES = 12;

  /// How often strings and key-value pairs may be shared, on average.
  private static final int SHARING = 16;

  private final long metadataBytes;
  private int fields;
  private long textBytes;

  /// @param metadataBytes bytes of the flatbuffer
  MetadataBudget(long metadataBytes) {
    this.metadataBytes = metadataBytes;
  }

  /// Counts one more field.
  void field(Place place) {
    fields++;
    if (fields > MAX_FIELDS) {
      throw place.malformed("more than " + MAX_FIELDS + " fields", "at most that many");
    }
    if ((long) fields * FIELD_BYTES > metadataBytes) {
      throw place.malformed(
          "more than " + (fields - 1) + " fields", "as many as fit " + metadataBytes + " bytes");
    }
  }

  /// Counts text, or an entry that takes about as much.
  void text(long bytes, Place place) {
    textBytes += bytes;
    if (textBytes > SHARING * metadataBytes) {
      throw place.malformed(
          "text of more than " + SHARING * metadataBytes + " bytes",
          "text that fits " + metadataBytes + " bytes of metadata");
    }
  }
}
