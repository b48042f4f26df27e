package io.zenith.cli;

import io.zenith.Checkpoint;
import io.zenith.error.MalformedDataException;
import io.zenith.spi.NewFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

/// Where the demo's training is: the checkpoint of its loader, and the model that has learned from
/// what was delivered before it. Both are in one file, so that they always belong together.
///
/// @param options those of the training
/// @param loss of the epoch that has begun, summed over its rows
/// @param rows that this loss is of
/// @param parameters those of the model
@SuppressWarnings("ArrayRecordComponent") // never compared
record TrainingState(
    Checkpoint checkpoint, TrainingOptions options, double loss, long rows, float[] parameters) {
  private static final String FORMAT = "zenith demo 2";
  private static final String WHAT = "the state of a training, as demo --checkpoint writes it";

  /// All but the parameters is less.
  private static final int MOST_BYTES_BESIDE = 1 << 17;

  /// Replaces a file, in one step.
  void write(Path file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(FORMAT);
    out.writeUTF(checkpoint.toString());
    out.writeInt(options.epochs());
    out.writeInt(options.batchSize());
    out.writeDouble(options.learningRate());
    out.writeLong(options.seed());
    out.writeBoolean(options.isHeldOut());
    out.writeDouble(loss);
    out.writeLong(rows);
    for (float parameter : parameters) {
      out.writeFloat(parameter);
    }
    out.writeLong(checksum(bytes.toByteArray(), bytes.size()));
    NewFile.write(file, bytes.toByteArray());
  }

  /// Reads one of a model with so many parameters.
  ///
  /// @throws MalformedDataException if the file is anything else
  static TrainingState read(Path file, int parameters) throws IOException {
    long most = MOST_BYTES_BESIDE + (long) Float.BYTES * parameters;
    long size = Files.size(file);
    if (size < Long.BYTES || size > most) {
      throw new MalformedDataException(
          file.toString(), size + " bytes", "at most " + most + " bytes, and " + WHAT);
    }
    byte[] bytes = Files.readAllBytes(file);
    int end = bytes.length - Long.BYTES;
    if (end < 0 || ByteBuffer.wrap(bytes).getLong(end) != checksum(bytes, end)) {
      throw new MalformedDataException(file.toString(), "another checksum", WHAT);
    }
    try {
      return parse(
          new DataInputStream(new ByteArrayInputStream(bytes, 0, end)),
          file.toString(),
          parameters);
    } catch (EOFException _) {
      throw new MalformedDataException(file.toString(), bytes.length + " bytes", WHAT);
    }
  }

  private static TrainingState parse(DataInputStream in, String where, int count)
      throws IOException {
    String format = in.readUTF();
    if (!format.equals(FORMAT)) {
      throw new MalformedDataException(where, "format '" + format + "'", "'" + FORMAT + "'");
    }
    Checkpoint checkpoint = Checkpoint.parse(in.readUTF());
    TrainingOptions options =
        new TrainingOptions(
            in.readInt(), in.readInt(), in.readDouble(), in.readLong(), in.readBoolean());
    double loss = in.readDouble();
    long rows = in.readLong();
    if (in.available() != count * Float.BYTES) {
      throw new MalformedDataException(
          where,
          "a model of " + in.available() / Float.BYTES + " numbers",
          count + ", as these images and labels need");
    }
    float[] parameters = new float[count];
    for (int i = 0; i < count; i++) {
      parameters[i] = in.readFloat();
    }
    return new TrainingState(checkpoint, options, loss, rows, parameters);
  }

  private static long checksum(byte[] bytes, int end) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, end);
    return crc.getValue();
  }
}
