package io.zenith.dl4j;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.TensorColumns;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.dataset.DataSet;
import org.nd4j.linalg.dataset.api.DataSetPreProcessor;
import org.nd4j.linalg.dataset.api.iterator.DataSetIterator;

/// A loader as an iterator of Deeplearning4j, for networks of one input and one output.
///
/// ```java
/// network.fit(ZenithDataSetIterator.of(loader, features("image"), label("label")), 5);
/// ```
///
/// Each pass is the next epoch of the loader, so that it needs as many
/// [epochs][DataLoader.Builder#epochs(int)] as the training has, also if it is what a network is
/// evaluated with. The arrays are copies off the heap, in the current workspace if there is one.
///
/// The loader stays the caller's, who closes it. Its threads read ahead, so that nobody else has
/// to. One thread at a time may iterate, and it meets the exceptions of the loader. Where the
/// training is says [DataLoader#checkpoint()], after a step.
public final class ZenithDataSetIterator implements DataSetIterator {
  private static final long serialVersionUID = 1;

  private final transient EpochBatches batches;
  private final transient ColumnArray features;
  private final transient @Nullable ColumnArray labels;
  private transient @Nullable DataSetPreProcessor preProcessor;

  private ZenithDataSetIterator(
      DataLoader loader, ColumnArray features, @Nullable ColumnArray labels) {
    this.batches = new EpochBatches(loader);
    this.features = features;
    this.labels = labels;
  }

  /// An iterator over what a network takes and what it is to give.
  ///
  /// @param loader which nobody else reads
  /// @param features one tensor
  /// @param labels one tensor; of classes, that is one made by [io.zenith.OneHot]
  /// @throws IllegalArgumentException if the loader does not deliver these columns, one holds no
  ///   numbers, or there is not one each
  public static ZenithDataSetIterator of(
      DataLoader loader, TensorColumns features, TensorColumns labels) {
    return new ZenithDataSetIterator(loader, one(loader, features), one(loader, labels));
  }

  /// An iterator without labels, for inference.
  ///
  /// @param loader which nobody else reads
  /// @throws IllegalArgumentException as of the other
  public static ZenithDataSetIterator of(DataLoader loader, TensorColumns features) {
    return new ZenithDataSetIterator(loader, one(loader, features), null);
  }

  private static ColumnArray one(DataLoader loader, TensorColumns columns) {
    List<ColumnArray> arrays = ColumnArray.of(columns, loader.schema());
    if (arrays.size() != 1) {
      throw new IllegalArgumentException(
          "a DataSet has one array of features and one of labels, not those of "
              + columns
              + ": stack them, or take a ZenithMultiDataSetIterator");
    }
    return arrays.getFirst();
  }

  /// Whether the current epoch has another batch. After a reset it begins the next epoch.
  ///
  /// @throws IllegalStateException if that was the last epoch of the loader, or it has no steps: no
  ///   rows, or too few for one, so that nothing would be learnt
  @Override
  public boolean hasNext() {
    return batches.hasNext();
  }

  /// The next batch, pre-processed.
  @Override
  public DataSet next() {
    Batch batch = batches.next();
    DataSet set = new DataSet(features.of(batch), labels == null ? null : labels.of(batch));
    if (preProcessor != null) {
      preProcessor.preProcess(set);
    }
    return set;
  }

  /// The next batch, if that is of the size of the loader's batches.
  ///
  /// @throws UnsupportedOperationException if another size is asked for
  @Override
  public DataSet next(int rows) {
    batches.requireSize(rows);
    return next();
  }

  /// How many numbers a row of the features has.
  ///
  /// @throws UnsupportedOperationException if they are lists of variable length
  @Override
  public int inputColumns() {
    return features.rowSize();
  }

  /// How many numbers a row of the labels has; 0 without labels.
  ///
  /// @throws UnsupportedOperationException if they are lists of variable length
  @Override
  public int totalOutcomes() {
    return labels == null ? 0 : labels.rowSize();
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

  /// How many rows a batch has; the last of an epoch may have fewer.
  @Override
  public int batch() {
    return batches.size();
  }

  @Override
  public void setPreProcessor(@Nullable DataSetPreProcessor preProcessor) {
    this.preProcessor = preProcessor;
  }

  @Override
  public @Nullable DataSetPreProcessor getPreProcessor() {
    return preProcessor;
  }

  /// Null: the classes have no names here.
  @Override
  public @Nullable List<String> getLabels() {
    return null;
  }

  /// The columns.
  @Override
  public String toString() {
    return "ZenithDataSetIterator: " + features + " -> " + labels;
  }

  private void writeObject(ObjectOutputStream out) throws NotSerializableException {
    throw new NotSerializableException("an iterator has the threads of its loader");
  }
}
