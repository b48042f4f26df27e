package io.zenith.parquet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Parts of a file that are needed. Those that lie close together are one, since to ask for a part
/// takes a storage as long as to send some more bytes.
final class ByteSpans {
  /// What a request costs in bytes, at about 10 ms and 10 MB/s.
  static final long MOST_GAP = 64 << 10;

  private final List<Span> spans = new ArrayList<>();

  /// Some bytes.
  ///
  /// @param spare how many bytes that are not needed they may bring with them still: so all that is
  ///   fetched is at most twice what is needed
  record Span(long start, long size, long spare) {
    long end() {
      return start + size;
    }

    /// Whether another span, that does not begin before this one, is close.
    private boolean isClose(Span next) {
      return next.start - end() <= Math.min(MOST_GAP, next.spare);
    }

    private Span with(Span next) {
      long gap = Math.max(0, next.start - end());
      return new Span(start, Math.max(end(), next.end()) - start, spare + next.spare - gap);
    }
  }

  /// Adds bytes. Those of a chunk are added in their order.
  void add(long start, long size) {
    Span span = new Span(start, size, size);
    if (!spans.isEmpty() && spans.getLast().start <= start && spans.getLast().isClose(span)) {
      spans.add(spans.removeLast().with(span));
    } else {
      spans.add(span);
    }
  }

  /// The parts, in their order and apart from each other.
  List<Span> merged() {
    List<Span> sorted = new ArrayList<>(spans);
    sorted.sort(Comparator.comparingLong(Span::start));
    List<Span> merged = new ArrayList<>();
    for (Span span : sorted) {
      if (!merged.isEmpty() && merged.getLast().isClose(span)) {
        merged.add(merged.removeLast().with(span));
      } else {
        merged.add(span);
      }
    }
    return merged;
  }
}
