package io.zenith.parquet;

import io.zenith.parquet.ThriftSpots.Spot;
import io.zenith.testkit.Mutations;
import io.zenith.testkit.Mutator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.NullUnmarked;

/// Breaks Parquet files where it hurts: numbers of the footer and of page headers, which stay sound
/// Thrift, and the levels and values of pages.
@NullUnmarked // what generated getters give is there, in sound footers
final class ParquetMutator implements Mutations.Source {
  private static final int TAIL_BYTES = 8;

  private static final long[] EXTREMES = {
    0,
    1,
    -1,
    2,
    3,
    7,
    8,
    64,
    255,
    65536,
    Integer.MAX_VALUE,
    Integer.MAX_VALUE - 64,
    Integer.MIN_VALUE,
    1L << 20,
    1L << 31,
    1L << 32,
    1L << 40,
    1L << 62,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  private final List<Target> targets = new ArrayList<>();
  private final Mutator any;

  /// @param files sound ones
  ParquetMutator(List<byte[]> files) throws IOException {
    any = new Mutator(files);
    for (byte[] file : files) {
      targets.add(Target.of(file));
    }
  }

  /// A file, and what can be broken in it.
  private static final class Target {
    private final byte[] file;

    /// Where the footer begins.
    private final int footer;

    private final List<Spot> footerSpots;

    /// Places in page headers, and in indices.
    private final List<Spot> headerSpots;

    /// First and last bytes of pages.
    private final List<int[]> pages;

    private Target(
        byte[] file,
        int footer,
        List<Spot> footerSpots,
        List<Spot> headerSpots,
        List<int[]> pages) {
      this.file = file;
      this.footer = footer;
      this.footerSpots = footerSpots;
      this.headerSpots = headerSpots;
      this.pages = pages;
    }

    private static Target of(byte[] file) throws IOException {
      int length =
          ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - TAIL_BYTES);
      int footer = file.length - TAIL_BYTES - length;
      FileMetaData data = Util.readFileMetaData(new ByteArrayInputStream(file, footer, length));
      List<Spot> headers = new ArrayList<>();
      List<int[]> pages = new ArrayList<>();
      for (RowGroup group : data.getRow_groups()) {
        for (ColumnChunk chunk : group.getColumns()) {
          addPages(file, chunk.getMeta_data(), headers, pages);
          addIndices(file, chunk, headers);
        }
      }
      return new Target(file, footer, ThriftSpots.of(file, footer).spots(), headers, pages);
    }

    private static void addIndices(byte[] file, ColumnChunk chunk, List<Spot> headers) {
      LongStream.of(
              chunk.getColumn_index_offset(),
              chunk.getOffset_index_offset(),
              chunk.getMeta_data().getBloom_filter_offset())
          .filter(offset -> offset > 0)
          .forEach(offset -> headers.addAll(ThriftSpots.of(file, (int) offset).spots()));
    }

    private static void addPages(
        byte[] file, ColumnMetaData chunk, List<Spot> headers, List<int[]> pages)
        throws IOException {
      long at = chunk.getData_page_offset();
      if (chunk.isSetDictionary_page_offset() && chunk.getDictionary_page_offset() > 0) {
        at = Math.min(at, chunk.getDictionary_page_offset());
      }
      long end = at + chunk.getTotal_compressed_size();
      while (at < end && chunk.getNum_values() > 0) {
        ThriftSpots.Struct header = ThriftSpots.of(file, (int) at);
        headers.addAll(header.spots());
        int size =
            Util.readPageHeader(new ByteArrayInputStream(file, (int) at, file.length))
                .getCompressed_page_size();
        if (size > 0) {
          pages.add(new int[] {header.end(), header.end() + size});
        }
        at = (long) header.end() + size;
      }
    }
  }

  @Override
  public byte[] next(SplittableRandom random) {
    if (random.nextInt(8) == 0) {
      return any.next(random);
    }
    Target target = targets.get(random.nextInt(targets.size()));
    byte[] file = target.file.clone();
    do {
      int kind = random.nextInt(10);
      if (kind < 5 && !target.pages.isEmpty()) {
        changePage(file, target.pages.get(random.nextInt(target.pages.size())), random);
      } else if (kind < 7 && !target.headerSpots.isEmpty()) {
        changeInPlace(file, pick(target.headerSpots, random), random);
      } else {
        // The last change, since it moves what is behind it.
        return changeFooter(target, file, random);
      }
    } while (random.nextInt(3) == 0);
    return file;
  }

