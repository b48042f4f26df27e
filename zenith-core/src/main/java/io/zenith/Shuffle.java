package io.zenith;

import io.zenith.internal.ErrorText;
import io.zenith.internal.order.ShuffleKind;
import io.zenith.internal.proof.RunIdentity;
import java.util.Locale;

/// How far rows are shuffled, and by which seed. The order is a pure function of the data and the
/// options; see `docs/order.md` for its definition.
///
/// @see DataLoader.Builder#shuffle(Shuffle)
public final class Shuffle {
  private static final Shuffle NONE = new Shuffle(ShuffleKind.NONE, 0);

  private final ShuffleKind kind;
  private final long seed;

  private Shuffle(ShuffleKind kind, long seed) {
    this.kind = kind;
    this.seed = seed;
  }

  /// Not at all: rows come in file order.
  public static Shuffle none() {
    return NONE;
  }

  /// Blocks of rows are shuffled, and rows within windows. Files are read block by block, so this
  /// goes with all formats and storages.
  ///
  /// @param seed any number, 0 too
  /// @see DataLoader.Builder#window(long)
  public static Shuffle windowed(long seed) {
    return new Shuffle(ShuffleKind.WINDOWED, seed);
  }

  /// All rows are shuffled among each other. Only for files that give any row without decoding
  /// others, such as uncompressed Arrow files.
  ///
  /// @param seed any number, 0 too
  public static Shuffle global(long seed) {
    return new Shuffle(ShuffleKind.GLOBAL, seed);
  }

  /// That of a run.
  ///
  /// @throws IllegalArgumentException if there is no such kind
  static Shuffle of(RunIdentity run) {
    if (TakenRows.made(run)) {
      return NONE; // what is taken makes the order
    }
    for (ShuffleKind kind : ShuffleKind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(run.shuffle())) {
        return new Shuffle(kind, run.seed());
      }
    }
    throw new IllegalArgumentException(
        ErrorText.printable(
            "the checkpoint is of shuffle '"
                + run.shuffle()
                + "'; this version knows none, windowed and global"));
  }

  ShuffleKind kind() {
    return kind;
  }

  long seed() {
    return seed;
  }

  /// The kind and the seed.
  @Override
  public String toString() {
    return switch (kind) {
      case NONE -> "none";
      case WINDOWED -> "windowed, seed " + seed;
      case GLOBAL -> "global, seed " + seed;
    };
  }
}
