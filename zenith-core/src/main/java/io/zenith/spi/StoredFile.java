package io.zenith.spi;

import java.net.URI;

/// A file as a storage listed it.
///
/// @param uri where it is
/// @param size bytes
/// @param version changes whenever the content may have changed; only equality means something
public record StoredFile(URI uri, long size, String version) {

  /// The last part of the path.
  public String name() {
    String path = uri.getPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /// The path of a local file, else the URI.
  @Override
  public String toString() {
    return "file".equals(uri.getScheme()) ? uri.getPath() : uri.toString();
  }
}
