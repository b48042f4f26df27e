package io.zenith;

import io.zenith.internal.filter.BoundFilter;
import io.zenith.internal.pipeline.RankSteps;
import io.zenith.internal.pipeline.Resources;
import io.zenith.internal.pipeline.StepPlace;
import io.zenith.internal.pipeline.StreamFeed;
import io.zenith.internal.proof.FileRows;
import io.zenith.internal.proof.RunIdentity;
import io.zenith.internal.rows.Chunk;
import io.zenith.internal.rows.FileColumns;
import io.zenith.schema.Schema;
import io.zenith.spi.BatchStream;
import io.zenith.spi.Projection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/// Rows that come once, for one loader.
final class StreamOrigin implements Origin {
  private final BatchStream stream;
  private final Schema schema;
  private final AtomicBoolean taken = new AtomicBoolean();

  StreamOrigin(BatchStream stream) {
    this.stream = stream;
    this.schema = stream.schema();
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public Schema known() {
    return schema;
  }

  @Override
  public OptionalLong rows() {
    return OptionalLong.empty();
  }

  @Override
  public Plan plan(List<Projection> columns, LoaderOptions options) {
    if (options.epochs() > 1) {
      throw new IllegalArgumentException(
          "epochs " + options.epochs() + ": the rows of " + stream + " come once");
    }
    options
        .firstSet(
            "shuffle",
            "shard",
            "globalBatch",
            "lanes",
            "window",
            "take",
            "resume",
            "trail",
            "cache")
        .ifPresent(set -> {
          throw new IllegalArgumentException(set + ": the rows of " + stream + " come once");
        });
    if (options.transforms.haveBatches()) {
      throw new IllegalArgumentException(
          "mapBatch: how the rows of "
              + stream
              + " are cut into batches shows after they are read");
    }
    if (options.remainder() != Remainder.KEEP) {
      throw new IllegalArgumentException(
          "remainder "
              + options.remainder()
              + ": which batch of "
              + stream
              + " is the last shows at its end only");
    }
    Transforms transforms =
        options.transforms.afterCache(options.schema(), 0, row -> stream + ", row " + row);
    Optional<BoundFilter> filter = options.filter().map(keep -> keep.bind(schema));
    return new StreamPlan(columns, filter, transforms, options.prefetch());
  }

  /// All rows, once.
  private final class StreamPlan implements Plan {
    private final List<Projection> columns;
    private final int selected;
    private final Optional<BoundFilter> filter;
    private final Transforms transforms;
    private final int prefetch;

    private StreamPlan(
        List<Projection> columns,
        Optional<BoundFilter> filter,
        Transforms transforms,
        int prefetch) {
      this.columns = filter.map(keep -> keep.besides(columns)).orElse(columns);
      this.selected = columns.size();
      this.filter = filter;
      this.transforms = transforms;
      this.prefetch = prefetch;
    }

    @Override
    public Schema schema() {
      return transforms.schema();
    }

    @Override
    public Optional<RankSteps> steps() {
      return Optional.empty();
    }

    @Override
    public OptionalLong knownSteps() {
      return OptionalLong.empty();
    }

    @Override
    public StepPlace from() {
      return new StepPlace(0, 0);
    }

    @Override
    public RunIdentity identity() {
      throw noProof();
    }

    @Override
    public Receipt expectedReceipt(int epoch) {
      throw noProof();
    }

    @Override
    public List<RowPlace> explain(int epoch, long step) {
      throw new IllegalStateException(
          "where the rows of " + stream + " are from is not known before they come");
    }

    private IllegalStateException noProof() {
      return new IllegalStateException(
          "nobody can go on in the midst of " + stream + ": it has no checkpoint and no receipt");
    }

    @Override
    public FileRows fileRows() {
      return new FileRows(new long[1]);
    }

    @Override
    public long grant() {
      return 1;
    }

    @Override
    public long copies() {
      return 0;
    }

    @Override
    public long kept() {
      return 0;
    }

    @Override
    public int fetches() {
      return 1;
    }

    @Override
    public Supply open(Resources with) {
      if (!taken.compareAndSet(false, true)) {
        throw new IllegalStateException(
            "the rows of " + stream + " come once, and another loader has them");
      }
      StreamChunks chunks =
          new StreamChunks(
              FileColumns.of(schema, schema, columns),
              selected,
              filter,
              transforms.calledBy(with.tasks()::call));
      return new Supply() {
        @Override
        public EpochReader begin(DataLoader loader, StepPlace from, int epochs) {
          return new UncountedEpochReader(
              loader,
              new StreamFeed<>(stream, columns, chunks::binder, Chunk::rows, with, prefetch),
              from.epoch());
        }

        @Override
        public int users() {
          return 0;
        }

        @Override
        public void close() {
          stream.close();
        }
      };
    }
  }

  /// What the stream calls itself.
  @Override
  public String toString() {
    return stream.toString();
  }
}
