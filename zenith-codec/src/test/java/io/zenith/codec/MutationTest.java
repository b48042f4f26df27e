package io.zenith.codec;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Broken data, very much of it: the exception or some bytes, and never a byte outside the target.
class MutationTest {

  static List<Decompressor> decompressors() {
    return Decompressors.ALL;
  }

  /// Compressed data of all kinds, of our own and of others.
  private static List<byte[]> corpus(Decompressor codec, List<Integer> sizes) {
    List<byte[]> corpus = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(3);
    for (int size : new int[] {0, 1, 13, 100, 700, 3000, 40_000, 150_000}) {
      for (int kind = 0; kind < Samples.KINDS; kind++) {
        byte[] bytes = Samples.of(kind, size, random);
        if (codec instanceof Codec both) {
          corpus.add(Samples.compress(both, bytes));
        }
        corpus.addAll(Others.compress(codec, bytes));
        while (sizes.size() < corpus.size()) {
          sizes.add(size);
        }
      }
    }
    return corpus;
  }

  @ParameterizedTest
  @MethodSource("decompressors")
  void endsInTheExceptionOrInBytes(Decompressor codec) throws Exception {
    List<Integer> sizes = new ArrayList<>();
    List<byte[]> corpus = corpus(codec, sizes);
    AtomicIntegerArray outcomes = new AtomicIntegerArray(2);
    Property.checkSideBySide(
        codec instanceof Codec ? 12_000 : 4_000,
        (random, number) -> {
          int chosen = random.nextInt(corpus.size());
          byte[] broken = corpus.get(chosen).clone();
          for (int i = 1 + random.nextInt(3); i > 0; i--) {
            broken = mutate(broken, corpus.get(random.nextInt(corpus.size())), random);
          }
          int size = sizes.get(chosen);
          if (random.nextInt(8) == 0) {
            size = Math.max(0, size + random.nextInt(-20, 20));
          }
          outcomes.incrementAndGet(BrokenData.isRead(codec, size, broken) ? 1 : 0);
        });
    System.out.printf("%s: %d broken, %d harmless%n", codec, outcomes.get(0), outcomes.get(1));
    assertTrue(outcomes.get(0) > 0 && outcomes.get(1) > 0, outcomes::toString);
  }

  static byte[] mutate(byte[] bytes, byte[] other, SplittableRandom random) {
    if (bytes.length == 0) {
      return other.clone();
    }
    // The headers of frames and blocks are few, and worth more cases than their share.
    int at = random.nextInt(random.nextInt(3) == 0 ? Math.min(bytes.length, 24) : bytes.length);
    switch (random.nextInt(6)) {
      case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes[at] = (byte) random.nextInt();
      case 2 -> bytes[at] = (byte) (random.nextBoolean() ? 0 : 0xFF);
      case 3 -> {
        return Arrays.copyOf(bytes, at);
      }
      case 4 -> {
        byte[] spliced = Arrays.copyOf(bytes, at + Math.min(other.length, 1 << random.nextInt(16)));
        int from = random.nextInt(other.length - (spliced.length - at) + 1);
        System.arraycopy(other, from, spliced, at, spliced.length - at);
        return spliced;
      }
      default -> {
        int end = Math.min(bytes.length, at + 1 + random.nextInt(64));
        Arrays.fill(bytes, at, end, (byte) (random.nextBoolean() ? 0xFF : random.nextInt()));
      }
    }
    return bytes;
  }
}
