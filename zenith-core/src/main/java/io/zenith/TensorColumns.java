package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.internal.layout.SchemaIndex;
import io.zenith.schema.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which tensors a model takes of each batch, in order: columns, or numbers side by side. Adapters
/// to engines make arrays of them.
///
/// ```java
/// TensorColumns inputs = TensorColumns.features("image").shaped(1, 28, 28);
/// TensorColumns target = TensorColumns.label("label");
/// ```
///
/// An immutable value.
public final class TensorColumns {
  private final List<TensorPlan> plans;

  /// What was found last: loops ask for each batch, which takes as long as a small array.
  private volatile @Nullable Bound last;

  private record Bound(Schema schema, List<TensorSource> sources) {}

  private TensorColumns(List<TensorPlan> plans) {
    this.plans = plans;
  }

  /// A tensor for each column, as [Batch#tensor(String)] gives it.
  ///
  /// @throws IllegalArgumentException if there is no name
  public static TensorColumns features(String... names) {
    return columns(names);
  }

  /// The tensor of a column that is to be learnt.
  public static TensorColumns label(String name) {
    return columns(name);
  }

  private static TensorColumns columns(String... names) {
    requireNames(names);
    return new TensorColumns(
        Arrays.stream(names).map(name -> new TensorPlan(List.of(name), false)).toList());
  }

  /// One `float32` tensor of columns of numbers side by side, as [Batch#stack(String...)] makes it.
  ///
  /// @throws IllegalArgumentException if there is no name
  public static TensorColumns stack(String... names) {
    requireNames(names);
    return new TensorColumns(List.of(new TensorPlan(List.of(names), true)));
  }

  private static void requireNames(String... names) {
    if (names.length == 0) {
      throw new IllegalArgumentException("no columns; at least one");
    }
  }

  /// The same tensors, each with another shape of its rows: `shaped(1, 28, 28)` makes `[rows, 1,
  /// 28, 28]` of lists of 784 numbers.
  ///
  /// @param row the sizes of the dimensions of a row; none, if a row is one number
  /// @throws IllegalArgumentException if one is below 1
  public TensorColumns shaped(long... row) {
    if (Arrays.stream(row).anyMatch(size -> size < 1)) {
      throw new IllegalArgumentException(
          "rows of shape " + Arrays.toString(row) + "; sizes of at least 1");
    }
    return new TensorColumns(plans.stream().map(plan -> plan.shaped(row)).toList());
  }

  /// These tensors, then others.
  public TensorColumns and(TensorColumns others) {
    return new TensorColumns(Stream.concat(plans.stream(), others.plans.stream()).toList());
  }

  /// Finds the columns, and checks once that they are tensors of these shapes, as far as their
  /// types say it: for adapters.
  ///
  /// @param schema of the batches: [DataLoader#schema()]
  /// @throws IllegalArgumentException if there is no such column, it holds no numbers, or its rows
  ///   have not as many as the shape
  public List<TensorSource> bind(Schema schema) {
    Bound known = last;
    if (known != null && known.schema.equals(schema)) {
      return known.sources;
    }
    SchemaIndex index = new SchemaIndex(schema);
    List<TensorSource> sources = plans.stream().map(plan -> plan.bind(index)).toList();
    last = new Bound(schema, sources);
    return sources;
  }

  /// The columns, such as `image [1, 28, 28], stack(age, fare)`.
  @Override
  public String toString() {
    return ErrorText.printable(
        plans.stream().map(TensorPlan::toString).collect(Collectors.joining(", ")));
  }
}
