package io.zenith.bench;

/// Shows how far a run is, while someone watches.
public interface BenchProgress {
  /// For a run that nobody watches.
  BenchProgress UNSEEN =
      (_, _, _) ->
          new Part() {
            @Override
            public void at(long done) {}

            @Override
            public void close() {}
          };

  /// Begins to show a part of the run, until that is closed.
  ///
  /// @param what what is going on, such as `table: warming up`
  /// @param unit what is counted, such as `contenders`
  /// @param total how many there are; 0 if nobody knows
  Part begin(String what, String unit, long total);

  /// A part of the run.
  interface Part extends AutoCloseable {
    /// Says how many are done.
    void at(long done);

    @Override
    void close();
  }
}
