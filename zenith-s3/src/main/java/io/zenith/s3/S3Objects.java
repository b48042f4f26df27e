package io.zenith.s3;

import io.zenith.spi.StoredFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/// The requests for objects, one attempt each, by AWS's client.
final class S3Objects implements ObjectReader {
  private static final int PRECONDITION_FAILED = 412;

  private final S3Connection connection;

  S3Objects(S3Connection connection) {
    this.connection = connection;
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
      HeadObjectResponse found = connection.client(uri.toString()).headObject(request);
      String version = version(found.eTag(), found.lastModified());
      return Optional.of(new StoredFile(uri, found.contentLength(), version));
    } catch (S3Exception e) {
      if (e.statusCode() == S3Failures.NOT_FOUND) {
        return Optional.empty();
      }
      throw S3Failures.of(uri.toString(), e);
    } catch (SdkException e) {
      throw S3Failures.of(uri.toString(), e);
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
    String place = uri(bucket, prefix).toString();
    try {
      ListObjectsV2Response page = connection.client(place).listObjectsV2(request);
      List<StoredFile> objects = new ArrayList<>();
      for (S3Object object : page.contents()) {
        String version = version(object.eTag(), object.lastModified());
        objects.add(new StoredFile(uri(bucket, object.key()), object.size(), version));
      }
      return new Page(objects, page.isTruncated() ? page.nextContinuationToken() : null);
    } catch (SdkException e) {
      throw S3Failures.of(place, e);
    }
  }

  @Override
  public void get(StoredFile file, RangeRequest range, LongAdder received) throws IOException {
    RangeAnswer answer = new RangeAnswer(file, range);
    GetObjectRequest request =
        GetObjectRequest.builder()
            .bucket(file.uri().getRawAuthority())
            .key(key(file.uri()))
            .range(range.toString())
            .ifMatch(isTag(file.version()) ? file.version() : null)
            .build();
    try (ResponseInputStream<GetObjectResponse> body =
        connection.client(file.toString()).getObject(request)) {
      boolean isDone = false;
      try {
        answer.requireVersion(version(body.response().eTag(), body.response().lastModified()));
        answer.requireRange(body.response().contentRange());
        copy(answer, body, received);
        isDone = true;
      } finally {
        if (!isDone) {
          body.abort(); // rather than read what is left of it
        }
      }
    } catch (S3Exception e) {
      if (e.statusCode() == PRECONDITION_FAILED) {
        throw answer.replaced("another version");
      }
      throw S3Failures.of(file.toString(), e);
    } catch (SdkException e) {
      throw S3Failures.of(file.toString(), e);
    }
  }

  private void copy(RangeAnswer answer, InputStream body, LongAdder received) throws IOException {
    try {
      answer.copy(body, connection.silence(), received);
    } catch (SdkClientException e) {
      throw S3Failures.inBody(answer.file().toString(), e);
    }
  }
}
