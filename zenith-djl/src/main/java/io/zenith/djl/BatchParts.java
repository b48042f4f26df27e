package io.zenith.djl;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.training.dataset.Batch;
import ai.djl.translate.Batchifier;
import java.util.stream.IntStream;

/// Cuts a batch into parts for several devices.
final class BatchParts {
  private BatchParts() {}

  /// Copies of the parts, each on its device.
  ///
  /// @param even whether all have to have the same size
  static Batch[] of(Batch batch, Device[] devices, boolean even) {
    int rows = batch.getSize();
    if (even && rows % devices.length != 0) {
      throw new IllegalArgumentException(
          rows + " rows cannot be split evenly among " + devices.length + " devices");
    }
    int count = Math.min(devices.length, rows);
    int[] ends = IntStream.rangeClosed(1, count).map(i -> end(i, rows, count)).toArray();
    Batch[] parts = new Batch[count];
    for (int i = 0; i < count; i++) {
      int from = i == 0 ? 0 : ends[i - 1];
      NDManager own = batch.getManager().newSubManager(devices[i]);
      parts[i] =
          new Batch(
              own,
              rows(batch.getData(), from, ends[i], own),
              rows(batch.getLabels(), from, ends[i], own),
              ends[i] - from,
              Batchifier.STACK,
              Batchifier.STACK,
              batch.getProgress(),
              batch.getProgressTotal());
    }
    return parts;
  }

  /// Where a part ends.
  private static int end(int parts, int rows, int count) {
    return parts * (rows / count) + Math.min(parts, rows % count);
  }

  private static NDList rows(NDList arrays, int from, int end, NDManager manager) {
    NDList parts = new NDList(arrays.size());
    for (NDArray array : arrays) {
      try (NDArray part = array.get(new NDIndex().addSliceDim(from, end))) {
        NDArray copy = part.toDevice(manager.getDevice(), true);
        copy.attach(manager);
        copy.setName(array.getName());
        parts.add(copy);
      }
    }
    return parts;
  }
}
