package io.zenith.examples;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.zenith.Checkpoint;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Where a training is: the checkpoint of its loader, and the model that has learnt from what was
/// delivered before. Both are in one file, which is replaced in one step, so that they belong
/// together whenever the process dies.
///
/// @param model as whoever trains it writes it
@SuppressWarnings("ArrayRecordComponent") // never compared
record SavedTraining(Checkpoint checkpoint, byte[] model) {

  /// Writes a model.
  @FunctionalInterface
  interface ModelWriter {
    void write(DataOutputStream out) throws IOException;
  }

  static void write(Path file, Checkpoint checkpoint, ModelWriter model) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(checkpoint.toString());
    model.write(out);
    Path half = file.resolveSibling(file.getFileName() + ".half");
    try (FileChannel channel = FileChannel.open(half, CREATE, WRITE, TRUNCATE_EXISTING)) {
      ByteBuffer rest = ByteBuffer.wrap(bytes.toByteArray());
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true); // before it takes the place of the last one
    }
    Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  static SavedTraining read(Path file) throws IOException {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      return new SavedTraining(Checkpoint.parse(in.readUTF()), in.readAllBytes());
    }
  }
}
