package io.zenith;

import io.zenith.internal.ByteSize;
import io.zenith.internal.layout.Frame;
import io.zenith.internal.layout.SchemaIndex;
import io.zenith.internal.pipeline.Budget;
import io.zenith.internal.pipeline.Closing;
import io.zenith.internal.pipeline.Meter;
import io.zenith.internal.pipeline.RankSteps;
import io.zenith.internal.pipeline.Resources;
import io.zenith.internal.pipeline.Scratch;
import io.zenith.internal.pipeline.StepPlace;
import io.zenith.internal.pipeline.Tasks;
import io.zenith.internal.proof.RunIdentity;
import io.zenith.internal.proof.TrailHeader;
import io.zenith.internal.proof.TrailWriter;
import io.zenith.schema.Schema;
import io.zenith.spi.LoaderListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Reads a dataset as batches, in order: the running thing, which owns the memory, the mappings and
/// the threads. Close it.
///
/// ```java
/// try (DataLoader loader = Dataset.open("train.arrow").loader(64).build()) {
///   for (Batch batch : loader) {
///     train(batch.floats("x"), batch.longs("label"));
///   }
/// }
/// ```
///
/// One thread at a time may take batches; it may change between steps if it is handed over safely.
/// [#close()] may be called by any thread at any time. Reading throws
/// [java.io.UncheckedIOException] if the storage fails,
/// [MalformedDataException][io.zenith.error.MalformedDataException] and
/// [UnsupportedDataException][io.zenith.error.UnsupportedDataException] for what stands in a file,
/// and [IllegalStateException] once the loader is closed. A thread that is interrupted while it
/// waits for data gets an `UncheckedIOException` around an [java.io.InterruptedIOException], and
/// keeps its interrupt flag. After an exception the loader delivers nothing more; only where the
/// wait for the first row of the next batch is interrupted, in `hasNext()` or `next()`, of a stream
/// or of rows that a filter finds as they are read, nothing is lost, and reading can go on.
public final class DataLoader implements Iterable<Batch>, AutoCloseable {
  final SchemaIndex index;
  final Frame frame;
  final int batchSize;

  /// Rows of a step, of all ranks.
  final long stepRows;

  final Received received;
  private final Plan plan;
  private final @Nullable TrailWriter trail;
  private final int epochs;
  private final int threads;
  private final long memoryBudget;
  private final Tasks tasks;
  final Budget budget;
  final Meter meter;
  private final Scratch scratch;
  final Supply supply;
  private @Nullable EpochReader reader;
  private @Nullable RunIdentity identity;
  private int nextEpoch;
  private volatile boolean closed;

  private DataLoader(LoaderOptions options, Plan plan) {
    this.batchSize = options.batchSize;
    this.epochs = options.epochs;
    this.threads = options.threads;
    this.memoryBudget = options.memoryBudget;
    this.index = new SchemaIndex(plan.schema());
    this.stepRows = options.globalBatch();
    this.plan = plan;
    this.trail = options.trail == null ? null : trail(options, options.trail);
    this.received = new Received(plan.fileRows(), plan.from(), trail);
    this.nextEpoch = plan.from().epoch();
    this.tasks = options.newTasks();
    this.budget = new Budget(tasks, options.memoryBudget, plan.grant(), plan.copies(), plan.kept());
    this.scratch = new Scratch(budget);
    this.frame = new Frame(scratch);
    this.meter = new Meter(System::nanoTime, options.listener);
    this.supply = plan.open(new Resources(tasks, budget, meter));
  }

  /// The columns of the batches.
  public Schema schema() {
    return index.schema;
  }

  /// How many rows a batch has, of this rank; the last of an epoch may have fewer.
  public int batchSize() {
    return batchSize;
  }

  /// Steps in an epoch: the batches it has. All ranks make the same number.
  ///
  /// Where a filter finds rows as they are read, once and in file order, the first call goes
  /// through the columns of the filter, as do [#expectedReceipt(int)] and [#explain(int, long)]:
  /// with threads of its own, and as much memory as the budget says again. It throws what
  /// [Builder#build()] throws for such a look.
  ///
  /// @throws IllegalStateException if the rows come as a stream: how many there are shows at its
  ///   end
  public long steps() {
    return rankSteps().count();
  }

