package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.pipeline.Meter;
import io.zenith.internal.pipeline.MeterClock;
import io.zenith.spi.Request;
import io.zenith.spi.Stage;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.MemStream;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A report has the right numbers, and draws the right conclusion from them.
class ReportTest {
  /// A second in which stages took so many milliseconds, on 4 threads and with a prefetch of 8.
  private static Report report(int wait, int shortOfMemory, int fetch, int decode, int gather) {
    return report(wait, shortOfMemory, fetch, decode, gather, 8);
  }

  private static Report report(
      int wait, int shortOfMemory, int fetch, int decode, int gather, int fetches) {
    MeterClock clock = new MeterClock();
    Meter meter = clock.meter();
    meter.run(true);
    clock.shortOfMemory(shortOfMemory);
    clock.elapse(1000 - shortOfMemory);
    meter.run(false);
    clock.add(Stage.WAIT, wait);
    clock.add(Stage.FETCH, fetch);
    clock.add(Stage.DECODE, decode);
    clock.add(Stage.GATHER, gather);
    Report.Extent extent = new Report.Extent(false, 1, 10, 640, 4, fetches, 3 << 20, 1 << 30);
    return new Report(extent, meter);
  }

  @Test
  void theVerdictNamesTheSlowStage() {
    String waited = "The consumer waited 40.0 % of the time.";
    assertEquals("The consumer never waited.", report(0, 0, 0, 0, 0).verdict());
    assertEquals(
        "The consumer waited 2.0 % of the time: reading keeps up.",
        report(20, 900, 8000, 4000, 0).verdict());
    assertEquals(
        waited + " Memory was short meanwhile: a larger memoryBudget helps.",
        report(400, 300, 100, 3900, 0).verdict());
    assertEquals(
        waited + " Fetching is the slowest stage: a larger prefetch fetches more at a time.",
        report(400, 10, 7800, 2000, 1000).verdict());
    assertEquals(
        waited + " Decoding is the slowest stage: more threads help where processors are free.",
        report(400, 0, 100, 2900, 1000).verdict());
    assertEquals(
        waited + " Gathering is the slowest stage: more threads help where processors are free.",
        report(400, 0, 100, 1000, 2900).verdict());
    assertEquals(
        waited + " The stream is slower than the consumer.", report(400, 0, 900, 0, 0).verdict());
    assertEquals(
        waited + " No stage was busy all the time: a larger prefetch may help.",
        report(400, 0, 3000, 1900, 0).verdict());
  }

  @Test
  void ofLocalFilesFetchingIsWorkOfTheThreads() {
    String waited = "The consumer waited 40.0 % of the time.";
    String threads = " is the slowest stage: more threads help where processors are free.";
    assertEquals(waited + " Fetching" + threads, report(400, 0, 1500, 500, 500, 0).verdict());
    assertEquals(waited + " Gathering" + threads, report(400, 0, 500, 500, 1500, 0).verdict());
    assertEquals(
        waited + " No stage was busy all the time: a larger prefetch may help.",
        report(400, 0, 500, 500, 900, 0).verdict());
  }

  @Test
  void requestsAreCountedByKind() {
    Meter meter = new MeterClock().meter();
    meter.requests().made(new Request(Request.Kind.RANGE, 1 << 20, 2_000_000, false, false));
    meter.requests().made(new Request(Request.Kind.RANGE, 10, 1_000_000, false, true));
    meter.requests().made(new Request(Request.Kind.RANGE, 1 << 20, 3_000_000, true, false));
    Report report = new Report(new Report.Extent(false, 1, 10, 640, 4, 8, 3 << 20, 1 << 30), meter);
    assertEquals(1, report.requests().size());
    Report.RequestTimes ranges = report.requests().getFirst();
    assertEquals(Request.Kind.RANGE, ranges.kind());
    assertEquals(
        List.of(3L, 1L, 1L, (2L << 20) + 10),
        List.of(ranges.count(), ranges.retries(), ranges.failures(), ranges.bytes()));
    assertTrue(
        report.toString().contains("\nrange     3 requests, 1 of them again, 2.0 MiB; p50 "));
    assertEquals(List.of(), report(0, 0, 0, 0, 0).requests());
  }

