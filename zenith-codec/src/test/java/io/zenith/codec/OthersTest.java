package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Python;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Others read what we write, and we read what they write.
class OthersTest {
  /// Decompresses `*.ours` to `*.read`, and compresses `*.raw` to `*.theirs`.
  private static final String SCRIPT =
      """
      import glob, os, sys, pyarrow
      folder, name = sys.argv[1:]
      codec = pyarrow.Codec(name, compression_level=1 if name == 'gzip' else None)
      def read(path):
          with open(path, 'rb') as file:
              return file.read()
      def write(path, data):
          with open(path, 'wb') as file:
              file.write(data)
      for path in glob.glob(folder + '/*.raw'):
          raw = read(path)
          stem = path[:-len('.raw')]
          if os.path.exists(stem + '.ours'):
              write(stem + '.read', codec.decompress(read(stem + '.ours'), len(raw), asbytes=True))
          write(stem + '.theirs', codec.compress(raw, asbytes=True))
          if name not in ('lz4_frame', 'zstd'):
              continue
          sink = pyarrow.BufferOutputStream()
          with pyarrow.CompressedOutputStream(sink, name.removesuffix('_frame')) as stream:
              stream.write(raw[:len(raw) // 3])
              stream.flush()
              stream.write(raw[len(raw) // 3:])
          write(stem + '.streamed', sink.getvalue().to_pybytes())
      """;

  @TempDir private Path folder;

  static List<Decompressor> decompressors() {
    return Decompressors.ALL;
  }

  /// Those that PyArrow has by name.
  static List<Decompressor> named() {
    return Stream.concat(Decompressors.ALL.stream(), Stream.of(Decompressors.BROTLI))
        .filter(codec -> !codec.name().equals("LZ4"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("decompressors")
  void theLibraries(Decompressor codec) throws CorruptDataException {
    SplittableRandom random = new SplittableRandom(4);
    for (int size : Samples.SIZES) {
      byte[] bytes = Samples.of(size % Samples.KINDS, size, random);
      if (codec instanceof Codec both) {
        assertArrayEquals(bytes, Others.decompress(codec, size, Samples.compress(both, bytes)));
      }
      for (byte[] theirs : Others.compress(codec, bytes)) {
        assertArrayEquals(bytes, Samples.decompress(codec, size, theirs));
        assertTrue(size <= codec.maxDecompressedBytes(theirs.length));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("named")
  void pyarrow(Decompressor codec) throws IOException, InterruptedException, CorruptDataException {
    Python.require("pyarrow");
    SplittableRandom random = new SplittableRandom(5);
    for (int size : Samples.SIZES) {
      for (int kind = 0; kind < Samples.KINDS; kind++) {
        String name = size + "-" + kind;
        byte[] bytes = Samples.of(kind, size, random);
        Files.write(folder.resolve(name + ".raw"), bytes);
        if (codec instanceof Codec both) {
          Files.write(folder.resolve(name + ".ours"), Samples.compress(both, bytes));
        }
      }
    }
    Python.run(SCRIPT, folder.toString(), codec.name().toLowerCase(Locale.ROOT));
    for (int size : Samples.SIZES) {
      for (int kind = 0; kind < Samples.KINDS; kind++) {
        String name = size + "-" + kind;
        byte[] bytes = read(name + ".raw");
        assertArrayEquals(bytes, Samples.decompress(codec, size, read(name + ".theirs")), name);
        if (codec instanceof Codec) {
          assertArrayEquals(bytes, read(name + ".read"), name);
        }
        if (Files.exists(folder.resolve(name + ".streamed"))) {
          assertArrayEquals(bytes, Samples.decompress(codec, size, read(name + ".streamed")), name);
        }
      }
    }
  }

  /// Pages of files that Hadoop's codec has written.
  @Test
  void pagesOfHadoop() throws IOException, CorruptDataException {
    for (Decompressor lz4 : Decompressors.LZ4_HADOOP) {
      assertArrayEquals(
          longs(1_593_604_800L, 1_593_604_801L),
          Samples.decompress(lz4, 16, page("hadoop_lz4_compressed.parquet", 17, 26)));
      assertArrayEquals(
          longs(bits(42.0), bits(7.7), bits(42.125)),
          Samples.decompress(lz4, 24, page("hadoop_lz4_compressed.parquet", 208, 30)));
      // The same page in another file, without the framing.
      byte[] bare = page("lz4_raw_compressed_larger.parquet", 107, 380_377);
      byte[] expected = Others.decompress(Decompressor.lz4Raw(), 400_000, bare);
      assertArrayEquals(
          expected,
          Samples.decompress(
              lz4, 400_000, page("hadoop_lz4_compressed_larger.parquet", 33, 358_322)));
      assertArrayEquals(expected, Samples.decompress(lz4, 400_000, bare));
    }
  }

  private static byte[] page(String file, int from, int length) throws IOException {
    Path path = SharedFiles.require("conformance/parquet/" + file);
    return Arrays.copyOfRange(Files.readAllBytes(path), from, from + length);
  }

  private static byte[] longs(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(values);
    return bytes.array();
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }

  private byte[] read(String name) throws IOException {
    return Files.readAllBytes(folder.resolve(name));
  }
}
