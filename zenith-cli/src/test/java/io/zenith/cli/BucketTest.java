package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testserver.S3Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands that read from a bucket, or from a web server.
class BucketTest {
  @TempDir private static Path folder;

  @Test
  void aBucketIsReadAsAFolder() throws Exception {
    Cli.succeed("generate", "table", folder.resolve("local"), "--rows", 500);
    Path data = folder.resolve("local/table.arrow");
    try (S3Server server =
        S3Server.startAnonymous(Files.createDirectory(folder.resolve("buckets")))) {
      server.put("data", "train/a.arrow", data);
      Object[] place = {"--endpoint", server.endpoint(), "--anonymous"};
      for (String path : List.of("s3://data/train", "s3://data/train/*.arrow")) {
        String far = Cli.succeed("head", path, place[0], place[1], place[2]).out();
        assertEquals(Cli.succeed("head", data).out(), far);
      }
      String url = server.endpoint() + "/data/train/a.arrow?X-Signature=secret";
      assertEquals(Cli.succeed("head", data).out(), Cli.succeed("head", url).out());
      assertEquals(
          Cli.succeed("read", data, "--touch", "none").out().lines().findFirst(),
          Cli.succeed("read", url, "--touch", "none").out().lines().findFirst());
      for (String wrong : List.of("/data/none.arrow?X-Signature=secret", "/data/?secret")) {
        Cli.Result none = Cli.run("head", server.endpoint() + wrong);
        assertEquals(1, none.code());
        assertTrue(none.err().contains(server.endpoint() + "/data/"), none.err());
        assertTrue(!none.err().contains("secret"), none.err());
      }
      Cli.Result absent = Cli.run("head", "s3://data/none", place[0], place[1], place[2]);
      assertEquals(1, absent.code());
      assertTrue(absent.err().contains("s3://data/none: no object there"), absent.err());
      Cli.Result stream = Cli.run("head", "-", place[0], place[1], place[2]);
      assertTrue(stream.err().contains("are for s3://"), stream.err());
    }
  }

  /// Of no command, whether it succeeds or not.
  @Test
  void noOutputTellsASecret() throws Exception {
    Cli.succeed("generate", "table", folder.resolve("told"), "--rows", 500);
    String query = "?X-Amz-Signature=planted5ignature";
    System.setProperty("aws.accessKeyId", "PLANTEDACCESSKEY");
    System.setProperty("aws.secretAccessKey", "planted+secret/key");
    try (S3Server server =
        S3Server.startAnonymous(Files.createDirectory(folder.resolve("secrets")))) {
      server.put("data", "a.arrow", folder.resolve("told/table.arrow"));
      List<List<Object>> places =
          List.of(
              List.of("s3://data/a.arrow", "--endpoint", server.endpoint()),
              List.of("s3://data/none.arrow", "--endpoint", server.endpoint()),
              List.of(server.endpoint() + "/data/a.arrow" + query),
              List.of(server.endpoint() + "/data/none.arrow" + query),
              List.of(server.endpoint() + "/data/*.arrow" + query),
              List.of("https://PLANTEDACCESSKEY:planted5ignature@host/a.arrow"));
      for (List<Object> place : places) {
        for (List<Object> command :
            List.of(
                List.<Object>of("inspect"),
                List.<Object>of("inspect", "--json"),
                List.<Object>of("head", "--json", "--stacktrace"),
                List.<Object>of("read", "--shuffle", 1, "--report"),
                List.<Object>of("read", "--json", "--report"),
                List.<Object>of("explain", "--step", 1))) {
          Cli.Result result = Cli.run(Stream.concat(command.stream(), place.stream()).toArray());
          String told = result.toString();
          assertFalse(result.out().isEmpty() && result.err().isEmpty());
          for (String secret : List.of("PLANTED", "planted", "X-Amz", "AWS4-HMAC")) {
            assertFalse(told.contains(secret), told);
          }
        }
      }
    } finally {
      System.clearProperty("aws.accessKeyId");
      System.clearProperty("aws.secretAccessKey");
    }
  }
}
