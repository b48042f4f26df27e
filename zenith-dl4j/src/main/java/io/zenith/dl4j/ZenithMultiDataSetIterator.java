package io.zenith.dl4j;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.TensorColumns;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.dataset.api.MultiDataSet;
import org.nd4j.linalg.dataset.api.MultiDataSetPreProcessor;
import org.nd4j.linalg.dataset.api.iterator.MultiDataSetIterator;

/// A loader as an iterator of Deeplearning4j, for graphs of several inputs or outputs: as
/// [ZenithDataSetIterator] otherwise.
///
/// ```java
/// TensorColumns inputs = features("image").and(features("age").shaped(1));
/// graph.fit(ZenithMultiDataSetIterator.of(loader, inputs, label("label")), 5);
/// ```
public final class ZenithMultiDataSetIterator implements MultiDataSetIterator {
  private static final long serialVersionUID = 1;

  private final transient EpochBatches batches;
  private final transient List<ColumnArray> features;
  private final transient List<ColumnArray> labels;
  private transient @Nullable MultiDataSetPreProcessor preProcessor;

  private ZenithMultiDataSetIterator(
      DataLoader loader, List<ColumnArray> features, List<ColumnArray> labels) {
    this.batches = new EpochBatches(loader);
    this.features = features;
    this.labels = labels;
  }

  /// An iterator over what a graph takes and what it is to give.
  ///
  /// @param loader which nobody else reads
  /// @param features a tensor for each input, in order
  /// @param labels a tensor for each output, in order
  /// @throws IllegalArgumentException if the loader does not deliver these columns, or one holds no
  ///   numbers, or one number a row
  public static ZenithMultiDataSetIterator of(
      DataLoader loader, TensorColumns features, TensorColumns labels) {
    return new ZenithMultiDataSetIterator(
        loader, ColumnArray.of(features, loader.schema()), ColumnArray.of(labels, loader.schema()));
  }

  /// An iterator without labels, for inference.
  ///
  /// @param loader which nobody else reads
  /// @param features a tensor for each input, in order
  /// @throws IllegalArgumentException as of the other
  public static ZenithMultiDataSetIterator of(DataLoader loader, TensorColumns features) {
    return new ZenithMultiDataSetIterator(
        loader, ColumnArray.of(features, loader.schema()), List.of());
  }

  /// Whether the current epoch has another batch. After a reset it begins the next epoch.
  ///
  /// @throws IllegalStateException if that was the last epoch of the loader, or it has no steps
  @Override
  public boolean hasNext() {
    return batches.hasNext();
  }

  /// The next batch, pre-processed.
  @Override
  public MultiDataSet next() {
    Batch batch = batches.next();
    MultiDataSet set =
        new org.nd4j.linalg.dataset.MultiDataSet(arrays(features, batch), arrays(labels, batch));
    if (preProcessor != null) {
      preProcessor.preProcess(set);
    }
    return set;
  }

  private static INDArray[] arrays(List<ColumnArray> columns, Batch batch) {
    return columns.stream().map(column -> column.of(batch)).toArray(INDArray[]::new);
  }

  /// The next batch, if that is of the size of the loader's batches.
  ///
  /// @throws UnsupportedOperationException if another size is asked for
  @Override
  public MultiDataSet next(int rows) {
    batches.requireSize(rows);
    return next();
  }

  /// True: a reset goes on with the next epoch.
  @Override
  public boolean resetSupported() {
    return true;
  }

  /// False: the loader reads ahead already.
  @Override
  public boolean asyncSupported() {
    return false;
  }

  /// Goes on with the next epoch, which begins when it is asked for its first batch; what is left
  /// of the current one is skipped.
  @Override
  public void reset() {
    batches.reset();
  }

  @Override
  public void setPreProcessor(@Nullable MultiDataSetPreProcessor preProcessor) {
    this.preProcessor = preProcessor;
  }

  @Override
  public @Nullable MultiDataSetPreProcessor getPreProcessor() {
    return preProcessor;
  }

  /// The columns.
  @Override
  public String toString() {
    return "ZenithMultiDataSetIterator: " + features + " -> " + labels;
  }

  private void writeObject(ObjectOutputStream out) throws NotSerializableException {
    throw new NotSerializableException("an iterator has the threads of its loader");
  }
}