  @Test
  void itIsReadable() {
    assertEquals(
        """
        10 steps, 640 rows of 1 epoch in 1.0 s
        The consumer waited 40.0 % of the time. Decoding is the slowest stage: more threads help\
         where processors are free.
        fetch     1 time, 100.0 ms, 64 bytes; p50 96.5 ms, p99 96.5 ms
        decode    1 time, 2.9 s, 64 bytes; p50 2.8 s, p99 2.8 s
        gather    1 time, 1.0 s, 64 bytes; p50 973.1 ms, p99 973.1 ms
        wait      1 time, 400.0 ms, 40.0 % of the time; p50 385.9 ms, p99 385.9 ms
        ahead     0.0 % of the time enough was read ahead, 5.0 % memory was short
        memory    3.0 MiB at most, of 1.0 GiB\
        """,
        report(400, 50, 100, 2900, 1000).toString());
  }

  @Test
  void ofDecodedFilesItHasAllNumbers() throws Exception {
    try (MemFolder files = MemFolder.of(Ids.file("a.mem", true, 0, 10, 20, 30))) {
      Report report;
      try (DataLoader loader =
          files.open().loader(7).epochs(2).shuffle(5).cache(MemoryCache.none()).build()) {
        assertEquals("Nothing was delivered yet.", loader.report().verdict());
        loader.forEach(Ids::check);
        report = loader.report();
        assertEquals(report.toString(), loader.report().toString());
      }
      assertEquals(18, report.steps());
      assertEquals(120, report.rows());
      assertTrue(report.elapsed().compareTo(Duration.ZERO) > 0);
      assertEquals(6, report.stage(Stage.FETCH).count());
      assertEquals(6, report.stage(Stage.DECODE).count());
      assertEquals(2 * 60 * 8, report.stage(Stage.DECODE).bytes());
      assertTrue(report.stage(Stage.GATHER).count() >= 2);
      assertTrue(report.peakBytes() > 0);
      assertTrue(report.toString().lines().count() <= 20);
      assertEquals(
          List.of(Stage.values()), report.stages().stream().map(Report.StageTimes::stage).toList());
    }
  }

  @Test
  void viewsAreNeverWaitedFor() throws Exception {
    try (MemFolder files = MemFolder.of(Ids.file("a.mem", false, 0, 10, 20));
        DataLoader loader = files.open().loader(7).build()) {
      Iterator<Batch> batches = loader.iterator();
      batches.next();
      assertEquals(1, loader.report().steps());
      batches.next();
      assertEquals(14, loader.report().rows());
      assertEquals("The consumer never waited.", loader.report().verdict());
      assertEquals(0, loader.report().waitedShare());
      assertTrue(loader.report().elapsed().compareTo(Duration.ZERO) > 0);
    }
  }

  @Test
  void aStreamIsReportedToo() {
    MemStream stream = new MemStream(Ids.SCHEMA, List.of(Ids.batch(0, 4), Ids.batch(4, 3)));
    try (DataLoader loader = Dataset.of(stream).loader(2).build()) {
      loader.forEach(Ids::check);
      assertEquals(4, loader.report().steps());
      assertEquals(7, loader.report().rows());
      assertEquals(2, loader.report().stage(Stage.FETCH).count());
      Duration elapsed = loader.report().elapsed();
      assertEquals(elapsed, loader.report().elapsed(), "time goes on after the end");
    }
  }

  @Test
  void aFinishedRunSaysThatNothingWasLeft() throws Exception {
    try (MemFolder files = MemFolder.of(Ids.file("a.mem", false, 0, 5))) {
      Checkpoint end;
      try (DataLoader loader = files.open().loader(2).build()) {
        loader.forEach(Ids::check);
        end = loader.checkpoint();
      }
      try (DataLoader loader = files.open().loader(2).resume(end).build()) {
        loader.forEach(Ids::check);
        assertEquals(
            "The run was finished when it was resumed: nothing was left to deliver.",
            loader.report().verdict());
        assertEquals(0, loader.report().steps());
      }
    }
  }
}