  /// What [#steps()] says, if that is known without reading: for displays of progress. Empty for
  /// streams, and where a filter finds rows as they are read.
  public OptionalLong knownSteps() {
    return plan.knownSteps();
  }

  private RankSteps rankSteps() {
    return plan.steps()
        .orElseThrow(
            () -> new IllegalStateException("how many rows a stream has shows at its end only"));
  }

  /// A key that reads a column without looking up its name again.
  ///
  /// @throws IllegalArgumentException if there is no such column, or it is of another class
  public <C extends Column> ColumnKey<C> key(String name, Class<C> type) {
    return ColumnKey.of(index, name, type);
  }

  /// The batches of all epochs, one epoch after the other. A loader can be read once.
  ///
  /// @throws IllegalStateException if reading has begun already
  @Override
  public Iterator<Batch> iterator() {
    Iterator<Epoch> epochs = epochs().iterator();
    return new Iterator<>() {
      private Iterator<Batch> batches =
          epochs.hasNext() ? epochs.next().iterator() : Collections.emptyIterator();

      // Begins no epoch: that would release the batch that is still being looked at.
      @Override
      public boolean hasNext() {
        return batches.hasNext() || (epochs.hasNext() && steps() > 0);
      }

      @Override
      public Batch next() {
        if (!hasNext()) {
          throw new NoSuchElementException("all epochs are read");
        }
        if (!batches.hasNext()) {
          batches = epochs.next().iterator();
        }
        return batches.next();
      }
    };
  }

  /// The epochs, one after the other; what is left of one is skipped when the next begins.
  ///
  /// @throws IllegalStateException if reading has begun already
  public Iterable<Epoch> epochs() {
    if (nextEpoch > plan.from().epoch()) {
      throw new IllegalStateException("a loader can be read once; build another");
    }
    return () ->
        IntStream.range(plan.from().epoch(), epochs).mapToObj(n -> new Epoch(this, n)).iterator();
  }

  /// The first epoch that was not begun yet: for code that passes over its data from within, such
  /// as trainers of engines. One that could not begin stays the next.
  ///
  /// @throws IllegalStateException if all were read
  public synchronized Epoch nextEpoch() {
    if (nextEpoch >= epochs) {
      throw new IllegalStateException(
          "all epochs of the loader were read: build it with as many epochs(n) as the training"
              + " has, and after resume(checkpoint) begin with epoch checkpoint.epoch()");
    }
    return new Epoch(this, nextEpoch);
  }

  /// Begins an epoch.
  synchronized Iterator<Batch> start(int epoch) {
    requireOpen();
    if (epoch < nextEpoch) {
      throw new IllegalStateException(
          "epoch " + epoch + " was begun already: a loader can be read once; build another");
    }
    if (reader != null) {
      reader.requireSound();
    }
    meter.run(true);
    frame.begin(epoch);
    EpochReader next = begin(epoch);
    reader = next;
    nextEpoch = epoch + 1;
    return next;
  }

  private EpochReader begin(int epoch) {
    if (reader instanceof CountedEpochReader counted && counted.leadsTo(epoch)) {
      return counted.following();
    }
    if (reader != null) {
      reader.close();
      reader = null; // if the next one cannot begin, this one must not go on
    }
    StepPlace from = plan.from().epoch() == epoch ? plan.from() : new StepPlace(epoch, 0);
    return supply.begin(this, from, epochs - epoch);
  }

  /// Where the run is: the steps that were delivered are received, and the next one is the one to
  /// go on with. It means what was delivered, whatever was read ahead. For the thread that takes
  /// batches.
  ///
  /// Where a filter finds rows as they are read, this may wait until the next row is there, or the
  /// end: it throws as a wait for the next batch does if that is interrupted.
  ///
  /// @throws IllegalStateException if the rows come as a stream
  public Checkpoint checkpoint() {
    RunIdentity run = identity();
    boolean isFinished = reader instanceof UncountedEpochReader open && open.isFinished();
    StepPlace next = isFinished ? new StepPlace(nextEpoch, 0) : received.next();
    return new Checkpoint(run, next.epoch(), next.step(), received.receipt());
  }

  /// The proof of what was delivered since this loader was built: see [Receipt]. For the thread
  /// that takes batches.
  ///
  /// @throws IllegalStateException if the rows come as a stream
  public Receipt receipt() {
    identity();
    return received.receipt();
  }

