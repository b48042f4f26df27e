package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Others read what we write, and we read what they write.
class OthersTest {
  /// Decompresses `*.ours` to `*.read`, and compresses `*.raw` to `*.theirs`.
  private static final String SCRIPT =
      """
      import glob, sys, pyarrow
      folder, name = sys.argv[1:]
      codec = pyarrow.Codec(name)
      def read(path):
          with open(path, 'rb') as file:
              return file.read()
      def write(path, data):
          with open(path, 'wb') as file:
              file.write(data)
      for path in glob.glob(folder + '/*.raw'):
          raw = read(path)
          stem = path[:-len('.raw')]
          write(stem + '.read', codec.decompress(read(stem + '.ours'), len(raw), asbytes=True))
          write(stem + '.theirs', codec.compress(raw, asbytes=True))
          sink = pyarrow.BufferOutputStream()
          with pyarrow.CompressedOutputStream(sink, name) as stream:
              stream.write(raw[:len(raw) // 3])
              stream.flush()
              stream.write(raw[len(raw) // 3:])
          write(stem + '.streamed', sink.getvalue().to_pybytes())
      """;

  @TempDir private Path folder;

  static List<Codec> codecs() {
    return RoundTripTest.codecs();
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void theStreamsOfTheLibraries(Codec codec) throws CorruptDataException {
    SplittableRandom random = new SplittableRandom(4);
    for (int size : Samples.SIZES) {
      byte[] bytes = Samples.of(size % Samples.KINDS, size, random);
      assertArrayEquals(bytes, Others.decompress(codec, Samples.compress(codec, bytes)));
      for (byte[] theirs : Others.compress(codec, bytes)) {
        assertArrayEquals(bytes, Samples.decompress(codec, size, theirs));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void pyarrow(Codec codec) throws IOException, InterruptedException, CorruptDataException {
    String python = python();
    SplittableRandom random = new SplittableRandom(5);
    for (int size : Samples.SIZES) {
      for (int kind = 0; kind < Samples.KINDS; kind++) {
        String name = size + "-" + kind;
        byte[] bytes = Samples.of(kind, size, random);
        Files.write(folder.resolve(name + ".raw"), bytes);
        Files.write(folder.resolve(name + ".ours"), Samples.compress(codec, bytes));
      }
    }
    run(python, SCRIPT, folder.toString(), codec == Codec.zstd() ? "zstd" : "lz4");
    for (int size : Samples.SIZES) {
      for (int kind = 0; kind < Samples.KINDS; kind++) {
        String name = size + "-" + kind;
        byte[] bytes = read(name + ".raw");
        assertArrayEquals(bytes, read(name + ".read"), name);
        assertArrayEquals(bytes, Samples.decompress(codec, size, read(name + ".theirs")), name);
        assertArrayEquals(bytes, Samples.decompress(codec, size, read(name + ".streamed")), name);
      }
    }
  }

  private byte[] read(String name) throws IOException {
    return Files.readAllBytes(folder.resolve(name));
  }

  private static String python() {
    String python = System.getenv().getOrDefault("ZENITH_PYTHON", "python3");
    try {
      run(python, "import pyarrow");
    } catch (IOException | InterruptedException | AssertionError e) {
      Assumptions.abort("no PyArrow for " + python + ", named by ZENITH_PYTHON: " + e);
    }
    return python;
  }

  private static void run(String python, String... script)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(python, "-c");
    builder.command().addAll(List.of(script));
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
  }
}
