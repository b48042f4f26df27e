package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.zenith.Dataset;
import io.zenith.internal.storage.Fault;
import io.zenith.testkit.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What depends on how the JVM was started, or could bring it down.
class ChildProcessTest {
  @TempDir private Path folder;

  /// Compresses and decompresses something by the codec that is named.
  static final class RoundTrip {
    private RoundTrip() {}

    public static void main(String[] arguments) throws CorruptDataException {
      Codec codec = arguments[0].equals("zstd") ? Codec.zstd() : Codec.lz4Frame();
      Codec.zstd().maxCompressedBytes(1);
      byte[] bytes = new byte[1000];
      byte[] result = Samples.decompress(codec, 1000, Samples.compress(codec, bytes));
      System.out.print(Arrays.equals(bytes, result) + " in " + Codec.class.getModule());
    }
  }

  @Test
  void lz4NeedsNoFlagPrintsNothingAndLoadsNoNativeCode() throws Exception {
    ChildJvm.Result quiet = ChildJvm.of(RoundTrip.class).arguments("lz4").run();
    assertEquals("", quiet.stderr());
    assertTrue(quiet.stdout().startsWith("true"), quiet::toString);
    ChildJvm.Result verbose =
        ChildJvm.of(RoundTrip.class).flags("-verbose:class").arguments("lz4").run();
    assertTrue(verbose.stdout().contains(" io.zenith.codec.ZstdCodec "), verbose::toString);
    for (String unwanted :
        List.of("com.github.luben", "sun.misc.Unsafe", "net.jpountz.util.Native")) {
      assertFalse(verbose.stdout().contains(" " + unwanted), unwanted);
    }
  }

  @Test
  void lz4IsQuietAndNativeWhereNativeCodeIsAllowed() throws Exception {
    ChildJvm.Result allowed =
        ChildJvm.of(RoundTrip.class)
            .flags("--enable-native-access=ALL-UNNAMED")
            .arguments("lz4")
            .run();
    assertEquals("", allowed.stderr());
    assertTrue(allowed.stdout().startsWith("true"), allowed::toString);
    ChildJvm.Result verbose =
        ChildJvm.of(RoundTrip.class)
            .flags("--enable-native-access=ALL-UNNAMED", "-verbose:class")
            .arguments("lz4")
            .run();
    assertTrue(verbose.stdout().contains(" net.jpountz.util.Native "), verbose::toString);
  }

  @Test
  void zstandardIsQuietWhereNativeCodeIsAllowed() throws Exception {
    ChildJvm.Result allowed =
        ChildJvm.of(RoundTrip.class)
            .flags("--enable-native-access=ALL-UNNAMED")
            .arguments("zstd")
            .run();
    assertEquals("", allowed.stderr());
    assertTrue(allowed.stdout().startsWith("true"), allowed::toString);
    ChildJvm.Result plain = ChildJvm.of(RoundTrip.class).arguments("zstd").run();
    assertTrue(plain.stderr().contains("--enable-native-access=ALL-UNNAMED"), plain::toString);
    assertTrue(plain.stdout().startsWith("true"), plain::toString);
  }

  /// Decompresses three bytes in formats that need no native code but the JDK's.
  static final class Quiet {
    private Quiet() {}

    public static void main(String[] arguments) throws CorruptDataException {
      byte[] bytes = {7, 8, 9};
      byte[] snappy = {3, 2 << 2, 7, 8, 9};
      byte[] block = {3 << 4, 7, 8, 9};
      byte[] framed = {0, 0, 0, 3, 0, 0, 0, 4, 3 << 4, 7, 8, 9};
      System.out.print(
          Arrays.equals(bytes, Samples.decompress(Decompressor.snappy(), 3, snappy))
              && Arrays.equals(bytes, Samples.decompress(Decompressor.lz4Raw(), 3, block))
              && Arrays.equals(bytes, Samples.decompress(Decompressor.lz4(), 3, framed))
              && Arrays.equals(
                  bytes, Samples.decompress(Decompressor.gzip(), 3, Gzip.member(0, 6, bytes))));
    }
  }

