package io.zenith.bench;

/// What a contender did in one turn.
///
/// @param samplesPerSecond rows, each with all its columns
/// @param p50Nanos median time of a batch
/// @param p95Nanos 95 of 100 batches are as fast
/// @param p99Nanos 99 of 100 batches are as fast
/// @param batchesPerLap how many batches were timed together
/// @param garbageBytes bytes allocated on the heap per batch, by all threads; NaN where there is no
///   such heap
/// @param peakMemoryBytes the most resident memory of the process so far; NaN if unknown
record Turn(
    double samplesPerSecond,
    double p50Nanos,
    double p95Nanos,
    double p99Nanos,
    int batchesPerLap,
    double garbageBytes,
    double peakMemoryBytes) {}
