package io.zenith.testserver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/// Signed requests, as the AWS SDK makes them, to the server and through the proxy.
class SignedRequestsTest {
  private static final byte[] BYTES = Bytes.random(100_000, 2);

  @TempDir private static Path folder;
  private static S3Server server;
  private static FaultProxy proxy;
  private static S3Client direct;
  private static S3Client proxied;

  @BeforeAll
  static void start() throws Exception {
    server = S3Server.start(folder);
    proxy = FaultProxy.start(server.endpoint());
    direct = client(server.endpoint(), server.secretKey());
    proxied = client(proxy.endpoint(), server.secretKey());
    server.put("bucket", "a/1", BYTES);
    server.put("bucket", "a/2 +é", BYTES);
    server.put("bucket", "b", BYTES);
  }

  @AfterAll
  static void stop() {
    proxied.close();
    direct.close();
    proxy.close();
    server.close();
  }

  private static S3Client client(URI endpoint, String secretKey) {
    return S3Client.builder()
        .httpClient(Apache5HttpClient.create())
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .forcePathStyle(true)
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(server.accessKey(), secretKey)))
        .build();
  }

  private static byte[] get(S3Client client, String key, String range) {
    GetObjectRequest request =
        GetObjectRequest.builder().bucket("bucket").key(key).range(range).build();
    return client.getObjectAsBytes(request).asByteArray();
  }

  @Test
  void objectsAndPartsAreRead() {
    for (S3Client client : List.of(direct, proxied)) {
      assertArrayEquals(BYTES, get(client, "a/2 +é", "bytes=0-"));
      assertArrayEquals(Bytes.range(BYTES, 7, 70_000), get(client, "a/1", "bytes=7-70000"));
    }
  }

  @Test
  void listsAreReadPageByPage() {
    for (S3Client client : List.of(direct, proxied)) {
      List<String> keys =
          client
              .listObjectsV2Paginator(list -> list.bucket("bucket").maxKeys(1))
              .contents()
              .stream()
              .map(S3Object::key)
              .toList();
      assertEquals(List.of("a/1", "a/2 +é", "b"), keys);
    }
  }

  @Test
  void objectsAreWritten() {
    direct.createBucket(bucket -> bucket.bucket("written"));
    direct.putObject(put -> put.bucket("written").key("key"), RequestBody.fromBytes(BYTES));

    byte[] read = proxied.getObjectAsBytes(get -> get.bucket("written").key("key")).asByteArray();
    assertArrayEquals(BYTES, read);
  }

  @Test
  void othersAreTurnedAway() {
    try (S3Client stranger = client(proxy.endpoint(), "not the secret")) {
      S3Exception e = assertThrows(S3Exception.class, () -> get(stranger, "b", "bytes=0-9"));
      assertEquals("SignatureDoesNotMatch", e.awsErrorDetails().errorCode());
    }
  }
}