  /// The receipt that all ranks together have of an epoch, computed without reading any data but
  /// what [#steps()] may have to look for.
  ///
  /// @param epoch from 0
  /// @throws IllegalStateException if the rows come as a stream
  public Receipt expectedReceipt(int epoch) {
    return plan.expectedReceipt(epoch);
  }

  /// Where the rows of a step are from that this rank takes, in the order of its batch: computed
  /// from the order, without reading any data but what [#steps()] may have to look for. It costs a
  /// pass over the splits, and what a list of the rows takes on the heap. Any thread may ask, at
  /// any time.
  ///
  /// @param epoch from 0
  /// @param step from 0
  /// @throws IndexOutOfBoundsException if there is no such step
  /// @throws IllegalStateException if the rows come as a stream
  public List<RowPlace> explain(int epoch, long step) {
    return plan.explain(epoch, step);
  }

  /// Who has waited for whom so far, in words and numbers. For the thread that takes batches; also
  /// once the loader is closed.
  public Report report() {
    StepPlace from = plan.from();
    return new Report(
        new Report.Extent(
            from.epoch() >= epochs,
            nextEpoch - from.epoch(),
            received.steps(),
            received.rows(),
            threads,
            plan.fetches(),
            budget.peak(),
            memoryBudget),
        meter);
  }

