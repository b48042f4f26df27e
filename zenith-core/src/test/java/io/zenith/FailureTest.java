package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.error.MalformedDataException;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFile.Point;
import io.zenith.testkit.MemFile.Probe;
import io.zenith.testkit.MemFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What fails on the way comes out at the step that needs it, with its first cause, and ends the
/// reading.
class FailureTest {
  private static final int ROWS = 4;
  private static final int BATCH = 3;

  /// Three splits in one file, two in the other.
  private static MemFile[] files(boolean decoding) {
    return new MemFile[] {
      Ids.file("a.mem", decoding, 0, ROWS, ROWS, ROWS),
      Ids.file("b.mem", decoding, 3L * ROWS, ROWS, ROWS)
    };
  }

  /// Reads to the failure, and goes on after it.
  ///
  /// @return what was thrown
  private static Throwable readToFailure(MemFile[] files, Probe[] probes, int failingSplit)
      throws Exception {
    Throwable failure;
    try (MemFolder folder = MemFolder.of(files);
        DataLoader loader =
            (failingSplit % 2 == 0 ? folder.open() : folder.openNear())
                .loader(BATCH)
                .epochs(2)
                .prefetch(3)
                .build()) {
      for (int i = 0; i < files.length; i++) {
        files[i].probe(probes[i]);
      }
      Iterator<Batch> batches = loader.iterator();
      for (int step = 0; step < failingSplit * ROWS / BATCH; step++) {
        Ids.check(batches.next());
      }
      failure = assertThrows(Throwable.class, batches::next);
      for (int again = 0; again < 3; again++) {
        assertTrue(batches.hasNext());
        IllegalStateException ended = assertThrows(IllegalStateException.class, batches::next);
        assertEquals(
            "reading failed at step " + failingSplit * ROWS / BATCH + "; build a new loader",
            ended.getMessage());
        assertSame(failure, ended.getCause());
      }
    }
    for (MemFile file : files) {
      assertEquals(0, file.openSources(), "open sources of " + file);
      assertEquals(0, file.openIterators(), "open reads of " + file);
    }
    return failure;
  }

  private static Probe failing(Point where, int split, Throwable failure) {
    return (point, number) -> {
      if (point == where && (number == split || number < 0)) {
        throwIt(failure);
      }
    };
  }

  private static void throwIt(Throwable failure) throws IOException {
    switch (failure) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw (Error) failure;
    }
  }

  @Test
  void aFailureAnywhereComesOutAtTheStepThatNeedsItsRows() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      for (Point point : List.of(Point.READ, Point.ADVANCE, Point.CLOSE)) {
        for (int split = 0; split < 5; split++) {
          MalformedDataException failure = new MalformedDataException("here", "a", "b");
          Probe[] probes = {(_, _) -> {}, (_, _) -> {}};
          probes[split / 3] = failing(point, split % 3, failure);
          assertSame(failure, readToFailure(files(decoding), probes, split));
        }
      }
    }
  }

  @Test
  void aFileThatCannotBeOpenedFailsWhereItsRowsBegin() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      IOException failure = new IOException("gone");
      Probe[] probes = {(_, _) -> {}, failing(Point.OPEN, -1, failure)};
      Throwable thrown = readToFailure(files(decoding), probes, 3);
      assertEquals(UncheckedIOException.class, thrown.getClass());
      assertSame(failure, thrown.getCause());
    }
  }

  @Test
  void failuresOfEveryKindComeOutAsTheyAre() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      for (Throwable failure :
          List.of(
              new IllegalArgumentException("a bug"),
              new OutOfMemoryError("not really"),
              new StackOverflowError(),
              new AssertionError("a bug"))) {
        Probe[] probes = {failing(Point.ADVANCE, 1, failure), (_, _) -> {}};
        assertSame(failure, readToFailure(files(decoding), probes, 1));
      }
    }
  }

  @Test
  void theFailureOfTheFirstSplitInOrderWinsWhateverFailsFirst() throws Exception {
    IllegalStateException first = new IllegalStateException("first in order");
    IllegalStateException early = new IllegalStateException("first in time");
    Probe slow =
        (point, split) -> {
          if (point == Point.ADVANCE && split == 1) {
            sleep(30);
            throw first;
          }
        };
    Probe[] probes = {slow, failing(Point.READ, 0, early)};
    assertSame(first, readToFailure(files(true), probes, 1));
  }

  private static void sleep(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aBatchThatWasDeliveredBeforeTheFailureStaysReadable() throws Exception {
    MemFile[] files = files(true);
    try (MemFolder folder = MemFolder.of(files);
        DataLoader loader = folder.open().loader(ROWS).build()) {
      files[0].probe(failing(Point.READ, 1, new IllegalStateException("no")));
      Iterator<Batch> batches = loader.iterator();
      Batch first = batches.next();
      Thread.sleep(20);
      Ids.check(first);
      assertThrows(IllegalStateException.class, batches::next);
      assertThrows(IllegalStateException.class, () -> first.longs("id"), "not released");
    }
  }

  @Test
  void aSourceThatFailsToCloseKeepsNothingElseOpen() throws Exception {
    for (boolean decoding : List.of(true, false)) {
      MemFile[] files = files(decoding);
      IllegalStateException first = new IllegalStateException("a.mem");
      IllegalStateException second = new IllegalStateException("b.mem");
      try (MemFolder folder = MemFolder.of(files)) {
        DataLoader loader = folder.open().loader(BATCH).build();
        loader.forEach(Ids::check);
        files[0].probe(failing(Point.RELEASE, -1, first));
        files[1].probe(failing(Point.RELEASE, -1, second));
        assertSame(first, assertThrows(IllegalStateException.class, loader::close));
        assertEquals(List.of(second), List.of(first.getSuppressed()));
        loader.close();
      }
    }
  }

  /// The words are the JVM's, for code it has compiled and for other code.
  @Test
  void aFileThatIsCutWhileItIsDecodedIsNamed() throws Exception {
    for (String words :
        List.of(
            "a fault occurred in an unsafe memory access operation",
            "a fault occurred in a recent unsafe memory access operation in compiled Java code")) {
      RuntimeException cut = decodingError(new InternalError(words), MalformedDataException.class);
      assertTrue(cut.getMessage().startsWith("a.mem, split 1: found the mapped file"), words);
    }
    Error other = new InternalError("out of registers");
    assertEquals(other, decodingError(other, InternalError.class));
  }

  private static <T extends Throwable> T decodingError(Error error, Class<T> expected)
      throws Exception {
    MemFile file = Ids.file("a.mem", true, 0, 4, 4);
    file.probe((point, split) -> {
      if (point == Point.ADVANCE && split == 1) {
        throw error;
      }
    });
    try (MemFolder folder = MemFolder.of(file);
        DataLoader loader = folder.open().loader(4).build()) {
      Iterator<Batch> batches = loader.iterator();
      Ids.check(batches.next());
      return assertThrows(expected, batches::next);
    }
  }
}
