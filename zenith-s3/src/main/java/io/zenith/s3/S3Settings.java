package io.zenith.s3;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/// How a store is reached.
///
/// @param endpoint of a store that is not Amazon's
/// @param region if it is not that of the environment
/// @param profile of the user's configuration, if it is not that of the environment
/// @param isAnonymous whether requests are not signed
/// @param silence how long nothing may come of an answer
record S3Settings(
    Optional<URI> endpoint,
    Optional<String> region,
    Optional<String> profile,
    boolean isAnonymous,
    Duration silence) {
  static final S3Settings DEFAULT =
      new S3Settings(
          Optional.empty(), Optional.empty(), Optional.empty(), false, Duration.ofSeconds(10));

  S3Settings withEndpoint(URI url) {
    return new S3Settings(Optional.of(url), region, profile, isAnonymous, silence);
  }

  S3Settings withRegion(String name) {
    return new S3Settings(endpoint, Optional.of(name), profile, isAnonymous, silence);
  }

  S3Settings withProfile(String name) {
    return new S3Settings(endpoint, region, Optional.of(name), isAnonymous, silence);
  }

  S3Settings anonymous() {
    return new S3Settings(endpoint, region, profile, true, silence);
  }

  S3Settings withSilence(Duration most) {
    return new S3Settings(endpoint, region, profile, isAnonymous, most);
  }
}
