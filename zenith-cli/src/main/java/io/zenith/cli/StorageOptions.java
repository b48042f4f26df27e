package io.zenith.cli;

import io.zenith.s3.S3Storage;
import io.zenith.spi.Storage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Where `s3://` paths are, if not where the environment says.
final class StorageOptions {
  /// What the library tells programs, and what to tell people.
  private static final String FOR_PROGRAMS = "new S3Storage().anonymous()";

  private static final String FOR_PEOPLE = "--anonymous";

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = "The store that s3:// paths are in. Default: Amazon's, or AWS_ENDPOINT_URL.")
  private @Nullable String endpoint;

  @Option(
      names = "--region",
      paramLabel = "NAME",
      description = "The region of s3:// paths. Default: that of the environment.")
  private @Nullable String region;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "The profile of the AWS configuration that has credentials for s3:// paths.")
  private @Nullable String profile;

  @Option(names = "--anonymous", description = "Read s3:// paths without credentials.")
  private boolean isAnonymous;

  /// Whether any is given, so that paths must be in such a store.
  boolean areSet() {
    return endpoint != null || region != null || profile != null || isAnonymous;
  }

  /// The storage that these options say.
  Storage storage() {
    S3Storage storage = new S3Storage();
    if (endpoint != null) {
      storage = storage.endpoint(endpoint);
    }
    if (region != null) {
      storage = storage.region(region);
    }
    if (profile != null) {
      storage = storage.profile(profile);
    }
    return isAnonymous ? storage.anonymous() : storage;
  }

  /// A message of the library in the words of the command line.
  static String inWords(String message) {
    return message.replace(FOR_PROGRAMS, FOR_PEOPLE);
  }
}
