package io.zenith.s3;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/// AWS's client of a store, made when it is first needed. Safe for threads.
final class S3Connection {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private static final Duration IDLE = Duration.ofMinutes(1);

  private final S3Settings settings;
  private @Nullable S3Client client;

  S3Connection(S3Settings settings) {
    this.settings = settings;
  }

  /// How long nothing may come of an answer.
  Duration silence() {
    return settings.silence();
  }

  /// The client, which makes one attempt for each request.
  ///
  /// @param place what is to be asked for
  /// @throws IOException if there are no credentials
  synchronized S3Client client(String place) throws IOException {
    S3Client open = client;
    if (open == null) {
      open = connect(place);
      client = open;
    }
    return open;
  }

  private S3Client connect(String place) throws IOException {
    AwsCredentialsProvider credentials = credentials();
    try {
      credentials.resolveCredentials(); // which are kept
    } catch (SdkClientException e) {
      throw new IOException(
          place
              + ": no AWS credentials in the environment, the profile or the machine's role: set"
              + " them, or "
              + S3Failures.WITHOUT,
          e);
    }
    S3ClientBuilder builder =
        S3Client.builder()
            .httpClientBuilder(
                Apache5HttpClient.builder()
                    .maxConnections(Requests.MOST)
                    .connectionTimeout(CONNECT_TIMEOUT)
                    .socketTimeout(settings.silence())
                    .connectionMaxIdleTime(IDLE))
            .credentialsProvider(credentials)
            .region(region())
            .overrideConfiguration(
                // What fails is tried again here, with what goes wrong behind the headers.
                options -> options.retryStrategy(DefaultRetryStrategy.doNotRetry()));
    if (settings.endpoint().isPresent()) {
      builder.endpointOverride(settings.endpoint().get()).forcePathStyle(true);
    } else {
      builder.crossRegionAccessEnabled(true);
    }
    return builder.build();
  }

  private AwsCredentialsProvider credentials() {
    if (settings.isAnonymous()) {
      return AnonymousCredentialsProvider.create();
    }
    DefaultCredentialsProvider.Builder builder = DefaultCredentialsProvider.builder();
    settings.profile().ifPresent(builder::profileName);
    return builder.build();
  }

  /// Amazon's client finds the region of a bucket by asking any other one.
  private Region region() {
    if (settings.region().isPresent()) {
      return Region.of(settings.region().get());
    }
    DefaultAwsRegionProviderChain.Builder chain = DefaultAwsRegionProviderChain.builder();
    settings.profile().ifPresent(chain::profileName);
    try {
      return chain.build().getRegion();
    } catch (SdkClientException _) { // nothing says one
      return Region.US_EAST_1;
    }
  }
}
