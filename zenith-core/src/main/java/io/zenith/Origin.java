package io.zenith;

import io.zenith.schema.Schema;
import io.zenith.spi.Projection;
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

  /// What a loader with these options reads.
  ///
  /// @param columns what to read of the columns of the schema
  /// @throws IllegalArgumentException if an option does not go together with this, or the memory
  ///   budget does not hold what it needs
  Plan plan(List<Projection> columns, LoaderOptions options);
}
