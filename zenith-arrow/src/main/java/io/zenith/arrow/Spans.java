package io.zenith.arrow;

import java.util.ArrayList;
import java.util.List;

/// Which values of a column to write: one span of them, or several one after the other. Spans that
/// follow each other become one.
final class Spans {
  private final List<Span> spans = new ArrayList<>();
  private long count;

  /// One span.
  static Spans of(long from, long count) {
    Spans spans = new Spans();
    spans.add(from, count);
    return spans;
  }

  void add(long from, long values) {
    if (values == 0) {
      return;
    }
    Span last = spans.isEmpty() ? null : spans.getLast();
    if (last != null && last.end() == from) {
      spans.set(spans.size() - 1, new Span(last.from(), last.count() + values));
    } else {
      spans.add(new Span(from, values));
    }
    count += values;
  }

  void addAll(Spans others) {
    others.spans.forEach(span -> add(span.from(), span.count()));
  }

  /// How many values in all.
  long count() {
    return count;
  }

  List<Span> list() {
    return spans;
  }

  /// The same values, where each is so many.
  Spans times(long each) {
    Spans result = new Spans();
    for (Span span : spans) {
      Span larger = span.times(each);
      result.add(larger.from(), larger.count());
    }
    return result;
  }
}
