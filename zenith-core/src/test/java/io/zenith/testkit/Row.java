package io.zenith.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// The value of a struct column: the values of its fields, in their order; null stands for null.
///
/// @param values a value a field
public record Row(List<Object> values) {
  /// Copies the list.
  public Row {
    values = Collections.unmodifiableList(new ArrayList<>(values));
  }

  /// A row of these values.
  public static Row of(Object... values) {
    return new Row(Arrays.asList(values));
  }
}
