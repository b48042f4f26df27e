package io.zenith.testserver;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/// What a [FaultProxy] does to the requests that it forwards.
///
/// Which request has which fault is a function of the seed and of the request's number, counted
/// from 0 in the order of arrival: a client that asks the same meets the same.
///
/// @param latency how long each request waits before it is forwarded
/// @param bytesPerSecond the most that the bodies of all answers take together; 0 for no limit
/// @param probabilities how likely a fault is for a request, which has one at most
/// @param stall how long a stalled body stalls
/// @param replaced paths of objects, as in the first line of a request and without query, all
///   requests for which have [Fault#CHANGED_ETAG]
/// @param seed other seeds give other requests the faults
public record Faults(
    Duration latency,
    long bytesPerSecond,
    Map<Fault, Double> probabilities,
    Duration stall,
    Set<String> replaced,
    long seed) {
  /// Copies the collections.
  public Faults {
    if (latency.isNegative() || stall.isNegative() || bytesPerSecond < 0) {
      throw new IllegalArgumentException(
          "negative: latency " + latency + ", stall " + stall + ", bandwidth " + bytesPerSecond);
    }
    double sum = probabilities.values().stream().mapToDouble(Double::doubleValue).sum();
    if (sum > 1 || probabilities.values().stream().anyMatch(each -> !(each >= 0))) {
      throw new IllegalArgumentException(
          "probabilities are 0 or more, and 1 at most in all: " + probabilities);
    }
    probabilities = Map.copyOf(probabilities);
    replaced = Set.copyOf(replaced);
  }

  /// No faults at all.
  public static Faults none() {
    return builder().build();
  }

  /// Faults with this one only.
  public static Faults of(Fault fault, double probability) {
    return builder().probability(fault, probability).build();
  }

  /// A builder of no faults.
  public static Builder builder() {
    return new Builder();
  }

  /// The fault of the request with this number.
  ///
  /// @param path of the request, without query
  Optional<Fault> of(long number, String path) {
    if (replaced.contains(path)) {
      return Optional.of(Fault.CHANGED_ETAG);
    }
    long run = new SplittableRandom(seed).nextLong();
    double drawn = new SplittableRandom(run + number).nextDouble();
    for (Fault fault : Fault.values()) {
      drawn -= probabilities.getOrDefault(fault, 0.0);
      if (drawn < 0) {
        return Optional.of(fault);
      }
    }
    return Optional.empty();
  }

  /// Collects faults. Not safe for use by several threads.
  public static final class Builder {
    private Duration latency = Duration.ZERO;
    private long bytesPerSecond;
    private final Map<Fault, Double> probabilities = new EnumMap<>(Fault.class);
    private Duration stall = Duration.ofSeconds(60);
    private final Set<String> replaced = new HashSet<>();
    private long seed;

    private Builder() {}

    /// How long each request waits before it is forwarded; not at all unless set.
    public Builder latency(Duration wait) {
      latency = wait;
      return this;
    }

    /// The most that the bodies of all answers take together; no limit unless set.
    public Builder bytesPerSecond(long limit) {
      bytesPerSecond = limit;
      return this;
    }

    /// How likely this fault is for a request; 0 unless set.
    public Builder probability(Fault fault, double probability) {
      probabilities.put(fault, probability);
      return this;
    }

    /// How long a stalled body stalls; a minute unless set.
    public Builder stall(Duration wait) {
      stall = wait;
      return this;
    }

    /// All requests for the object at this path, such as `/bucket/key`, have [Fault#CHANGED_ETAG].
    public Builder replaced(String path) {
      replaced.add(path);
      return this;
    }

    /// Other seeds give other requests the faults; 0 unless set.
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /// The faults.
    public Faults build() {
      return new Faults(latency, bytesPerSecond, probabilities, stall, replaced, seed);
    }
  }
}
