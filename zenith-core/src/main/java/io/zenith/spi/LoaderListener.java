package io.zenith.spi;

/// Is told what a loader spends its time on, at the end of each stage: for metrics.
///
/// It is called by whichever thread was at work, so by several at once, and should return soon.
/// What it throws stops the loader, as if the stage had failed. Batches that are views of mapped
/// files, read in file order, pass no stage.
@FunctionalInterface
public interface LoaderListener {

  /// A stage has ended, and did not fail.
  ///
  /// @param stage what was done
  /// @param what file and part, or epoch and steps; empty if the consumer has waited
  /// @param bytes how much memory was filled with what was fetched or decoded; 0 of other stages
  /// @param nanos how long it took
  void ended(Stage stage, String what, long bytes, long nanos);
}