  @Test
  void snappyGzipAndBlocksNeedNoFlagAndPrintNothing() throws Exception {
    ChildJvm.Result result = ChildJvm.of(Quiet.class).run();
    assertEquals("true", result.stdout());
    assertEquals("", result.stderr());
  }

  @Test
  void asANamedModule() throws Exception {
    List<Path> modules =
        Stream.of(Codec.class, Dataset.class, Zstd.class, LZ4Factory.class)
            .map(ChildProcessTest::place)
            .toList();
    String rest =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !modules.contains(Path.of(entry)))
            .collect(Collectors.joining(File.pathSeparator));
    String zstd = "com.github.luben.zstd_jni";
    for (String[] run :
        List.of(
            new String[] {"lz4", zstd},
            new String[] {"lz4", "io.zenith.codec,org.lz4.java," + zstd},
            new String[] {"zstd", zstd})) {
      ChildJvm.Result result =
          ChildJvm.of(RoundTrip.class)
              .flags("--add-modules", "io.zenith.codec")
              .flags("--patch-module", "io.zenith.codec=" + place(RoundTrip.class))
              .flags("--enable-native-access=" + run[1])
              .flags("--add-exports", "io.zenith.codec/io.zenith.codec=ALL-UNNAMED")
              .flags(
                  "--module-path",
                  modules.stream()
                      .map(Path::toString)
                      .collect(Collectors.joining(File.pathSeparator)))
              .flags("--add-reads", "io.zenith.codec=ALL-UNNAMED")
              .classPath(rest)
              .arguments(run[0])
              .run();
      assertEquals("true in module io.zenith.codec", result.stdout(), result::toString);
      assertEquals("", result.stderr());
    }
  }

  private static Path place(Class<?> member) {
    try {
      return Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Files are cut at every moment of reading; the JVM has to live on.
  static final class Truncation {
    private Truncation() {}

    public static void main(String[] arguments) throws Exception {
      Path file = Path.of(arguments[0]);
      byte[] bytes = Samples.of(4, 2_000_000, new SplittableRandom(8));
      for (Decompressor codec : Decompressors.ALL) {
        byte[] compressed = Others.compress(codec, bytes).getFirst();
        int faults = 0;
        for (int i = 0; i < 60; i++) {
          Files.write(file, compressed);
          faults += isFault(codec, file, bytes.length, i * compressed.length / 60) ? 1 : 0;
        }
        System.out.println(
            codec + (faults == 60 ? " faults" : " fails to notice " + (60 - faults)));
      }
    }

    private static boolean isFault(Decompressor codec, Path file, long size, long length)
        throws IOException {
      try (Arena arena = Arena.ofShared();
          FileChannel channel =
              FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        MemorySegment source = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
        MemorySegment target = arena.allocate(size);
        channel.truncate(length);
        codec.decompress(source, target);
        Fault.settle();
        return false;
      } catch (InternalError e) {
        return Fault.translate(e, "cut")
            .getMessage()
            .startsWith("cut: found the mapped file to end");
      } catch (CorruptDataException _) {
        // Behind the end there may be zeros up to the end of the page, or until the fault arrives.
        return true;
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX) // elsewhere a mapped file cannot be truncated, or faults differ
  void aFileThatIsTruncatedWhileMappedDoesNotBringDownTheJvm() throws Exception {
    ChildJvm.Result result =
        ChildJvm.of(Truncation.class)
            .flags("--enable-native-access=ALL-UNNAMED")
            .arguments(folder.resolve("cut"))
            .run();
    String expected =
        Decompressors.ALL.stream().map(codec -> codec + " faults\n").collect(Collectors.joining());
    assertEquals(expected, result.stdout(), result::toString);
    assertEquals("", result.stderr());
  }
}
