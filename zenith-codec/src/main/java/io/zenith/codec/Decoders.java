package io.zenith.codec;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Decoders in reserve, and the order in which they are asked.
final class Decoders {
  /// By native code, where there is some.
  private final Optional<Pool<Decoder>> fast;

  private final Pool<Decoder> thorough;

  private Decoders(Optional<Pool<Decoder>> fast, Pool<Decoder> thorough) {
    this.fast = fast;
    this.thorough = thorough;
  }

  private static Pool<Decoder> pool(Supplier<? extends Decoder> maker) {
    return new Pool<>(maker, Decoder::close);
  }

  /// Those of one kind.
  static Decoders of(Supplier<? extends Decoder> maker) {
    return new Decoders(Optional.empty(), pool(maker));
  }

  /// Those of LZ4.
  ///
  /// @param code decompresses blocks, if it is there
  static Decoders ofLz4(Optional<Lz4Native> code, Function<Lz4Blocks, Decoder> maker) {
    return new Decoders(
        code.map(found -> pool(() -> maker.apply(new Lz4NativeBlocks(found)))),
        pool(() -> maker.apply(new Lz4JavaBlocks())));
  }

  void decompress(MemorySegment source, MemorySegment target) throws CorruptDataException {
    Memory.check(source, target);
    if (fast.isEmpty() || !succeeds(fast.get(), source, target)) {
      decompress(thorough, source, target);
    }
  }

  /// Native code does not tell where it failed, and refuses some data that is sound, though no
  /// compressor makes it.
  private static boolean succeeds(Pool<Decoder> pool, MemorySegment source, MemorySegment target) {
    try {
      decompress(pool, source, target);
      return true;
    } catch (CorruptDataException _) {
      return false;
    }
  }

  private static void decompress(Pool<Decoder> pool, MemorySegment source, MemorySegment target)
      throws CorruptDataException {
    Decoder decoder = pool.take();
    try {
      decoder.decode(source, target);
    } finally {
      pool.giveBack(decoder);
    }
  }
}
