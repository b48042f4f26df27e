package io.zenith.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// How often something is tried.
class RetriesTest {
  private final Retries retries = new Retries(Duration.ofSeconds(60));
  private final AtomicInteger attempts = new AtomicInteger();

  private static TransientException busy() {
    return new TransientException("busy");
  }

  @Test
  void whatPassesIsTriedAgain() throws Exception {
    String result =
        retries.run(_ -> {
          if (attempts.incrementAndGet() < 4) {
            throw busy();
          }
          return "done";
        });
    assertEquals("done", result);
    assertEquals(4, attempts.get());
  }

  @Test
  void whatDoesNotPassIsTriedOnce() {
    IOException denied = new IOException("denied");
    IOException thrown =
        assertThrows(
            IOException.class,
            () ->
                retries.run(_ -> {
                  attempts.incrementAndGet();
                  throw denied;
                }));
    assertSame(denied, thrown);
    assertEquals(1, attempts.get());
  }

  @Test
  void patienceEnds() {
    Retries hasty = new Retries(Duration.ofMillis(100));
    IOException thrown =
        assertThrows(
            IOException.class,
            () ->
                hasty.run(_ -> {
                  attempts.incrementAndGet();
                  throw busy();
                }));
    assertTrue(
        String.valueOf(thrown.getMessage()).startsWith("busy (after " + attempts + " attempts in "),
        thrown.getMessage());
    assertTrue(attempts.get() > 1);
  }

  @Test
  void whereNobodyAnswersPatienceIsShort() {
    long begun = System.nanoTime();
    assertThrows(
        IOException.class,
        () ->
            retries.run(_ -> {
              attempts.incrementAndGet();
              throw new TransientException("refused", new ConnectException(), true);
            }));
    assertEquals(5, attempts.get());
    assertTrue(System.nanoTime() - begun < 5_000_000_000L);
  }

  /// Of a store that is down, however many ask.
  @Test
  void theBudgetOfAllIsBounded() throws Exception {
    Thread[] threads = new Thread[400];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          Thread.startVirtualThread(() ->
              assertThrows(
                  IOException.class,
                  () ->
                      retries.run(_ -> {
                        attempts.incrementAndGet();
                        throw busy();
                      })));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(400 + 250, attempts.get());
    IOException last =
        assertThrows(
            IOException.class,
            () ->
                retries.run(_ -> {
                  throw busy();
                }));
    assertTrue(
        String.valueOf(last.getMessage()).contains("more than a third of all requests"),
        last.getMessage());
    // What succeeds fills it again.
    retries.run(_ -> "fine");
    retries.run(_ -> "fine");
    attempts.set(0);
    assertEquals(
        "again",
        retries.run(_ -> {
          if (attempts.incrementAndGet() == 1) {
            throw busy();
          }
          return "again";
        }));
  }

  @Test
  void anInterruptEndsTheWait() {
    Thread.currentThread().interrupt();
    assertThrows(
        InterruptedIOException.class,
        () ->
            retries.run(_ -> {
              throw busy();
            }));
    assertTrue(Thread.interrupted());
    assertFalse(Thread.interrupted());
  }
}
