package io.zenith.s3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.spi.FilePart;
import io.zenith.spi.InputFile;
import io.zenith.spi.StoredFile;
import io.zenith.testserver.Fault;
import io.zenith.testserver.Faults;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bytes of a file on a web server, whatever goes wrong on the way.
class HttpFaultsTest {
  private static final byte[] BYTES = new byte[20_000_003];

  @TempDir private static Path folder;

  private static Bucket bucket;

  @BeforeAll
  static void start() throws Exception {
    new SplittableRandom(7).nextBytes(BYTES);
    bucket = Bucket.start(folder);
    bucket.put("object", BYTES);
  }

  @AfterAll
  static void stop() {
    bucket.close();
  }

  @BeforeEach
  void withoutFaults() {
    bucket.faults(Faults.none());
  }

  private static StoredFile find(String key) throws IOException {
    return bucket.web().list(URI.create(bucket.url(key))).getFirst();
  }

  private static FilePart part(long offset, int length) {
    return new FilePart(offset, MemorySegment.ofArray(new byte[length]));
  }

  private static void read(InputFile file, FilePart... parts) throws IOException {
    file.read(List.of(parts));
    for (FilePart part : parts) {
      assertArrayEquals(
          Arrays.copyOfRange(BYTES, (int) part.offset(), (int) part.end()),
          (byte[]) part.target().heapBase().orElseThrow());
    }
  }

  @Test
  void largeReadsAreSeveralRequestsAtATime() throws Exception {
    try (Arena arena = Arena.ofShared()) {
      InputFile file = bucket.web().open(find("object"), arena);
      bucket.faults(Faults.builder().latency(Duration.ofMillis(100)).build());
      read(file, part(0, BYTES.length - 200_000), part(3, 5));
      assertTrue(bucket.proxy().counters().mostAtATime() >= 3);
    }
  }

  @Test
  void whatPassesChangesNothing() throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    try (Arena arena = Arena.ofShared()) {
      InputFile file = bucket.web().open(find("object"), arena);
      Faults.Builder faults = Faults.builder().stall(Duration.ofSeconds(5)).seed(1);
      for (Fault fault : Fault.values()) {
        if (fault != Fault.CHANGED_ETAG) {
          faults.probability(fault, 0.04);
        }
      }
      bucket.faults(faults.build());
      for (int i = 0; i < 40; i++) {
        int from = random.nextInt(BYTES.length);
        int length = Math.min(BYTES.length - from, random.nextInt(3 << 20));
        read(file, part(from, length), part(random.nextInt(1_000), 10));
      }
      for (Fault fault : Fault.values()) {
        boolean isMet = bucket.proxy().counters().byFault().containsKey(fault);
        assertEquals(fault != Fault.CHANGED_ETAG, isMet, fault.name());
      }
    }
  }

  @Test
  void aFileThatIsWrittenAnewIsNamed() throws Exception {
    bucket.put("other", new byte[300_000]);
    StoredFile found = find("other");
    assertTrue(found.version().startsWith("\""), found.version());
    try (Arena arena = Arena.ofShared()) {
      InputFile file = bucket.web().open(found, arena);
      file.read(List.of(part(0, 10)));
      byte[] others = new byte[300_000];
      others[50] = 1;
      bucket.put("other", others);
      MalformedDataException error =
          assertThrows(MalformedDataException.class, () -> file.read(List.of(part(0, 10))));
      assertTrue(
          String.valueOf(error.getMessage()).contains(bucket.url("other")), error.getMessage());
    }
  }

  @Test
  void aFileWithoutATagIsRead() throws Exception {
    Path plain = folder.resolve(Bucket.NAME).resolve("plain"); // which the server has no tag for
    Files.write(plain, new byte[300_000]);
    StoredFile found = find("plain");
    assertFalse(found.version().startsWith("\""), found.version());
    try (Arena arena = Arena.ofShared()) {
      InputFile file = bucket.web().open(found, arena);
      file.read(List.of(part(0, 10)));
      Files.setLastModifiedTime(plain, FileTime.fromMillis(1_000_000_000_000L));
      assertThrows(MalformedDataException.class, () -> file.read(List.of(part(0, 10))));
    }
  }

  /// While nothing comes.
  @Test
  void anInterruptEndsARead() throws Exception {
    try (Arena arena = Arena.ofShared()) {
      InputFile file = bucket.web().open(find("object"), arena);
      bucket.faults(
          Faults.builder()
              .probability(Fault.STALLED_BODY, 1)
              .stall(Duration.ofSeconds(20))
              .build());
      FutureTask<Throwable> read =
          new FutureTask<>(() ->
              assertThrows(
                  InterruptedIOException.class, () -> file.read(List.of(part(0, 12 << 20)))));
      Thread thread = Thread.startVirtualThread(read);
      Thread.sleep(300);
      long begun = System.nanoTime();
      thread.interrupt();
      read.get(20, TimeUnit.SECONDS);
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
      assertTrue(millis < 1_000, () -> millis + " ms");
    }
  }
}
