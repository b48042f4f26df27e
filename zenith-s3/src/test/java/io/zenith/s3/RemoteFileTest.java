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
import io.zenith.testserver.Counters;
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
import java.util.ArrayList;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Bytes of an object, whatever goes wrong on the way.
class RemoteFileTest {
  private static final byte[] BYTES = new byte[20_000_003];
  private static final String PATH = "/" + Bucket.NAME + "/object";

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

  private static InputFile open(Arena arena) throws IOException {
    S3Storage storage = bucket.storage();
    StoredFile file = storage.list(URI.create(Bucket.uri("object"))).getFirst();
    return storage.open(file, arena);
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

  private static List<FilePart> randomParts(SplittableRandom random) {
    List<FilePart> parts = new ArrayList<>();
    for (int i = random.nextInt(1, 5); i > 0; i--) {
      int from = random.nextInt(BYTES.length);
      parts.add(part(from, Math.min(BYTES.length - from, random.nextInt(3 << 20))));
    }
    return parts;
  }

  private static long requests() {
    return bucket.proxy().counters().requests();
  }

  @Test
  void largeReadsAreSeveralRequestsAtATime() throws Exception {
    try (Arena arena = Arena.ofShared()) {
      InputFile file = open(arena);
      bucket.faults(Faults.builder().latency(Duration.ofMillis(100)).build());
      long before = requests();
      long begun = System.nanoTime();
      read(file, part(0, BYTES.length - 200_000), part(3, 5));
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
      assertTrue(requests() - before == 3, () -> requests() - before + " requests");
      assertTrue(bucket.proxy().counters().mostAtATime() >= 3);
      assertTrue(millis >= 100, () -> millis + " ms");
    }
  }

  /// As formats read footers: the end, then what it says, then what that says.
  @Test
  void theEndIsOneRequest() throws Exception {
    try (Arena arena = Arena.ofShared()) {
      InputFile file = open(arena);
      long before = requests();
      read(file, part(BYTES.length - 8, 8));
      read(file, part(BYTES.length - 5_008, 5_000));
      read(file, part(BYTES.length - 100_000, 100_000));
      assertEquals(1, requests() - before);
      read(file, part(BYTES.length - 200_000, 200_000)); // some of it is there
      assertEquals(2, requests() - before);
      read(file, part(0, 10));
      read(file, part(BYTES.length - 8, 8)); // given up
      assertEquals(4, requests() - before);
      read(file, part(BYTES.length - 200_000, 200_000)); // from then on data like any other
      assertEquals(5, requests() - before);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"CHANGED_ETAG"},
      mode = EnumSource.Mode.EXCLUDE)
  void whatPassesChangesNothing(Fault fault) throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    try (Arena arena = Arena.ofShared()) {
      InputFile file = open(arena);
      long faults = bucket.proxy().counters().faults();
      bucket.faults(
          Faults.builder().probability(fault, 0.3).stall(Duration.ofSeconds(5)).seed(1).build());
      for (int i = 0; i < 8; i++) {
        read(file, randomParts(random).toArray(FilePart[]::new));
      }
      assertTrue(bucket.proxy().counters().faults() > faults);
    }
  }

  @Test
  void fewFaultsCostFewRequests() throws Exception {
    SplittableRandom random = new SplittableRandom(5);
    try (Arena arena = Arena.ofShared()) {
      InputFile file = open(arena);
      long asked = 0;
      long before = requests();
      bucket.faults(
          Faults.builder()
              .probability(Fault.SLOW_DOWN, 1 / 96.)
              .probability(Fault.TRUNCATED_BODY, 1 / 96.)
              .probability(Fault.RESET_IN_BODY, 1 / 96.)
              .build());
      while (asked < 300) {
        FilePart small = part(random.nextInt(BYTES.length - (1 << 20)), 10_000);
        read(file, small);
        asked++;
      }
      Counters counters = bucket.proxy().counters();
      long made = counters.requests() - before;
      assertTrue(made > asked && made <= 1.10 * asked, () -> made + " requests for 300");
    }
  }

  @Test
  void anObjectThatWasReplacedIsNamed() throws Exception {
    try (Arena arena = Arena.ofShared()) {
      InputFile file = open(arena);
      read(file, part(0, 10));
      long before = requests();
      bucket.faults(Faults.builder().replaced(PATH).build());
      MalformedDataException error =
          assertThrows(MalformedDataException.class, () -> file.read(List.of(part(0, 10))));
      assertTrue(
          String.valueOf(error.getMessage()).contains(Bucket.uri("object")), error.getMessage());
      assertTrue(String.valueOf(error.getMessage()).contains("replaced"), error.getMessage());
      assertEquals(1, requests() - before);
    }
  }

  /// By a real write, which gives the object another tag.
  @Test
  void anObjectThatIsWrittenAnewIsNamed() throws Exception {
    bucket.put("other", new byte[300_000]);
    S3Storage storage = bucket.storage();
    StoredFile listed = storage.list(URI.create(Bucket.uri("other"))).getFirst();
    try (Arena arena = Arena.ofShared()) {
      InputFile file = storage.open(listed, arena);
      file.read(List.of(part(0, 10)));
      byte[] others = new byte[300_000];
      others[50] = 1;
      bucket.put("other", others);
      MalformedDataException error =
          assertThrows(MalformedDataException.class, () -> file.read(List.of(part(0, 10))));
      assertTrue(
          String.valueOf(error.getMessage()).contains(Bucket.uri("other")), error.getMessage());
    }
  }

  /// Its time stands for its version.
  @Test
  void anObjectWithoutATagIsRead() throws Exception {
    Path plain = folder.resolve(Bucket.NAME).resolve("plain"); // which the server has no tag for
    Files.write(plain, new byte[300_000]);
    S3Storage storage = bucket.storage();
    StoredFile listed = storage.list(URI.create(Bucket.uri("plain"))).getFirst();
    assertFalse(listed.version().startsWith("\""), listed.version());
    try (Arena arena = Arena.ofShared()) {
      InputFile file = storage.open(listed, arena);
      file.read(List.of(part(0, 10)));
      Files.setLastModifiedTime(plain, FileTime.fromMillis(1_000_000_000_000L));
      assertThrows(MalformedDataException.class, () -> file.read(List.of(part(0, 10))));
    }
  }

  @Test
  void bytesBehindTheEndAreRefused() throws Exception {
    try (Arena arena = Arena.ofShared()) {
      InputFile file = open(arena);
      long before = requests();
      for (FilePart wrong :
          List.of(part(BYTES.length - 1, 2), part(-1, 1), part(Long.MAX_VALUE, 1))) {
        assertThrows(MalformedDataException.class, () -> file.read(List.of(wrong)));
      }
      assertEquals(before, requests());
    }
  }

  @Test
  void aFileIsClosedWithItsArena() throws Exception {
    InputFile file;
    try (Arena arena = Arena.ofShared()) {
      file = open(arena);
    }
    assertThrows(IllegalStateException.class, () -> file.read(List.of(part(0, 1))));
  }

  /// While nothing comes.
  @Test
  void anInterruptEndsARead() throws Exception {
    try (Arena arena = Arena.ofShared()) {
      InputFile file = open(arena);
      bucket.faults(
          Faults.builder()
              .probability(Fault.STALLED_BODY, 1)
              .stall(Duration.ofSeconds(20))
              .build());
      FutureTask<Throwable> read =
          new FutureTask<>(() ->
              assertThrows(
                  InterruptedIOException.class,
                  () -> file.read(List.of(part(0, 12 << 20), part(15 << 20, 10)))));
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
