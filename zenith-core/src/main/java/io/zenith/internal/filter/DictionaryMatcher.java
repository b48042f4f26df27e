package io.zenith.internal.filter;

import io.zenith.internal.layout.Node;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Asks something of the values of a dictionary column: once of each value of the dictionary, then
/// rows are looked up.
final class DictionaryMatcher implements ValueMatcher {
  private final ValueMatcher values;

  /// What was found last: most record batches share a dictionary. To find it twice does no harm, so
  /// this is plain on purpose.
  private @Nullable Known known;

  private record Known(Node dictionary, Selection passed) {}

  DictionaryMatcher(ValueMatcher values) {
    this.values = values;
  }

  @Override
  public long pass(Node node, long from, long rows) {
    Selection passed = passed(Objects.requireNonNull(node.dictionary));
    long found = 0;
    for (long left = rows; left != 0; left &= left - 1) {
      int bit = Long.numberOfTrailingZeros(left);
      found |= (passed.contains(node.integer(from + bit)) ? 1L : 0L) << bit;
    }
    return found;
  }

  @SuppressWarnings("ReferenceEquality") // equal bytes elsewhere are another dictionary
  private Selection passed(Node dictionary) {
    Known last = known;
    if (last == null || last.dictionary != dictionary) {
      last =
          new Known(dictionary, Selection.of(new NonNullMatcher(dictionary, values), dictionary));
      known = last;
    }
    return last.passed;
  }
}
