package io.zenith.spi;

/// Keeps the memory of a batch readable beyond the step and the loader it comes from: for bridges
/// to libraries that count references to memory.
///
/// Mapped files stay mapped until all holds on them are closed, as do those that were opened with
/// them. What is read by way of the batch itself, or of its columns, ends with the step all the
/// same; what [Batch.recordBatch()][io.zenith.Batch#recordBatch()] gave stays readable.
public interface Hold extends AutoCloseable {

  /// Gives the memory up. If the loader is closed, and this is the last hold on its files, they are
  /// unmapped before this returns. May be called by any thread; more calls do nothing.
  ///
  /// @throws IllegalStateException if native code holds some of the memory: closing the loader once
  ///   more tries again
  @Override
  void close();
}
