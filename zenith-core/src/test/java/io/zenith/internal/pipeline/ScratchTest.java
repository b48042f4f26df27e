package io.zenith.internal.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Property;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ScratchTest {
  private final Budget budget = new Budget(new ThreadTasks(1), 1 << 24, 0);

  @Test
  void piecesOfOneStepNeverOverlapAndAreAligned() {
    Property.check(
        200,
        (random, _) -> {
          try (Scratch scratch = new Scratch(new Budget(new ThreadTasks(1), 1 << 30, 0))) {
            for (int step = 0; step < 3; step++) {
              List<MemorySegment> pieces = new ArrayList<>();
              for (int i = 0; i < 20; i++) {
                long size = random.nextLong(1 + (100L << random.nextInt(12)));
                MemorySegment piece = scratch.allocate(size, 64);
                assertEquals(size, piece.byteSize());
                assertEquals(0, piece.address() % 64);
                piece.fill((byte) i);
                pieces.add(piece);
              }
              for (int i = 0; i < pieces.size(); i++) {
                MemorySegment piece = pieces.get(i);
                for (long at = 0; at < piece.byteSize(); at += 61) {
                  assertEquals((byte) i, piece.get(ValueLayout.JAVA_BYTE, at));
                }
              }
              scratch.reset();
            }
          }
        });
  }

  @Test
  void stepsOfOneSizeSettleOnOneSlab() {
    try (Scratch scratch = new Scratch(budget)) {
      for (int step = 0; step < 100; step++) {
        for (int piece = 0; piece < 10; piece++) {
          scratch.allocate(50_000, 64);
        }
        scratch.reset();
        if (step > 1) {
          assertEquals(1, Ledger.open().size(), "slabs after step " + step);
        }
      }
      assertTrue(budget.peak() <= 4 * 500_000, () -> "peak " + budget.peak());
    }
  }

  @Test
  void whatAStepHasOutgrownIsGivenBackToTheBudget() {
    Budget small = new Budget(new ThreadTasks(1), 512 << 10, 0);
    try (Scratch scratch = new Scratch(small)) {
      for (long bytes : new long[] {60_000, 100_000, 200_000}) {
        scratch.allocate(bytes, 64);
        scratch.reset();
      }
      small.charge(256 << 10);
      assertThrows(IllegalStateException.class, () -> small.charge(1));
    }
  }

  /// The writer is at work on the memory, since a pipe holds less.
  @Test
  void whatNativeCodeHoldsIsGivenBackByALaterStep() throws Exception {
    Budget small = new Budget(new ThreadTasks(1), 1 << 20, 0);
    try (Scratch scratch = new Scratch(small)) {
      ByteBuffer held = scratch.allocate(200_000, 64).asByteBuffer();
      scratch.allocate(300_000, 64);
      Pipe pipe = Pipe.open();
      CompletableFuture<Integer> writer =
          CompletableFuture.supplyAsync(() -> {
            try (Pipe.SinkChannel sink = pipe.sink()) {
              return sink.write(held);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      ByteBuffer read = ByteBuffer.allocate(1 << 10);
      pipe.source().read(read);
      assertThrows(IllegalStateException.class, scratch::reset);
      assertThrows(IllegalStateException.class, () -> small.charge(512 << 10));
      while (pipe.source().read(read.clear()) >= 0) {}
      pipe.source().close();
      assertEquals(200_000, writer.get(30, TimeUnit.SECONDS));
      scratch.allocate(8, 8);
      scratch.reset();
      small.charge(512 << 10);
    }
  }

  @Test
  void whoReadsAfterTheStepSeesPoison() {
    try (Scratch scratch = new Scratch(budget)) {
      MemorySegment piece = scratch.allocate(8, 8);
      piece.set(ValueLayout.JAVA_LONG, 0, 42);
      scratch.reset();
      assertEquals(0xA5A5A5A5A5A5A5A5L, piece.get(ValueLayout.JAVA_LONG, 0));
    }
  }

  @Test
  void moreThanTheBudgetIsRefusedAndLeavesTheRest() {
    try (Scratch scratch = new Scratch(new Budget(new ThreadTasks(1), 1 << 17, 0))) {
      MemorySegment first = scratch.allocate(1000, 64);
      assertThrows(IllegalStateException.class, () -> scratch.allocate(1 << 20, 64));
      first.set(ValueLayout.JAVA_LONG, 0, 42);
      assertEquals(42, first.get(ValueLayout.JAVA_LONG, 0));
      scratch.allocate(1000, 64);
    }
  }

  @Test
  void aClosedOneGivesNothing() {
    Scratch scratch = new Scratch(budget);
    MemorySegment piece = scratch.allocate(8, 8);
    scratch.close();
    scratch.close();
    assertThrows(IllegalStateException.class, () -> piece.get(ValueLayout.JAVA_LONG, 0));
    assertThrows(IllegalStateException.class, () -> scratch.allocate(8, 8));
    scratch.reset();
  }
}
