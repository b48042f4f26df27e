package io.zenith.internal.pipeline;

import io.zenith.spi.LoaderListener;
import io.zenith.spi.Stage;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/// Times what a loader does: the one place from which its report, its listener and the Flight
/// Recorder have their figures. Safe for threads.
///
/// The clock is read for each split, group of steps and wait, and never for a batch.
public final class Meter {
  private static final boolean HAS_FLIGHT_RECORDER =
      ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private final LongSupplier clock;
  private final @Nullable LoaderListener listener;
  private final Map<Stage, Sum> sums = new EnumMap<>(Stage.class);
  private final Map<Ahead, Long> nanos = new EnumMap<>(Ahead.class);
  private final RequestMeter requests = new RequestMeter();
  private final StoreMeter store = new StoreMeter();
  private Ahead ahead = Ahead.READING;
  private boolean running;

  /// When what is going on now began to be counted.
  private long since;

  /// What becomes of reading ahead.
  public enum Ahead {
    /// It goes on, or has nothing left to do.
    READING,
    /// It pauses: the consumer has enough to take.
    ENOUGH,
    /// It pauses, and the consumer has nothing to take: memory is short.
    SHORT_OF_MEMORY
  }

  /// The figures of a stage.
  ///
  /// @param count how often it ended
  /// @param total how long that took together
  /// @param bytes how much memory it has filled
  /// @param p50 what half of the times do not exceed, to a sixteenth of it
  /// @param p99 what 99 % of them do not exceed
  public record Times(long count, Duration total, long bytes, Duration p50, Duration p99) {}

  private static final class Sum {
    private final TimeHistogram times = new TimeHistogram();
    private long count;
    private long nanos;
    private long bytes;
  }

  /// A meter that tells a listener what ends, if there is one.
  ///
  /// @param clock in nanoseconds
  public Meter(LongSupplier clock, @Nullable LoaderListener listener) {
    this.clock = clock;
    this.listener = listener;
    for (Stage stage : Stage.values()) {
      sums.put(stage, new Sum());
    }
    for (Ahead state : Ahead.values()) {
      nanos.put(state, 0L);
    }
  }

  /// A stage that is under way.
  final class Timing {
    private final Stage stage;
    private final long start;
    private final @Nullable FlightEvent event;

    private Timing(Stage stage) {
      this.stage = stage;
      this.event = isRecorded() ? FlightEvents.begin(stage) : null;
      this.start = clock.getAsLong();
    }

    /// Ends it. One that has failed is left as it is.
    ///
    /// @param what says in words what was worked on
    /// @throws RuntimeException of the listener
    void end(Object what, long bytes) {
      long took = clock.getAsLong() - start;
      if (event != null) {
        event.end(what, bytes);
      }
      add(stage, took, bytes);
      if (listener != null) {
        listener.ended(stage, what.toString(), bytes, took);
      }
    }
  }

  /// The first event takes a tenth of a second or more, so there are none unless someone has begun
  /// to use the recorder in this JVM.
  private static boolean isRecorded() {
    return HAS_FLIGHT_RECORDER && FlightRecorder.isInitialized();
  }

  /// Counts requests, once a storage tells it.
  public RequestMeter requests() {
    return requests;
  }

  /// Counts what the store has, where there is one.
  public StoreMeter store() {
    return store;
  }

  /// What was fetched up to now.
  synchronized Fetched fetched() {
    return new Fetched(sum(Stage.FETCH).bytes, clock.getAsLong());
  }

  /// Begins to time a stage.
  Timing begin(Stage stage) {
    return new Timing(stage);
  }

  private synchronized void add(Stage stage, long took, long bytes) {
    Sum sum = sum(stage);
    sum.times.add(took);
    sum.count++;
    sum.nanos += took;
    sum.bytes += bytes;
  }

  private Sum sum(Stage stage) {
    return Objects.requireNonNull(sums.get(stage));
  }

  /// Reading ahead goes on, or pauses.
  synchronized void ahead(Ahead next) {
    if (next != ahead) {
      count();
      ahead = next;
    }
  }

  /// The consumer begins or ends an epoch: only what happens in between is counted.
  public synchronized void run(boolean runs) {
    if (runs != running) {
      count();
      running = runs;
    }
  }

  private void count() {
    long now = clock.getAsLong();
    if (running) {
      nanos.merge(ahead, now - since, Long::sum);
    }
    since = now;
  }

  /// How long reading ahead was in a state while an epoch was read.
  public synchronized Duration time(Ahead state) {
    count();
    return Duration.ofNanos(Objects.requireNonNull(nanos.get(state)));
  }

  /// How long epochs were read.
  public synchronized Duration time() {
    count();
    return Duration.ofNanos(nanos.values().stream().mapToLong(Long::longValue).sum());
  }

  /// The figures of a stage so far.
  public synchronized Times times(Stage stage) {
    Sum sum = sum(stage);
    return new Times(
        sum.count,
        Duration.ofNanos(sum.nanos),
        sum.bytes,
        Duration.ofNanos(sum.times.percentile(.50)),
        Duration.ofNanos(sum.times.percentile(.99)));
  }
}
