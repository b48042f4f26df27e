package io.zenith.spi;

import java.net.URI;

/// A file as a storage listed it.
///
/// @param uri where it is; its query, if it has one, may be a secret, such as that of a presigned
///   URL
/// @param size bytes
/// @param version changes whenever the content may have changed; only equality means something
public record StoredFile(URI uri, long size, String version) {

  /// The last part of the path.
  public String name() {
    String path = uri.getPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /// The path of a local file, else the URI up to its query: for messages.
  @Override
  public String toString() {
    if ("file".equals(uri.getScheme())) {
      return uri.getPath();
    }
    String text = uri.toString();
    int query = text.indexOf('?');
    return query < 0 ? text : text.substring(0, query);
  }
}
