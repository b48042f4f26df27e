package io.zenith.djl;

import ai.djl.ndarray.NDManager;
import ai.djl.training.dataset.Batch;
import ai.djl.training.dataset.Dataset;
import ai.djl.util.Progress;
import io.zenith.DataLoader;
import io.zenith.TensorColumns;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/// A loader as a dataset of DJL: what `Trainer.iterateDataset` and `EasyTrain.fit` take.
///
/// ```java
/// ZenithDataset train = ZenithDataset.of(loader, features("image").shaped(1, 28, 28), label("label"));
/// for (Batch batch : trainer.iterateDataset(train)) {
///   EasyTrain.trainBatch(trainer, batch);
///   trainer.step();
///   batch.close();
/// }
/// ```
///
/// Each pass is the next epoch of the loader, so that it needs as many
/// [epochs][DataLoader.Builder#epochs(int)] as the training has, also if it is what a training is
/// validated with. A pass that is broken off is over: the next one begins with the next epoch. The
/// batches are [ZenithBatch]es, in the memory of the engine: close each.
///
/// The loader stays the caller's, who closes it. Its threads read ahead. Where the trainer has an
/// executor (`TrainingConfig.optExecutorService`), that makes the arrays of the next batch while
/// one is trained on, so that the training does not even wait for their copy: the loader is a batch
/// ahead then, and only [ZenithBatch#checkpoint()] says where the training is. One thread at a time
/// may iterate, and it meets the exceptions of the loader; batches may be used and closed by
/// another.
public final class ZenithDataset implements Dataset {
  private final DataLoader loader;
  private final BatchArrays features;
  private final BatchArrays labels;
  private final LoaderPlace place = new LoaderPlace();

  /// Those of the last epoch, if an executor makes them. Guarded by the place.
  private @Nullable BatchesAhead ahead;

  private ZenithDataset(DataLoader loader, BatchArrays features, BatchArrays labels) {
    this.loader = loader;
    this.features = features;
    this.labels = labels;
  }

  /// A dataset with the columns that a model takes and those that it is to give.
  ///
  /// @param loader which nobody else reads
  /// @throws IllegalArgumentException if the loader does not deliver these columns, or DJL has no
  ///   arrays of them
  public static ZenithDataset of(DataLoader loader, TensorColumns features, TensorColumns labels) {
    return new ZenithDataset(
        loader, BatchArrays.of(features, loader.schema()), BatchArrays.of(labels, loader.schema()));
  }

  /// A dataset without labels, for inference.
  ///
  /// @param loader which nobody else reads
  /// @throws IllegalArgumentException if the loader does not deliver these columns, or DJL has no
  ///   arrays of them
  public static ZenithDataset of(DataLoader loader, TensorColumns features) {
    return new ZenithDataset(loader, BatchArrays.of(features, loader.schema()), BatchArrays.NONE);
  }

  /// Has nothing to do: the loader is prepared when it is built. It is called for trainings that
  /// call it for any dataset.
  ///
  /// @param progress is told that it is done; may be null
  @Override
  public void prepare(@Nullable Progress progress) {
    if (progress != null) {
      progress.reset("Preparing", 1);
      progress.start(0);
      progress.end();
    }
  }

  /// The next epoch. It begins with the iterator.
  ///
  /// @param manager of whose sub-managers each batch has one
  @Override
  public Iterable<Batch> getData(NDManager manager) {
    return getData(manager, null);
  }

  /// The next epoch, as a trainer asks for it. It begins with the iterator.
  ///
  /// @param manager of whose sub-managers each batch has one
  /// @param executor makes the arrays of the next batch while one is trained on; may be null
  @Override
  public Iterable<Batch> getData(NDManager manager, @Nullable ExecutorService executor) {
    return () -> {
      synchronized (place) {
        if (ahead != null) {
          ahead.abandon();
          ahead = null;
        }
        place.leave();
        EpochBatches batches =
            new EpochBatches(
                loader.nextEpoch().iterator(),
                manager,
                features,
                labels,
                loader.knownSteps(),
                place);
        if (executor == null) {
          return batches;
        }
        ahead = new BatchesAhead(batches, place, executor);
        return ahead;
      }
    };
  }

  /// The columns.
  @Override
  public String toString() {
    return "ZenithDataset: " + features + " -> " + labels;
  }
}
