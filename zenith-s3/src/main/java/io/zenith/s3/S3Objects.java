package io.zenith.s3;

import io.zenith.error.MalformedDataException;
import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/// The requests for objects, one attempt each, by AWS's client. It is made when it is first needed.
final class S3Objects implements ObjectReader {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private static final Duration IDLE = Duration.ofMinutes(1);

  private static final int NOT_FOUND = 404;
  private static final int PRECONDITION_FAILED = 412;
  private static final Set<Integer> PASSING = Set.of(408, 429, 500, 502, 503, 504);

  private final S3Settings settings;
  private @Nullable S3Client client;

  S3Objects(S3Settings settings) {
    this.settings = settings;
  }

  /// The key that a URI names.
  static String key(URI uri) {
    return uri.getPath().substring(1);
  }

  private static URI uri(String bucket, String key) {
    try {
      return new URI("s3", bucket, "/" + key, null, null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("s3://" + bucket + "/" + key + ": " + e.getMessage(), e);
    }
  }

  /// The entity tag, which is quoted; of the few stores that have none, when it was changed.
  private static String version(@Nullable String tag, Instant modified) {
    return tag == null ? modified.toString() : tag;
  }

  private static boolean isTag(String version) {
    return version.startsWith("\"");
  }

  /// An object, if there is one.
  Optional<StoredFile> find(String bucket, String key) throws IOException {
    URI uri = uri(bucket, key);
    HeadObjectRequest request = HeadObjectRequest.builder().bucket(bucket).key(key).build();
    try {
      HeadObjectResponse found = client().headObject(request);
      String version = version(found.eTag(), found.lastModified());
      return Optional.of(new StoredFile(uri, found.contentLength(), version));
    } catch (S3Exception e) {
      if (e.statusCode() == NOT_FOUND) {
        return Optional.empty();
      }
      throw failed(uri, e);
    } catch (SdkException e) {
      throw failed(uri, e);
    }
  }

  /// Some objects of a listing.
  ///
  /// @param next what names the page behind this one; null if there is none
  record Page(List<StoredFile> objects, @Nullable String next) {}

  /// A page of the objects whose keys begin so.
  ///
  /// @param token names the page; null for the first
  Page list(String bucket, String prefix, @Nullable String token) throws IOException {
    ListObjectsV2Request request =
        ListObjectsV2Request.builder()
            .bucket(bucket)
            .prefix(prefix)
            .continuationToken(token)
            .build();
    try {
      ListObjectsV2Response page = client().listObjectsV2(request);
      List<StoredFile> objects = new ArrayList<>();
      for (S3Object object : page.contents()) {
        String version = version(object.eTag(), object.lastModified());
        objects.add(new StoredFile(uri(bucket, object.key()), object.size(), version));
      }
      return new Page(objects, page.isTruncated() ? page.nextContinuationToken() : null);
    } catch (SdkException e) {
      throw failed(uri(bucket, prefix), e);
    }
  }

  @Override
  public void get(StoredFile file, RangeRequest range) throws IOException {
    GetObjectRequest request =
        GetObjectRequest.builder()
            .bucket(file.uri().getRawAuthority())
            .key(key(file.uri()))
            .range(range.toString())
            .ifMatch(isTag(file.version()) ? file.version() : null)
            .build();
    try (ResponseInputStream<GetObjectResponse> body = client().getObject(request)) {
      boolean isDone = false;
      try {
        requireAsked(file, range, body.response());
        copy(file, range, body);
        isDone = true;
      } finally {
        if (!isDone) {
          body.abort(); // rather than read what is left of it
        }
      }
    } catch (S3Exception e) {
      if (e.statusCode() == PRECONDITION_FAILED) {
        throw replaced(file, "another version");
      }
      throw failed(file.uri(), e);
    } catch (SdkException e) {
      throw failed(file.uri(), e);
    }
  }

  private static void requireAsked(StoredFile file, RangeRequest range, GetObjectResponse answer)
      throws TransientException {
    String version = version(answer.eTag(), answer.lastModified());
    if (!file.version().equals(version)) {
      throw replaced(file, "version " + version);
    }
    String expected = "bytes " + range.offset() + "-" + (range.end() - 1) + "/" + file.size();
    if (!expected.equals(answer.contentRange())) {
      throw new TransientException(
          file + ": the store sent \"" + answer.contentRange() + "\", not \"" + expected + "\"");
    }
  }

  private static MalformedDataException replaced(StoredFile file, String found) {
    return new MalformedDataException(
        file.toString(),
        found + ": the object was replaced while it is read",
        "version " + file.version() + ", as when it was listed");
  }

  /// Copies the body to its end: only there its checksum is known, if the store has sent one.
  private static void copy(StoredFile file, RangeRequest range, InputStream body)
      throws IOException {
    byte[] bytes = new byte[(int) Math.min(range.length(), 1 << 16)];
    long done = 0;
    for (int count = read(file, body, bytes); count >= 0; count = read(file, body, bytes)) {
      if (count > range.length() - done) {
        throw new TransientException(
            file + ": more than " + range.length() + " bytes, which were asked for");
      }
      range.put(range.offset() + done, bytes, count);
      done += count;
    }
    if (done < range.length()) {
      throw new TransientException(
          file + ": the answer ended after " + done + " of " + range.length() + " bytes");
    }
  }

  private static int read(StoredFile file, InputStream body, byte[] bytes) throws IOException {
    try {
      return body.read(bytes);
    } catch (IOException e) {
      throw broken(file + ": the answer broke off: " + e.getMessage(), e);
    } catch (AbortedException _) {
      throw interrupted(file.uri());
    } catch (SdkClientException e) { // such as a checksum that does not fit
      throw new TransientException(file + ": " + e.getMessage(), e, false);
    }
  }

  /// What becomes of a failed request.
  private static IOException failed(URI uri, SdkException error) {
    return switch (error) {
      case S3Exception answer -> refused(uri, answer);
      case AbortedException _ -> interrupted(uri);
      case SdkClientException _ -> broken(uri + ": " + error.getMessage(), error);
      default -> new IOException(uri + ": " + error.getMessage(), error);
    };
  }

  private static IOException interrupted(URI uri) {
    Thread.currentThread().interrupt();
    return new InterruptedIOException(uri + ": interrupted while it was asked for");
  }

  /// A failure of the way to the store, or in this process, such as missing credentials.
  private static IOException broken(String message, Exception error) {
    if (Thread.currentThread().isInterrupted()) {
      return new InterruptedIOException(message);
    }
    boolean isUnreachable = false;
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      isUnreachable |=
          cause instanceof ConnectException
              || cause instanceof UnknownHostException
              || cause instanceof NoRouteToHostException;
      if (cause instanceof IOException) {
        return new TransientException(message, error, isUnreachable);
      }
    }
    return new IOException(message, error);
  }

