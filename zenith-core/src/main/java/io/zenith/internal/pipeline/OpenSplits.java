package io.zenith.internal.pipeline;

import java.io.IOException;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The record batches of splits that are views, or kept in a cache, in the order in which they were
/// first needed. It grows while others read it.
///
/// @param <T> a record batch, as bound for the consumer
final class OpenSplits<T> extends AbstractList<T> {
  private final OpenSources<T> sources;
  private final List<FileSplit> splits;

  /// A split that was opened: where its record batches begin in this list, how many these are, and
  /// whether its file is in use.
  private record Opened(int place, int batches, boolean inUse) {}

  /// Published once the list has what it names.
  private final AtomicReferenceArray<@Nullable Opened> opened;

  private volatile @Nullable Object[] batches = new @Nullable Object[16];
  private volatile int size;

  /// Who reads from them.
  private int users = 1;

  OpenSplits(OpenSources<T> sources, List<FileSplit> splits) {
    this.sources = sources;
    this.splits = splits;
    this.opened = new AtomicReferenceArray<>(splits.size());
  }

  @Override
  @SuppressWarnings("unchecked") // open() is the only way in
  public T get(int index) {
    return (T) Objects.requireNonNull(batches[index]);
  }

  @Override
  public int size() {
    return size;
  }

  /// Adds a row of a split, which is opened if it was not yet.
  void add(RowPicker<T> picker, int split, long row) throws IOException {
    Opened known = opened.get(split);
    if (known == null) {
      known = open(split);
    }
    int at = known.place;
    long left = row;
    if (known.batches > 1) {
      for (long rows = picker.rows(get(at)); left >= rows; rows = picker.rows(get(at))) {
        left -= rows;
        at++;
      }
    }
    picker.add(at, left);
  }

  private synchronized Opened open(int split) throws IOException {
    Opened known = opened.get(split);
    if (known == null) {
      List<T> kept = sources.kept(splits.get(split));
      List<T> views = kept == null ? views(splits.get(split)) : kept;
      known = new Opened(size, views.size(), kept == null);
      @Nullable Object[] grown = batches;
      if (size + views.size() > grown.length) {
        grown = Arrays.copyOf(grown, Math.max(2 * grown.length, size + views.size()));
      }
      for (int i = 0; i < views.size(); i++) {
        grown[size + i] = views.get(i);
      }
      batches = grown;
      size += views.size();
      opened.set(split, known);
    }
    return known;
  }

  private List<T> views(FileSplit split) throws IOException {
    List<T> found = sources.find(split).orElse(null);
    return found == null ? sources.views(split, true) : found;
  }

  synchronized void use() {
    users++;
  }

  /// Ends one use. The last one gives up the files.
  synchronized void leave() {
    users--;
    for (int split = 0; users == 0 && split < opened.length(); split++) {
      Opened known = opened.get(split);
      if (known != null && known.inUse) {
        sources.release(splits.get(split).file());
      }
    }
  }
}
