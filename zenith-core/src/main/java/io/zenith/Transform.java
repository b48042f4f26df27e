package io.zenith;

import io.zenith.schema.Schema;
import java.util.Optional;

/// Makes columns of others, row by row: what a loader does to rows on the way to its batches.
///
/// ```java
/// Transform scale = rows -> {
///   FloatColumn x = rows.in().floats("x");
///   MemorySegment scaled = rows.out("x");
///   for (int i = 0; i < rows.count(); i++) {
///     scaled.setAtIndex(ValueLayout.JAVA_FLOAT, i, x.get(i) / 255);
///   }
/// };
/// ```
///
/// A row must become the same wherever it is and whatever stands beside it, since how many rows
/// come at a time depends on memory and batch size: [RowByRow] tests that. A lambda keeps the
/// schema; what adds, drops or changes columns says so in [#output(Schema)].
///
/// It is called by several threads of the loader at a time. An exception stops the loader, whose
/// consumer gets an [IllegalStateException] that names the step, the file and the row, with the
/// exception as its cause. An [Error] comes as it is, with a suppressed exception that names them;
/// a [StackOverflowError] and an [OutOfMemoryError] as new ones that do, caused by it. To find the
/// row, it is called again for some of the rows.
///
/// [DataLoader#close()] interrupts it. If it does not return soon, the close does not wait for it,
/// and the memory of the loader is freed when it has returned.
///
/// @see DataLoader.Builder#map(Transform)
@FunctionalInterface
public interface Transform {

  /// The columns that it makes of others: by default those that there are. A column that is like
  /// one before keeps its values if [#apply(Rows)] does not change them; others must be filled.
  /// These have a fixed width: numbers, dates, times, decimals, fixed-size binaries, and fixed-size
  /// lists of them.
  ///
  /// A null in a column that should have none by this is a failure.
  ///
  /// @throws IllegalArgumentException if it needs other columns
  default Schema output(Schema input) {
    return input;
  }

  /// Fills the columns that it changes or makes.
  void apply(Rows rows);

  /// What tells this transform, with all of its settings, from others: a name and a version, such
  /// as `normalize/1 image 0.13 0.31`. Empty if nothing does, as of a lambda: no cache can keep
  /// what such a transform makes.
  default Optional<String> identity() {
    return Optional.empty();
  }
}
