package io.zenith.bench;

import org.apache.arrow.vector.VectorSchemaRoot;

/// What an arrow-java contender does with each batch.
interface ArrowWork {

  /// Does it.
  ///
  /// @return a number that depends on what was delivered
  double consume(VectorSchemaRoot batch);

  /// Consumes a batch and adds what was delivered.
  void addTo(ColumnChecksums checksums, VectorSchemaRoot batch);
}
