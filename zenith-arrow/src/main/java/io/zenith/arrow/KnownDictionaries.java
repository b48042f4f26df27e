package io.zenith.arrow;

import io.zenith.spi.ArrayData;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The last few dictionaries whose indices were translated. It does not keep them alive, since
/// their memory may be large.
final class KnownDictionaries {
  private static final int MOST = 16;

  private final Deque<Entry> entries = new ArrayDeque<>();

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Entry(WeakReference<ArrayData> dictionary, int[] places) {}

  /// Where the values of this very dictionary are; null if that is not known.
  int @Nullable [] find(ArrayData dictionary) {
    for (Entry entry : entries) {
      if (entry.dictionary.refersTo(dictionary)) {
        return entry.places;
      }
    }
    return null;
  }

  void put(ArrayData dictionary, int[] places) {
    if (entries.size() == MOST) {
      entries.removeLast();
    }
    entries.addFirst(new Entry(new WeakReference<>(dictionary), places));
  }
}
