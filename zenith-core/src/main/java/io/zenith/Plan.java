package io.zenith;

import io.zenith.internal.pipeline.RankSteps;
import io.zenith.internal.pipeline.Resources;
import io.zenith.internal.pipeline.StepPlace;
import io.zenith.internal.proof.FileRows;
import io.zenith.internal.proof.RunIdentity;
import io.zenith.schema.Schema;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What one loader will read, and how: checked against its options, and not opened yet.
interface Plan {

  /// The columns of the batches.
  Schema schema();

  /// What each step has; nothing where the rows come as a stream, whose end is not known. It may
  /// have to be found out by reading.
  Optional<RankSteps> steps();

  /// How many steps an epoch has, if that is known without reading.
  OptionalLong knownSteps();

  /// The step to begin with.
  StepPlace from();

  /// What the rows of each step depend on.
  ///
  /// @throws IllegalStateException if the rows come as a stream
  RunIdentity identity();

  /// The receipt of an epoch over all ranks.
  ///
  /// @throws IllegalStateException if the rows come as a stream
  Receipt expectedReceipt(int epoch);

  /// Where the rows of a step of this rank are from.
  ///
  /// @throws IllegalStateException if the rows come as a stream
  /// @throws IndexOutOfBoundsException if there is no such step
  List<RowPlace> explain(int epoch, long step);

  /// Which rows each file has.
  FileRows fileRows();

  /// The most memory that has to be granted at a time, in bytes.
  long grant();

  /// The least memory that is needed besides, in bytes, for rows that are copied.
  long copies();

  /// What of the memory is for a cache, in bytes.
  long kept();

  /// How many fetches may be on their way at most; 0 where the threads that decode do it.
  int fetches();

  /// Opens it for the loader, which closes what this returns.
  Supply open(Resources with);
}
