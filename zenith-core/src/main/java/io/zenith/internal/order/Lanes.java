package io.zenith.internal.order;

/// The sequence of blocks, in file order or shuffled, cut into lanes of equal size. Lanes are the
/// same in all epochs. They cost one pass over the blocks and memory for the cuts only.
final class Lanes {
  /// Blocks that are looked at together.
  private static final int CHUNK = 512;

  final Blocks blocks;
  final int count;
  private final Permutation sequence;

  // Where each lane begins, and where the last one ends: a place in the sequence, and how many rows
  // of the block there belong to the lane before.
  private final long[] places;
  private final long[] skips;

  Lanes(Blocks blocks, Permutation sequence, int count) {
    this.blocks = blocks;
    this.sequence = sequence;
    this.count = count;
    this.places = new long[count + 1];
    this.skips = new long[count + 1];
    cut();
  }

  private void cut() {
    int lane = 0;
    long before = 0;
    long[] sizes = new long[CHUNK];
    Walk walk = new Walk(CHUNK);
    for (long place = 0; place < blocks.count(); place += CHUNK) {
      int chunk = (int) Math.min(CHUNK, blocks.count() - place);
      for (int i = 0; i < chunk; i++) {
        sizes[i] = place + i;
      }
      blockRows(sizes, chunk, walk);
      for (int i = 0; i < chunk; i++) {
        for (; lane < count && start(lane) < before + sizes[i]; lane++) {
          places[lane] = place + i;
          skips[lane] = start(lane) - before;
        }
        before += sizes[i];
      }
    }
    for (; lane <= count; lane++) {
      places[lane] = blocks.count();
    }
  }

  /// The rows of lanes before a lane.
  private long start(int lane) {
    return lane * (blocks.rows() / count) + Math.min(lane, blocks.rows() % count);
  }

  /// Replaces places in the sequence by the rows of the blocks there.
  void blockRows(long[] values, int size, Walk walk) {
    sequence.apply(values, 0, size, walk);
    for (int i = 0; i < size; i++) {
      values[i] = blocks.rows(values[i]);
    }
  }

  /// How many pieces of blocks a lane has.
  long pieces(int lane) {
    return end(lane) - places[lane];
  }

  /// The block that a piece of a lane is of.
  long block(int lane, long piece) {
    return sequence.at(place(lane, piece));
  }

  /// The place of that block in the sequence.
  long place(int lane, long piece) {
    return places[lane] + piece;
  }

  /// Rows of that block that belong to a lane before.
  long skip(int lane, long piece) {
    return piece == 0 ? skips[lane] : 0;
  }

  /// How many rows of a block are a piece of a lane.
  long pieceRows(int lane, long piece, long blockRows) {
    boolean cut = place(lane, piece) == places[lane + 1];
    return (cut ? skips[lane + 1] : blockRows) - skip(lane, piece);
  }

  /// The place after the last piece: a block that is cut is in both lanes.
  private long end(int lane) {
    return places[lane + 1] + (skips[lane + 1] > 0 ? 1 : 0);
  }
}
