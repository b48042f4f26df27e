package io.zenith;

/// The part of each step that one of several processes takes: that of a rank. All ranks together
/// take every row of an epoch once, in the same number of steps.
///
/// @param rank the number of this process, from 0
/// @param worldSize how many there are
public record Shard(int rank, int worldSize) {

  /// @throws IllegalArgumentException if there is no such rank
  public Shard {
    if (worldSize < 1 || rank < 0 || rank >= worldSize) {
      throw new IllegalArgumentException(
          "shard " + rank + " of " + worldSize + "; ranks go from 0 to the world size - 1");
    }
  }

  /// The part of a rank.
  ///
  /// @throws IllegalArgumentException if there is no such rank
  public static Shard of(int rank, int worldSize) {
    return new Shard(rank, worldSize);
  }

  /// Such as `0/4`.
  @Override
  public String toString() {
    return rank + "/" + worldSize;
  }
}