  private static IOException refused(URI uri, S3Exception answer) {
    int status = answer.statusCode();
    String said = uri + ": " + status + " " + code(answer);
    if (PASSING.contains(status)) {
      return new TransientException(said, answer, false);
    }
    String check =
        switch (status) {
          case 301, 400 -> "; check the region and the endpoint";
          case 401, 403 ->
              "; check that these credentials may read this bucket and key (s3:GetObject, "
                  + "s3:ListBucket), or read without any: anonymous";
          case NOT_FOUND -> "; check the bucket, the key and its case";
          default -> "";
        };
    return new IOException(said + check, answer);
  }

  private static String code(S3Exception answer) {
    AwsErrorDetails details = answer.awsErrorDetails();
    return details == null || details.errorCode() == null ? "" : details.errorCode();
  }

  /// @throws IOException if there are no credentials
  private synchronized S3Client client() throws IOException {
    S3Client open = client;
    if (open == null) {
      open = connect();
      client = open;
    }
    return open;
  }

  private S3Client connect() throws IOException {
    AwsCredentialsProvider credentials = credentials();
    try {
      credentials.resolveCredentials(); // which are kept
    } catch (SdkClientException e) {
      throw new IOException(
          "no AWS credentials in the environment, the profile or the machine's role: set them, or"
              + " read without any: anonymous",
          e);
    }
    S3ClientBuilder builder =
        S3Client.builder()
            .httpClientBuilder(
                Apache5HttpClient.builder()
                    .maxConnections(Fetcher.MOST_REQUESTS)
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