  /// Numbers, four times out of five.
  private static Spot pick(List<Spot> spots, SplittableRandom random) {
    Spot spot = spots.get(random.nextInt(spots.size()));
    while (!spot.isNumber() && random.nextInt(5) != 0) {
      spot = spots.get(random.nextInt(spots.size()));
    }
    return spot;
  }

  private static byte[] changeFooter(Target target, byte[] file, SplittableRandom random) {
    byte[] footer = Arrays.copyOfRange(file, target.footer, file.length - TAIL_BYTES);
    List<Spot> spots = new ArrayList<>();
    // From the last one on, so that the places before it stay.
    do {
      spots.add(pick(target.footerSpots, random));
    } while (random.nextInt(3) == 0);
    spots.sort((a, b) -> b.from() - a.from());
    int before = Integer.MAX_VALUE;
    for (Spot spot : spots) {
      if (spot.end() <= before) {
        int from = spot.from() - target.footer;
        byte[] changed = changed(file, spot, random);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(footer, 0, from);
        out.writeBytes(changed);
        int end = spot.end() - target.footer;
        out.write(footer, end, footer.length - end);
        footer = out.toByteArray();
        before = spot.from();
      }
    }
    return FileForge.withFooter(Arrays.copyOf(file, target.footer), footer);
  }

  /// Other bytes for a spot.
  private static byte[] changed(byte[] file, Spot spot, SplittableRandom random) {
    if (!spot.isNumber()) {
      byte old = file[spot.from()];
      byte[] changed = Arrays.copyOfRange(file, spot.from(), spot.end());
      changed[0] =
          (byte) (random.nextBoolean() ? old ^ (1 << random.nextInt(8)) : random.nextInt());
      return changed;
    }
    return varint(number(read(file, spot), random), 0);
  }

  private static long number(long old, SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> old + random.nextInt(-3, 4);
      case 1 -> old * 2 + random.nextInt(-1, 2);
      case 2 -> random.nextInt(64);
      default -> EXTREMES[random.nextInt(EXTREMES.length)];
    };
  }

  private static long read(byte[] file, Spot spot) {
    long value = 0;
    for (int i = spot.from(); i < spot.end(); i++) {
      value |= (file[i] & 0x7FL) << (7 * (i - spot.from()));
    }
    return (value >>> 1) ^ -(value & 1);
  }

  /// With zigzag, and of so many bytes at least.
  private static byte[] varint(long value, int least) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long left = (value << 1) ^ (value >> 63);
    while ((left & ~0x7FL) != 0 || out.size() < least - 1) {
      out.write((int) ((left & 0x7F) | 0x80));
      left >>>= 7;
    }
    out.write((int) left);
    return out.toByteArray();
  }

  /// Changes a spot if the new bytes are as many, so that nothing has to move.
  private static void changeInPlace(byte[] file, Spot spot, SplittableRandom random) {
    int size = spot.end() - spot.from();
    byte[] changed = changed(file, spot, random);
    if (spot.isNumber()) {
      long bits = 7L * size;
      long value = number(read(file, spot), random);
      changed = varint(bits >= 64 ? value : value & ((1L << (bits - 1)) - 1), size);
    }
    System.arraycopy(changed, 0, file, spot.from(), size);
  }

  /// Mostly in the first bytes, where lengths, widths and the heads of runs are.
  private static void changePage(byte[] file, int[] page, SplittableRandom random) {
    int size = page[1] - page[0];
    int at = page[0] + random.nextInt(random.nextBoolean() ? size : Math.min(size, 16));
    switch (random.nextInt(6)) {
      case 0 -> file[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> file[at] = (byte) random.nextInt();
      case 2 -> file[at] += (byte) (random.nextBoolean() ? 1 : -1);
      case 3 -> file[at] = (byte) EXTREMES[random.nextInt(EXTREMES.length)];
      case 4 -> Arrays.fill(file, at, Math.min(page[1], at + 1 + random.nextInt(16)), (byte) -1);
      default -> {
        byte[] number = FileForge.ints((int) EXTREMES[random.nextInt(EXTREMES.length)]);
        System.arraycopy(number, 0, file, at, Math.min(number.length, page[1] - at));
      }
    }
  }
}
