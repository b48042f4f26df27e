package io.zenith;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import io.zenith.internal.json.FlatJson;
import io.zenith.internal.proof.ReceiptSum;
import io.zenith.internal.proof.RunIdentity;
import io.zenith.spi.NewFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// Where a run is: a few numbers, which mean that so many steps were received.
///
/// It says what the rows of each step depend on, by fingerprints and one by one, so that a run that
/// would go on in another order is refused; the step that comes next; and the receipt of what was
/// delivered before. It does not depend on ranks: each of them could go on from any rank's
/// checkpoint, but for the receipt, which is its own.
///
/// As text it is a JSON object with a checksum, at most 64 KiB long, described in `docs/proof.md`.
/// Fields that a later version has added are ignored; what cannot be ignored has another version,
/// which is refused.
///
/// An immutable value.
public final class Checkpoint {
  private static final String FORMAT = "zenith_checkpoint";
  private static final int VERSION = 1;
  private static final int LIMIT = 64 << 10;

  private final RunIdentity identity;
  private final long epoch;
  private final long step;
  private final Receipt receipt;

  /// A checkpoint.
  ///
  /// @param epoch that of the step that comes next
  /// @param step that comes next
  /// @param receipt of all that was delivered before
  Checkpoint(RunIdentity identity, long epoch, long step, Receipt receipt) {
    if (epoch < 0 || step < 0) {
      throw new IllegalArgumentException("epoch " + epoch + ", step " + step);
    }
    this.identity = identity;
    this.epoch = epoch;
    this.step = step;
    this.receipt = receipt;
  }

  /// Reads a file that [#write] has written.
  ///
  /// @throws IOException if it cannot be read
  /// @throws MalformedDataException if it is no checkpoint, or was changed by anyone else
  /// @throws UnsupportedDataException if another version of Zenith wrote it, of which this one does
  ///   not know the format or the order
  public static Checkpoint read(Path file) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(LIMIT + 1);
    }
    if (bytes.length > LIMIT) {
      throw tooLong(file.toString());
    }
    try {
      return parse(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString(),
          file.toString());
    } catch (CharacterCodingException e) {
      throw new MalformedDataException(file.toString(), "bytes that are no text", "UTF-8", e);
    }
  }

  /// Reads the text of a checkpoint.
  ///
  /// @throws MalformedDataException if it is none, or was changed
  /// @throws UnsupportedDataException if another version of Zenith wrote it, of which this one does
  ///   not know the format or the order
  public static Checkpoint parse(String json) {
    if (json.length() > LIMIT) {
      throw tooLong("checkpoint");
    }
    return parse(json, "checkpoint");
  }

  private static MalformedDataException tooLong(String where) {
    return new MalformedDataException(
        where, "more than 64 KiB", "a checkpoint, which is at most that long");
  }

  private static Checkpoint parse(String text, String where) {
    FlatJson json = FlatJson.parse(text, where);
    json.requireVersion(FORMAT, VERSION);
    return new Checkpoint(
        RunIdentity.of(json),
        json.number("epoch", 0, Long.MAX_VALUE),
        json.number("step", 0, Long.MAX_VALUE),
        receipt(json));
  }

  private static Receipt receipt(FlatJson json) {
    String text = json.text("receipt");
    try {
      return Receipt.parse(text);
    } catch (IllegalArgumentException e) {
      throw json.malformed(
          "receipt", String.valueOf(e.getMessage()), "a receipt of the hash " + ReceiptSum.HASH);
    }
  }

  /// Writes it to a file, and replaces the one before.
  ///
  /// The file is whole at every moment: it is written beside its place, brought to the disk, and
  /// renamed. After an error the one before is still there, and nothing else; a process that is
  /// killed may leave a file whose name begins with a point and ends with `.unfinished`. An
  /// interrupt of the thread is kept for later.
  ///
  /// @throws IOException if it cannot be written
  public void write(Path file) throws IOException {
    byte[] json = toJson().lines().getBytes(StandardCharsets.US_ASCII);
    boolean interrupted = Thread.interrupted();
    try {
      while (!write(file, json)) {
        interrupted |= Thread.interrupted();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Whether no interrupt came between.
  private static boolean write(Path file, byte[] json) throws IOException {
    try {
      NewFile.write(file, json);
      return true;
    } catch (ClosedByInterruptException _) {
      return false;
    }
  }

  /// What the rows of each step depend on.
  RunIdentity identity() {
    return identity;
  }

  /// The fingerprint of the dataset, as [Dataset#fingerprint] has it.
  public String dataset() {
    return identity.dataset();
  }

  /// What tells this order from others, of whatever dataset: 64 hexadecimal digits.
  public String order() {
    return identity.order();
  }

  /// The seed of the order, 0 where nothing is shuffled.
  public long seed() {
    return identity.seed();
  }

  /// The epoch of the step that comes next, from 0.
  public long epoch() {
    return epoch;
  }

  /// The step that comes next, from 0.
  public long step() {
    return step;
  }

  /// Rows a step, of all ranks.
  public long globalBatch() {
    return identity.globalBatch();
  }

  /// How many lanes the order has.
  public long lanes() {
    return identity.lanes();
  }

  /// How many rows are shuffled together, 0 where rows are not shuffled within windows.
  public long window() {
    return identity.window();
  }

  /// What becomes of the rows at the end of an epoch that do not fill a step.
  public Remainder remainder() {
    return Remainder.of(identity.remainder());
  }

  /// The receipt of all that was delivered before.
  public Receipt receipt() {
    return receipt;
  }

  private FlatJson toJson() {
    return FlatJson.empty()
        .put(FORMAT, VERSION)
        .put("epoch", epoch)
        .put("step", step)
        .put("receipt", receipt.toString())
        .putAll(identity.toJson());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Checkpoint that
        && epoch == that.epoch
        && step == that.step
        && receipt.equals(that.receipt)
        && identity.equals(that.identity);
  }

  @Override
  public int hashCode() {
    return Objects.hash(identity, epoch, step, receipt);
  }

  /// The JSON, on one line.
  @Override
  public String toString() {
    return toJson().line();
  }
}
