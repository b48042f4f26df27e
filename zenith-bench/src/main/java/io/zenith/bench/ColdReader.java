package io.zenith.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// A plain sequential read of a whole file, 1 MiB at a time: what the disk can do.
enum ColdReader {
  FIO("fio, 1 MiB at a time") {
    @Override
    double bytesPerSecond(Path file) throws IOException, InterruptedException {
      Process fio = new ProcessBuilder(fioCommand(file)).start();
      fio.getOutputStream().close();
      String answer = new String(fio.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      JsonNode read = new ObjectMapper().readTree(answer).at("/jobs/0/read/bw_bytes");
      if (fio.waitFor() != 0 || read.isMissingNode()) {
        throw new BenchFailure("fio failed on " + file);
      }
      return read.asDouble();
    }
  },
  CHANNEL("FileChannel, 1 MiB at a time") {
    @Override
    double bytesPerSecond(Path file) throws IOException {
      ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
      long bytes = 0;
      long began = System.nanoTime();
      try (FileChannel channel = FileChannel.open(file)) {
        for (int read = channel.read(buffer); read >= 0; read = channel.read(buffer)) {
          bytes += read;
          buffer.clear();
        }
      }
      return bytes * 1e9 / (System.nanoTime() - began);
    }
  };

  private final String title;

  ColdReader(String title) {
    this.title = title;
  }

  /// How tables call it.
  String title() {
    return title;
  }

  abstract double bytesPerSecond(Path file) throws IOException, InterruptedException;

  /// fio where it is installed.
  static ColdReader best() throws InterruptedException {
    try {
      Process fio =
          new ProcessBuilder("fio", "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return fio.waitFor() == 0 ? FIO : CHANNEL;
    } catch (IOException e) {
      return CHANNEL;
    }
  }

  /// The cache is dropped already, and not by fio, so that both sides find the same.
  private static List<String> fioCommand(Path file) {
    return List.of(
        "fio",
        "--name=cold",
        "--filename=" + file,
        "--readonly",
        "--rw=read",
        "--bs=1M",
        "--ioengine=psync",
        "--invalidate=0",
        "--output-format=json");
  }
}
