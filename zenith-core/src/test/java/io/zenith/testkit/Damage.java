package io.zenith.testkit;

import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Changes columns as a broken disk or a hostile writer would: lengths, null counts, buffers that
/// are cut or missing, bytes.
public final class Damage {
  private static final long[] LENGTHS = {-1, 0, 1, 7, 1L << 31, 1L << 62, Long.MAX_VALUE};

  private final SplittableRandom noise;

  private Damage(SplittableRandom noise) {
    this.noise = noise;
  }

  /// The same column with a change somewhere in it.
  public static ArrayData some(ArrayData data, SplittableRandom random) {
    return new Damage(random).change(data);
  }

  private ArrayData change(ArrayData data) {
    int parts = 1 + data.children().size() + (data.dictionary().isPresent() ? 1 : 0);
    int chosen = noise.nextInt(parts);
    if (chosen == 0) {
      return changeOwn(data);
    }
    List<ArrayData> children = new ArrayList<>(data.children());
    if (chosen <= children.size()) {
      children.set(chosen - 1, change(children.get(chosen - 1)));
      return new ArrayData(
          data.type(),
          data.length(),
          data.nullCount(),
          data.buffers(),
          children,
          data.dictionary());
    }
    return new ArrayData(
        data.type(),
        data.length(),
        data.nullCount(),
        data.buffers(),
        children,
        data.dictionary().map(this::change));
  }

  private DictionaryData change(DictionaryData data) {
    List<ArrayData> parts = new ArrayList<>(data.parts());
    int chosen = noise.nextInt(parts.size());
    parts.set(chosen, change(parts.get(chosen)));
    return new DictionaryData(parts, parts.stream().mapToLong(ArrayData::length).sum());
  }

  private ArrayData changeOwn(ArrayData data) {
    long length = data.length();
    long nulls = data.nullCount();
    List<MemorySegment> buffers = new ArrayList<>(data.buffers());
    switch (noise.nextInt(8)) {
      case 0 -> length = LENGTHS[noise.nextInt(LENGTHS.length)];
      case 1 -> nulls = noise.nextLong(-2, 3);
      case 2 -> buffers.set(noise.nextInt(buffers.size()), MemorySegment.NULL);
      case 3 -> {
        int cut = noise.nextInt(buffers.size());
        MemorySegment buffer = buffers.get(cut);
        buffers.set(cut, buffer.asSlice(0, noise.nextLong(buffer.byteSize() + 1)));
      }
      default -> {
        int changed = noise.nextInt(buffers.size());
        buffers.set(changed, changed(buffers.get(changed)));
      }
    }
    return new ArrayData(data.type(), length, nulls, buffers, data.children(), data.dictionary());
  }

  private MemorySegment changed(MemorySegment buffer) {
    if (buffer.byteSize() == 0) {
      return buffer;
    }
    MemorySegment copy = Arena.ofAuto().allocate(buffer.byteSize()).copyFrom(buffer);
    for (int change = 1 + noise.nextInt(3); change > 0; change--) {
      long at = noise.nextLong(copy.byteSize());
      byte old = copy.get(ValueLayout.JAVA_BYTE, at);
      byte next =
          switch (noise.nextInt(5)) {
            case 0 -> (byte) noise.nextInt();
            case 1 -> (byte) 0xff;
            case 2 -> (byte) 0x80;
            case 3 -> (byte) (old + 1);
            default -> (byte) (old - 1);
          };
      copy.set(ValueLayout.JAVA_BYTE, at, next);
    }
    return copy;
  }
}
