package io.zenith.testserver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.ChildJvm;
import io.zenith.testserver.RawClient.Response;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class S3ServerTest {
  private static final byte[] BYTES = Bytes.random(100_000, 1);

  @TempDir private static Path folder;
  private static S3Server server;

  @BeforeAll
  static void start() throws Exception {
    server = S3Server.startAnonymous(folder);
    server.put("bucket", "folder/a.bin", BYTES);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Response get(String target, String... headers) throws IOException {
    return RawClient.get(server.endpoint(), target, headers);
  }

  @Test
  void anObjectIsReadWholeAndInParts() throws Exception {
    Response whole = get("/bucket/folder/a.bin");
    Response part = get("/bucket/folder/a.bin", "Range: bytes=100-299");

    assertEquals(200, whole.status());
    assertArrayEquals(BYTES, whole.body());
    assertEquals(206, part.status());
    assertEquals("bytes 100-299/100000", part.header("Content-Range"));
    assertArrayEquals(Bytes.range(BYTES, 100, 299), part.body());
  }

  @Test
  void theEntityTagFollowsTheContent(@TempDir Path elsewhere) throws Exception {
    Path file = Files.write(elsewhere.resolve("file"), BYTES);
    server.put("bucket", "changing", file);
    String tag = get("/bucket/changing").header("ETag");
    assertEquals(get("/bucket/folder/a.bin").header("ETag"), tag);
    assertEquals(206, get("/bucket/changing", "If-Match: " + tag, "Range: bytes=0-9").status());

    server.put("bucket", "changing", new byte[10]);
    assertEquals(412, get("/bucket/changing", "If-Match: " + tag, "Range: bytes=0-9").status());
  }

  @Test
  void aPlainFileIsAnObjectWithoutTag() throws Exception {
    Files.write(folder.resolve("bucket").resolve("plain"), BYTES);

    Response plain = get("/bucket/plain");
    assertArrayEquals(BYTES, plain.body());
    assertEquals("none", plain.header("ETag"));
  }

  @Test
  void keysMayHoldAnything() throws Exception {
    server.put("names", "a=1/b c+d%41 é#?.txt", BYTES);

    Response encoded = get("/names/a%3D1/b%20c%2Bd%2541%20%C3%A9%23%3F.txt");
    assertArrayEquals(BYTES, encoded.body());
    String list = get("/names?list-type=2").text();
    assertTrue(list.contains("<Key>a=1/b c+d%41 é#?.txt</Key>"), list);
    String encodedList = get("/names?list-type=2&encoding-type=url").text();
    assertTrue(
        encodedList.contains("<Key>a%3D1/b%20c%2Bd%2541%20%C3%A9%23%3F.txt</Key>"), encodedList);
  }

  @Test
  void itEndsWhenItIsClosed() throws Exception {
    ProcessHandle process;
    try (S3Server shortLived = S3Server.startAnonymous(folder)) {
      process = shortLived.process();
      assertTrue(process.isAlive());
    }
    assertFalse(process.isAlive());
  }

  @Test
  void itEndsWhenItsParentIsKilled() throws Exception {
    Process parent = ChildJvm.of(Parent.class).arguments(folder).start();
    ProcessHandle orphan;
    try (BufferedReader output = parent.inputReader()) {
      orphan = ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
      assertTrue(orphan.isAlive());
    } finally {
      parent.destroyForcibly().waitFor();
    }
    orphan.onExit().get(10, TimeUnit.SECONDS);
  }

  static final class Parent {
    @SuppressWarnings("SystemOut") // what its parent reads
    public static void main(String[] args) throws Exception {
      try (S3Server started = S3Server.startAnonymous(Path.of(args[0]))) {
        System.out.println(started.process().pid());
        Thread.sleep(Long.MAX_VALUE);
      }
    }
  }

  @Test
  void itSaysWhyItDoesNotStart() {
    IOException e = assertThrows(IOException.class, () -> S3Server.start(folder, "nonsense"));
    assertTrue(e.toString().contains("IllegalArgumentException"), e::toString);
  }
}
