package io.zenith.parquet;

import io.zenith.arrow.schema.Place;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/// The keys of one file: those that were given, and others that are found by what the file says of
/// them. For one thread.
final class FileKeys {
  /// The command line has its own words for it.
  static final String HOW = "; give it with Parquet.format().keys(...)";

  private final DecryptionKeys given;

  /// What was found, by what the file says.
  private final Map<ByteBuffer, Optional<SecretKey>> found = new HashMap<>();

  FileKeys(DecryptionKeys given) {
    this.given = given;
  }

  /// The key of the footer.
  ///
  /// @param metadata what the file says of it
  FileKey footer(byte @Nullable [] metadata, Place footer) throws IOException {
    return key("the footer key", given.footer(), metadata, footer);
  }

  /// The key of a column.
  ///
  /// @param metadata what the file says of it
  /// @param place the column chunk
  FileKey column(ColumnPath path, byte @Nullable [] metadata, Place place) throws IOException {
    String name = path.dotted();
    return key("the key of column '" + name + "'", given.column(name), metadata, place);
  }

  private FileKey key(
      String name, Optional<SecretKey> known, byte @Nullable [] metadata, Place place)
      throws IOException {
    if (known.isPresent() || given.retriever().isEmpty()) {
      return new FileKey(name, known, HOW);
    }
    return metadata == null
        ? new FileKey(name, known, ": the file says nothing about it to a key retriever")
        : new FileKey(
            name,
            retrieved(given.retriever().get(), name, metadata, place),
            ": the key retriever gave none");
  }

  private Optional<SecretKey> retrieved(
      KeyRetriever retriever, String name, byte[] metadata, Place place) throws IOException {
    ByteBuffer question = ByteBuffer.wrap(metadata);
    Optional<SecretKey> known = found.get(question);
    if (known != null) {
      return known;
    }
    Optional<byte[]> answer;
    try {
      answer = retriever.key(metadata.clone()).map(byte[]::clone);
    } catch (IOException | RuntimeException e) {
      // Nobody knows what its message has: it stays in the cause.
      throw new IOException(place + ": the key retriever failed for " + name, e);
    }
    Optional<SecretKey> key;
    try {
      key = answer.map(bytes -> DecryptionKeys.aes(bytes, name));
    } catch (IllegalArgumentException e) {
      throw new IOException(
          place + ": the key retriever gave a key that is none: " + e.getMessage(), e);
    }
    found.put(question, key);
    return key;
  }
}
