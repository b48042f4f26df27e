package io.zenith.internal.proof;

import io.zenith.internal.json.FlatJson;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The first line of a trail: whose receipts follow it, and of which steps.
///
/// A trail is that line, JSON filled up with blanks so that it takes a multiple of 16 bytes, and
/// then the sum of each step's receipt as a little-endian number of 16 bytes. Steps and epochs
/// follow each other; a step of which the rank got no rows has the sum 0.
///
/// @param rank the one that received the rows
/// @param worldSize how many ranks there are
/// @param epoch that of the first step
/// @param step the first step
/// @param epochSteps steps an epoch; 0 if that is not known, which is for one epoch only
public record TrailHeader(
    RunIdentity identity, int rank, int worldSize, long epoch, long step, long epochSteps) {
  /// Bytes a step.
  static final int RECORD = 16;

  private static final String FORMAT = "zenith_trail";
  private static final int VERSION = 1;

  public TrailHeader {
    if (rank < 0 || rank >= worldSize) {
      throw new IllegalArgumentException("rank " + rank + " of " + worldSize);
    }
    if (epoch < 0 || step < 0 || epochSteps < 0 || (epochSteps > 0 && step >= epochSteps)) {
      throw new IllegalArgumentException(
          "epoch " + epoch + ", step " + step + " of " + epochSteps + " an epoch");
    }
  }

  /// As this one, with the steps of an epoch of another trail where only that one knows them.
  public TrailHeader withEpochStepsOf(TrailHeader other) {
    return epochSteps > 0
        ? this
        : new TrailHeader(identity, rank, worldSize, epoch, step, other.epochSteps);
  }

  /// How many steps a step comes after the first one; negative if it comes before.
  ///
  /// @throws IllegalArgumentException if it is of another epoch, and the steps of an epoch are not
  ///   known
  /// @throws ArithmeticException if it is more than 2^63 - 1
  public long index(long ofEpoch, long ofStep) {
    if (ofEpoch == epoch) {
      return ofStep - step;
    }
    if (epochSteps == 0) {
      throw new IllegalArgumentException(
          "a trail of epoch " + epoch + " alone, and not " + place(ofEpoch, ofStep));
    }
    return Math.addExact(Math.multiplyExact(ofEpoch - epoch, epochSteps), ofStep - step);
  }

  /// The place of a step, in words.
  public static String place(long epoch, long step) {
    return "epoch " + epoch + ", step " + step;
  }

  /// Refuses the trail of another run.
  ///
  /// @param ours the name of this one
  /// @param theirs the name of the other
  /// @throws IllegalArgumentException which names what differs
  public void requireSameRun(TrailHeader other, String ours, String theirs) {
    List<String> differences = identity.differences(other.identity, "in " + ours, theirs);
    if (epochSteps != other.epochSteps && epochSteps > 0 && other.epochSteps > 0) {
      differences.add(
          epochSteps + " steps an epoch in " + ours + ", " + other.epochSteps + " " + theirs);
    }
    if (!differences.isEmpty()) {
      throw new IllegalArgumentException("not the same run: " + String.join("; ", differences));
    }
  }

  /// The line.
  public byte[] toBytes() {
    String json =
        FlatJson.empty()
            .put(FORMAT, VERSION)
            .put("receipt", ReceiptSum.HASH)
            .put("rank", rank)
            .put("world_size", worldSize)
            .put("epoch", epoch)
            .put("step", step)
            .put("epoch_steps", epochSteps)
            .putAll(identity.toJson())
            .line();
    int blanks = RECORD - 1 - json.length() % RECORD;
    return (json + " ".repeat(blanks) + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  /// Reads the line, without its end.
  ///
  /// @param where the name of the file
  static TrailHeader parse(String line, String where) {
    FlatJson json = FlatJson.parse(line, where);
    json.requireVersion(FORMAT, VERSION);
    String hash = json.text("receipt");
    if (!hash.equals(ReceiptSum.HASH)) {
      throw json.malformed("receipt", "'" + hash + "'", "the hash " + ReceiptSum.HASH);
    }
    int worldSize = (int) json.number("world_size", 1, Integer.MAX_VALUE);
    long epochSteps = json.number("epoch_steps", 0, Long.MAX_VALUE);
    long lastStep = epochSteps == 0 ? Long.MAX_VALUE : epochSteps - 1;
    return new TrailHeader(
        RunIdentity.of(json),
        (int) json.number("rank", 0, worldSize - 1L),
        worldSize,
        json.number("epoch", 0, Long.MAX_VALUE),
        json.number("step", 0, lastStep),
        epochSteps);
  }
}
