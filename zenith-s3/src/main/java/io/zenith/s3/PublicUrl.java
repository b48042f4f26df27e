package io.zenith.s3;

import java.net.URI;

/// What of a URL may stand in messages. Its query may be that of a presigned URL, which is as good
/// as a key.
final class PublicUrl {
  private PublicUrl() {}

  /// Scheme, host and path.
  static String of(URI url) {
    String port = url.getPort() < 0 ? "" : ":" + url.getPort();
    return url.getScheme() + "://" + url.getHost() + port + url.getRawPath();
  }
}
