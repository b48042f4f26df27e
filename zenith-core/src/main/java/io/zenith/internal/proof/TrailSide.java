package io.zenith.internal.proof;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// The trails of some ranks of one run, read together: the sum of each step is that of all of them,
/// and it ends where the first of them ends.
public final class TrailSide implements AutoCloseable {
  private final List<TrailReader> readers = new ArrayList<>();
  private final TreeSet<Integer> ranks = new TreeSet<>();
  private final ReceiptSum sum = new ReceiptSum();

  private TrailSide() {}

  /// Opens the files.
  ///
  /// @throws IllegalArgumentException if they are not those of different ranks of one run
  public static TrailSide open(List<Path> files) throws IOException {
    if (files.isEmpty()) {
      throw new IllegalArgumentException("no trail is named");
    }
    TrailSide side = new TrailSide();
    try {
      for (Path file : files) {
        side.add(TrailReader.open(file));
      }
      return side;
    } catch (Throwable e) {
      try (side) {
        throw e;
      }
    }
  }

  private void add(TrailReader reader) {
    readers.add(reader);
    TrailHeader first = header();
    TrailHeader header = reader.header();
    first.requireSameRun(header, name(), "in " + reader.file());
    String both = name() + " and " + reader.file();
    if (first.worldSize() != header.worldSize()) {
      throw new IllegalArgumentException(
          both + " are of " + first.worldSize() + " and " + header.worldSize() + " ranks");
    }
    if (first.epoch() != header.epoch() || first.step() != header.step()) {
      throw new IllegalArgumentException(
          both
              + " begin at "
              + TrailHeader.place(first.epoch(), first.step())
              + " and "
              + TrailHeader.place(header.epoch(), header.step()));
    }
    if (!ranks.add(header.rank())) {
      throw new IllegalArgumentException(
          reader.file() + " is one more trail of rank " + header.rank());
    }
  }

  /// The header of the first trail; the others differ in the rank.
  public TrailHeader header() {
    return readers.getFirst().header();
  }

  /// The name of the first trail.
  public String name() {
    return readers.getFirst().file().toString();
  }

  /// Refuses another side that has another share of each step's rows.
  public void requireSameShare(TrailSide other) {
    boolean whole = isWhole() && other.isWhole();
    boolean sameRanks =
        header().worldSize() == other.header().worldSize() && ranks.equals(other.ranks);
    if (!whole && !sameRanks) {
      throw new IllegalArgumentException(
          name()
              + " is of "
              + share()
              + ", "
              + other.name()
              + " of "
              + other.share()
              + ": name the trails of all ranks on both sides");
    }
  }

  private boolean isWhole() {
    return ranks.size() == header().worldSize();
  }

  private String share() {
    String list = String.join(", ", ranks.stream().map(String::valueOf).toList());
    return "rank " + list + " of " + header().worldSize();
  }

  /// Goes on so many steps, or to the end.
  public void skip(long steps) throws IOException {
    for (TrailReader reader : readers) {
      reader.skip(steps);
    }
  }

  /// Reads the next step of all ranks.
  ///
  /// @return whether all had one
  public boolean next() throws IOException {
    sum.clear();
    boolean all = true;
    for (TrailReader reader : readers) {
      all &= reader.next(sum);
    }
    return all;
  }

  /// Whether the step that was read is the same on the other side.
  public boolean isSameStep(TrailSide other) {
    return sum.isSameSum(other.sum);
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (TrailReader reader : readers) {
      try {
        reader.close();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
