package io.zenith;

import io.zenith.internal.pipeline.Budget;
import io.zenith.internal.pipeline.Tasks;
import io.zenith.schema.Schema;
import java.util.List;
import java.util.OptionalLong;

/// Where the rows of a dataset come from.
sealed interface Origin permits FileOrigin, StreamOrigin {

  /// All columns.
  Schema schema();

  /// The columns as far as they are known without reading more.
  Schema known();

  /// How many rows there are, where that is known before they are read.
  OptionalLong rows();

  /// Checks the options of a loader.
  ///
  /// @param columns the columns to read, as places in the schema
  /// @return the largest grant of memory that the loader will ask for
  /// @throws IllegalArgumentException if an option does not go together with this
  long largestGrant(List<Integer> columns, DataLoader.Builder options);

  /// Opens it for one loader, which closes what this returns.
  Supply open(List<Integer> columns, int prefetch, Tasks tasks, Budget budget);
}
