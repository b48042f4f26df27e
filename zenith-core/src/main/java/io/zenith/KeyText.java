package io.zenith;

import io.zenith.internal.cache.CacheKey;
import io.zenith.internal.files.Fingerprint;
import io.zenith.schema.Field;
import io.zenith.spi.StoredFile;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/// The text of a key of a cache: a line for each thing that an entry depends on, with its length,
/// so that no text can look like two.
final class KeyText {
  private final StringBuilder text = new StringBuilder();

  /// @param kind what entries of such keys hold, with a version
  KeyText(String kind) {
    text.append(kind).append('\n');
  }

  KeyText add(String what, String value) {
    text.append(what).append(' ').append(value.length()).append(' ').append(value).append('\n');
    return this;
  }

  KeyText add(List<Field> fields) {
    fields.forEach(field -> add("field", field.name() + " " + field.type()));
    return this;
  }

  /// Which file, and which version of it.
  KeyText add(StoredFile file) {
    return add("file", place(file.uri()))
        .add("size", Long.toString(file.size()))
        .add("version", file.version());
  }

  /// Others may read a key: of a query, which may have a secret in it, it has a hash.
  private static String place(URI uri) {
    String query = uri.getRawQuery();
    if (query == null) {
      return uri.toString();
    }
    String whole = uri.toString();
    byte[] hash = Fingerprint.sha256().digest(query.getBytes(StandardCharsets.UTF_8));
    return whole.substring(0, whole.indexOf('?') + 1) + HexFormat.of().formatHex(hash);
  }

  CacheKey key() {
    return new CacheKey(text.toString());
  }
}
