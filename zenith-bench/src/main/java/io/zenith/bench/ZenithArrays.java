package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.ByteColumn;
import io.zenith.Column;
import io.zenith.ColumnKey;
import io.zenith.DataLoader;
import io.zenith.FixedSizeListColumn;
import io.zenith.FloatColumn;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/// A Java array of each column, copied out of the batch. The arrays are used again for each batch.
final class ZenithArrays implements ZenithWork {
  private final ZenithKeys keys;
  private final byte[][] bytes;
  private final int[][] ints;
  private final long[][] longs;
  private final float[][] floats;
  private final double[][] doubles;

  /// `byte[]` or `float[]`, made for the first batch, which knows the length of the lists.
  private final List<Object> lists = new ArrayList<>();

  ZenithArrays(DataLoader loader) {
    keys = ZenithKeys.of(loader);
    bytes = new byte[keys.bytes().size()][Contender.BATCH_ROWS];
    ints = new int[keys.ints().size()][Contender.BATCH_ROWS];
    longs = new long[keys.longs().size()][Contender.BATCH_ROWS];
    floats = new float[keys.floats().size()][Contender.BATCH_ROWS];
    doubles = new double[keys.doubles().size()][Contender.BATCH_ROWS];
  }

  @Override
  public double consume(Batch batch) {
    for (int i = 0; i < longs.length; i++) {
      batch.get(keys.longs().get(i)).copyTo(longs[i], 0);
    }
    for (int i = 0; i < floats.length; i++) {
      batch.get(keys.floats().get(i)).copyTo(floats[i], 0);
    }
    for (int i = 0; i < bytes.length; i++) {
      batch.get(keys.bytes().get(i)).copyTo(bytes[i], 0);
    }
    for (int i = 0; i < ints.length; i++) {
      batch.get(keys.ints().get(i)).copyTo(ints[i], 0);
    }
    for (int i = 0; i < doubles.length; i++) {
      batch.get(keys.doubles().get(i)).copyTo(doubles[i], 0);
    }
    for (int i = 0; i < keys.lists().size(); i++) {
      copyLists(batch.get(keys.lists().get(i)), i);
    }
    return batch.rows();
  }

  private void copyLists(FixedSizeListColumn column, int i) {
    Column elements = column.elements();
    if (i == lists.size()) {
      Class<?> type = elements instanceof ByteColumn ? byte.class : float.class;
      lists.add(Array.newInstance(type, Contender.BATCH_ROWS * column.length()));
    }
    switch (elements) {
      case ByteColumn values -> values.copyTo((byte[]) lists.get(i), 0);
      case FloatColumn values -> values.copyTo((float[]) lists.get(i), 0);
      default -> throw new IllegalArgumentException(column.field() + " does not become an array");
    }
  }

  @Override
  public void addTo(ColumnChecksums checksums, Batch batch) {
    consume(batch);
    addTo(checksums, batch, keys.longs(), longs);
    addTo(checksums, batch, keys.floats(), floats);
    addTo(checksums, batch, keys.bytes(), bytes);
    addTo(checksums, batch, keys.ints(), ints);
    addTo(checksums, batch, keys.doubles(), doubles);
    addTo(checksums, batch, keys.lists(), lists.toArray());
  }

  private static <C extends Column> void addTo(
      ColumnChecksums checksums, Batch batch, List<ColumnKey<C>> keys, Object[] arrays) {
    for (int i = 0; i < arrays.length; i++) {
      Column column = batch.get(keys.get(i));
      int length = column instanceof FixedSizeListColumn list ? list.length() : 1;
      checksums.column(column.field().name()).addArray(arrays[i], batch.rows() * length);
    }
  }
}