  private TrailWriter trail(LoaderOptions options, Path file) {
    StepPlace from = plan.from();
    TrailHeader header =
        new TrailHeader(
            identity(),
            options.shard.rank(),
            options.shard.worldSize(),
            from.epoch(),
            from.step(),
            plan.knownSteps().orElse(0));
    try {
      return options.resume().isPresent()
          ? TrailWriter.resume(file, header)
          : TrailWriter.create(file, header);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void closeTrail() {
    if (trail != null) {
      try {
        trail.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private synchronized RunIdentity identity() {
    RunIdentity known = identity;
    if (known == null) {
      known = plan.identity();
      identity = known;
    }
    return known;
  }

  /// Ends the life of the current batch, for the reader of the current epoch.
  int release(EpochReader caller, int epoch) {
    if (caller != reader) {
      throw new IllegalStateException("epoch " + epoch + " has ended: the loader reads another");
    }
    int generation = frame.release();
    // Afterwards, so that a close in the meantime is seen here or releases this generation as well.
    requireOpen();
    scratch.reset();
    return generation;
  }

  boolean isOpen() {
    return !closed;
  }

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the loader is closed");
    }
  }

  /// Releases the current batch, stops all threads, and frees memory and mappings. It returns when
  /// all of that is done; a thread that waits for a batch gets an [IllegalStateException]. More
  /// calls do nothing.
  ///
  /// It interrupts transforms, and returns within a second whatever they do. If one does not return
  /// by then, its thread, a daemon named `zenith-decode-0` or such (`zenith-read` in a stream),
  /// lives on, and what the threads share stays until then: memory of the loader, and mappings.
  /// That thread frees it as soon as the transform returns. The same goes for a storage, a format
  /// or a listener that does not return.
  ///
  /// @throws IllegalStateException if native code is at work on a segment of a batch: all else is
  ///   freed, and another call frees the rest
  /// @throws java.io.UncheckedIOException if a stream cannot be closed: all else is freed
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      frame.close();
    }
    meter.run(false);
    Closing.all(
        List.of(
            budget::stop,
            this::closeReader,
            () -> tasks.close(this::free),
            scratch::close,
            this::closeTrail,
            // A step that began before and ended after the first time has made its batch valid.
            frame::close));
  }

  /// Frees what tasks use.
  private void free() {
    Closing.all(List.of(supply::close, budget::close));
  }

  private synchronized void closeReader() {
    if (reader != null) {
      reader.close();
    }
  }

  /// Batch size, steps, epochs and columns, within 20 lines.
  @Override
  public String toString() {
    return "DataLoader: batches of "
        + batchSize
        + ", "
        + (plan.knownSteps().isPresent() ? plan.knownSteps().getAsLong() + " steps, " : "")
        + epochs
        + " epochs"
        + (closed ? ", closed" : "")
        + "\n"
        + index.schema;
  }

  /// The options of a loader. Each may be set once; whoever sets none gets one pass in file order.
  public static final class Builder {
    private final LoaderOptions options;

    Builder(Dataset dataset, int batchSize) {
      options = new LoaderOptions(dataset, batchSize);
    }

    /// How often to read the dataset. Default 1.
    public Builder epochs(int count) {
      options.epochs = LoaderOptions.atLeastOne(options.once("epochs"), count);
      return this;
    }

    /// Shuffles blocks of rows, and rows within windows: [Shuffle#windowed(long)].
    ///
    /// @param seed any number, 0 too
    public Builder shuffle(long seed) {
      return shuffle(Shuffle.windowed(seed));
    }

    /// How far to shuffle. Default [Shuffle#none()].
    public Builder shuffle(Shuffle kind) {
      options.once("shuffle");
      options.shuffle = Objects.requireNonNull(kind);
      return this;
    }

    /// How many rows are shuffled together, over all lanes. The default depends on the files and
    /// the filter only: the largest power of two whose part of the files is at most 16 MiB, at most
    /// 2^20, but at least four steps.
    public Builder window(long rows) {
      options.window = OptionalLong.of(LoaderOptions.atLeastOne(options.once("window"), rows));
      return this;
    }

    /// Delivers exactly these rows, in this order and in each epoch: for samplers of one's own. A
    /// row may come several times. Steps, ranks, checkpoints and receipts work as with any other
    /// order; [#shuffle(Shuffle)], [#window], [#lanes] and a filter do not go together with it. To
    /// resume, take the same rows again.
    ///
    /// Of files that give any row only these rows are read. Of others, all splits in which a step
    /// has rows are read as a whole, and have to be in memory together: let rows of a step be near
    /// each other.
    ///
    /// [#build()] throws [IllegalArgumentException] which names the row if one is not there.
    ///
    /// @param numbers of rows in the dataset, in file order, from 0. They are copied
    public Builder take(long... numbers) {
      options.once("take");
      options.taken = new TakenRows(numbers.clone());
      return this;
    }

    /// The part of each step that this process takes. Default all.
    public Builder shard(Shard part) {
      options.once("shard");
      options.shard = Objects.requireNonNull(part);
      return this;
    }

    /// Rows of a step over all ranks, of which a rank takes its part, whatever the batch size is.
    /// Default the batch size times the ranks. The same number gives the same steps to any number
    /// of ranks.
    public Builder globalBatch(long rows) {
      options.globalBatch =
          OptionalLong.of(LoaderOptions.atLeastOne(options.once("globalBatch"), rows));
      return this;
    }

    /// Into how many parts with an order of their own the rows are cut. A rank reads its own only,
    /// if the ranks divide the lanes and the lanes the rows of a step. Default 1 for one rank, else
    /// the smallest multiple of the ranks from 16 on that goes together with the batch size.
    public Builder lanes(int count) {
      options.lanes = OptionalInt.of(LoaderOptions.atLeastOne(options.once("lanes"), count));
      return this;
    }

    /// What becomes of rows that do not fill a step. Default [Remainder#KEEP] for one rank,
    /// [Remainder#DROP] for several.
    public Builder remainder(Remainder policy) {
      options.once("remainder");
      options.remainder = Objects.requireNonNull(policy);
      return this;
    }

    /// Goes on where a run was: with the step that comes next, in the same order. Shuffle, window,
    /// lanes, global batch and remainder are those of the checkpoint, whatever the batch size is;
    /// ranks, threads, memory and columns may be others. Epochs count from the beginning of the
    /// run: after its last one nothing is left to deliver. Receipts begin at zero.
    ///
    /// What was delivered is not read again, but for the windows in which the run was.
    ///
    /// [#build()] throws [IllegalArgumentException] if the dataset, or an option that is set, is
    /// not that of the checkpoint; the message names all that differs.
    public Builder resume(Checkpoint at) {
      options.once("resume");
      options.checkpoint = Objects.requireNonNull(at);
      return this;
    }

    /// Keeps a receipt of each step in a file, of which `zenith receipts` compares two: 16 bytes a
    /// step. A file that is there is replaced, or gone on with if the run is resumed.
    public Builder trail(Path file) {
      options.once("trail");
      options.trail = Objects.requireNonNull(file);
      return this;
    }

    /// Makes columns of others, row by row, such as [Normalize], [Cast], [OneHot], or a lambda.
    /// Transforms come after each other in the order in which they were added; the threads of the
    /// loader run them, ahead of whoever takes batches.
    ///
    /// [#build()] throws [IllegalArgumentException] if one does not go with the columns it gets.
    public Builder map(Transform transform) {
      options.transforms.eachRow(transform);
      return this;
    }

    /// As [#map(Transform)], with random numbers that depend on seed, epoch and row.
    public Builder randomMap(RandomTransform transform) {
      options.transforms.eachRowAtRandom(transform);
      return this;
    }

    /// As [#map(Transform)], for the rows of each batch together, and with random numbers that
    /// depend on seed, epoch and step. It comes after all transforms that act row by row. Not for
    /// streams.
    public Builder mapBatch(BatchTransform transform) {
      options.transforms.eachBatch(transform);
      return this;
    }

    /// Keeps what was read, and what the transforms have made that were added before, for the
    /// epochs that follow. Of these, each must have an [identity][Transform#identity()], and gets
    /// all rows that the filter keeps, also those of other ranks.
    public Builder cache(MemoryCache memory) {
      options.once("cache");
      options.cache = Objects.requireNonNull(memory);
      options.transforms.cacheHere();
      return this;
    }

    /// As [#cache(MemoryCache)], on a disk, for later runs and other processes as well. What is
    /// kept are the columns of splits, decoded, and what the transforms have made; of local files
    /// that are neither compressed nor transformed nothing, since they are there already.
    ///
    /// [#build()] throws [IllegalArgumentException] if the format cannot be kept, as that of files
    /// that are decrypted, or if the folder is none that a cache may have.
    public Builder cache(DiskCache disk) {
      options.once("cache");
      options.disk = Objects.requireNonNull(disk);
      options.transforms.cacheHere();
      return this;
    }

    /// Tells a listener at the end of each stage how long it took. Where a filter looks for rows
    /// before they are read, it tells of that as well: each split is decoded once.
    public Builder listener(LoaderListener told) {
      options.once("listener");
      options.listener = Objects.requireNonNull(told);
      return this;
    }

    /// How many threads decode and gather, where there is something to do for them. Default the
    /// number of processors.
    public Builder threads(int count) {
      options.threads = LoaderOptions.atLeastOne(options.once("threads"), count);
      return this;
    }

    /// How many splits may be on their way at a time, where there is something to fetch or decode,
    /// and how many groups of shuffled batches; more never break the memory budget. Default twice
    /// the number of processors; splits of a far storage are up to 64 while batches are waited for,
    /// and less again where they are not.
    public Builder prefetch(int splits) {
      options.prefetch = LoaderOptions.atLeastOne(options.once("prefetch"), splits);
      return this;
    }

    /// How much native memory the loader may take for fetched and decoded data and for batches it
    /// copies together. Default as much as the heap may grow to, by default a quarter of the
    /// machine or container. Mapped pages, footers, copies of batches and the heap are not counted.
    ///
    /// @param size such as `2 GiB`, `512 MiB` or a number of bytes
    /// @throws IllegalArgumentException if it is no size
    public Builder memoryBudget(String size) {
      options.once("memoryBudget");
      options.memoryBudget = ByteSize.parse(size);
      return this;
    }

    /// The loader. Reads all footers if that was not done yet. Unless a filter can find the rows as
    /// they are read, as [Dataset#filter(Filter)] says, it goes through the columns of the filter
    /// once; else it reads no rows.
    ///
    /// @throws java.io.UncheckedIOException if reading a footer, or a column of the filter, fails
    /// @throws io.zenith.error.MalformedDataException if a file is corrupt
    /// @throws io.zenith.error.UnsupportedDataException if columns of the files do not go together
    /// @throws IllegalArgumentException if the memory budget cannot hold the largest split, or an
    ///   option does not go together with a stream
    /// @throws IllegalStateException if the rows come as a stream, and another loader has them
    public DataLoader build() {
      return new DataLoader(options, options.plan());
    }

    /// Makes the loader run on others than threads, from how many of them may compute at a time.
    Builder tasks(IntFunction<Tasks> made) {
      options.tasks = made;
      return this;
    }

    /// What was set.
    LoaderOptions options() {
      return options;
    }

    /// The options and the dataset, within 20 lines.
    @Override
    public String toString() {
      return "DataLoader.Builder: " + options;
    }
  }
}
