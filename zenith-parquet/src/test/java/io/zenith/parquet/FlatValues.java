package io.zenith.parquet;

import io.zenith.schema.DataType;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.Split;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The values of a column without lists, as the numbers and texts that they are: compared in the
/// order of their type.
///
/// @param data the column, or the field of a struct
/// @param isThere whether the structs around each value are
record FlatValues(ArrayData data, List<Boolean> isThere) {

  /// Reads the values of a split.
  ///
  /// @param path the place of a column, then those of fields in structs
  static FlatValues read(
      DataSource source, Split split, List<Integer> path, SegmentAllocator memory)
      throws IOException {
    ReadRequest request = ReadRequest.all(split, Projection.columns(path.getFirst()), memory);
    try (BatchIterator batches = source.read(request)) {
      batches.advance();
      ArrayData data = batches.batch().columns().getFirst();
      List<Boolean> isThere = new ArrayList<>();
      for (long i = 0; i < data.length(); i++) {
        isThere.add(true);
      }
      for (int field : path.subList(1, path.size())) {
        for (int i = 0; i < data.length(); i++) {
          isThere.set(i, isThere.get(i) && !isNull(data, i));
        }
        data = data.children().get(field);
      }
      return new FlatValues(data, isThere);
    }
  }

  /// One value; null where it, or a struct around it, is null.
  @Nullable Comparable<?> get(int i) {
    return isThere.get(i) ? value(data, i) : null;
  }

  private static boolean isNull(ArrayData data, long i) {
    MemorySegment validity = data.buffers().getFirst();
    return validity.byteSize() > 0 && !bit(validity, i);
  }

  private static boolean bit(MemorySegment bits, long i) {
    return (bits.get(ValueLayout.JAVA_BYTE, i / 8) >> (i % 8) & 1) != 0;
  }

  /// A value of a column.
  static @Nullable Comparable<?> value(ArrayData data, long i) {
    if (isNull(data, i)) {
      return null;
    }
    MemorySegment first = data.buffers().get(1);
    return switch (data.type()) {
      case DataType.Bool _ -> bit(first, i);
      case DataType.FloatingPoint(int bits) -> {
        byte[] number = bytes(data, i);
        yield switch (bits) {
          case 16 -> (double) Float.float16ToFloat(integer(number, true).shortValue());
          case 32 -> (double) Float.intBitsToFloat(integer(number, true).intValue());
          default -> Double.longBitsToDouble(integer(number, true).longValue());
        };
      }
      case DataType.Int(_, boolean signed) -> integer(bytes(data, i), signed);
      case DataType.Dictionary(DataType.Int index, _, _) -> {
        byte[] place =
            first.asSlice(i * index.bits() / 8, index.bits() / 8).toArray(ValueLayout.JAVA_BYTE);
        yield value(data.dictionary().orElseThrow().values(), integer(place, true).longValue());
      }
      case DataType.Utf8 _,
          DataType.LargeUtf8 _,
          DataType.Utf8View _,
          DataType.Binary _,
          DataType.LargeBinary _,
          DataType.BinaryView _,
          DataType.FixedSizeBinary _ ->
          new String(bytes(data, i), StandardCharsets.ISO_8859_1);
      default -> integer(bytes(data, i), true);
    };
  }

  private static BigInteger integer(byte[] little, boolean signed) {
    byte[] big = new byte[little.length + 1];
    big[0] = (byte) (signed ? little[little.length - 1] >> 7 : 0);
    for (int i = 0; i < little.length; i++) {
      big[little.length - i] = little[i];
    }
    return new BigInteger(big);
  }

  /// What is stored of a value that is not null.
  private static byte[] bytes(ArrayData data, long i) {
    MemorySegment first = data.buffers().get(1);
    return switch (data.type()) {
      case DataType.Utf8 _, DataType.Binary _ ->
          slice(data, 2, first.get(Numbers.INT, 4 * i), first.get(Numbers.INT, 4 * i + 4));
      case DataType.LargeUtf8 _, DataType.LargeBinary _ ->
          slice(data, 2, first.get(Numbers.LONG, 8 * i), first.get(Numbers.LONG, 8 * i + 8));
      case DataType.Utf8View _, DataType.BinaryView _ -> {
        int length = first.get(Numbers.INT, 16 * i);
        int from = first.get(Numbers.INT, 16 * i + 12);
        yield length <= 12
            ? slice(data, 1, 16 * i + 4, 16 * i + 4 + length)
            : slice(data, 2 + first.get(Numbers.INT, 16 * i + 8), from, from + (long) length);
      }
      default -> {
        int width = Widths.of(data.type());
        yield slice(data, 1, i * width, (i + 1) * width);
      }
    };
  }

  private static byte[] slice(ArrayData data, int buffer, long from, long end) {
    return data.buffers().get(buffer).asSlice(from, end - from).toArray(ValueLayout.JAVA_BYTE);
  }

  /// Some of the values, which are not null, as a column of their own: of the values' type where
  /// there is a dictionary.
  ArrayData pick(List<Integer> rows, SegmentAllocator memory) {
    ArrayData source = data;
    List<Long> places = new ArrayList<>();
    for (int row : rows) {
      places.add((long) row);
    }
    if (data.type() instanceof DataType.Dictionary(DataType.Int index, _, _)) {
      places.clear();
      for (int row : rows) {
        long bytes = index.bits() / 8;
        byte[] place =
            data.buffers().get(1).asSlice(row * bytes, bytes).toArray(ValueLayout.JAVA_BYTE);
        places.add(integer(place, true).longValue());
      }
      source = data.dictionary().orElseThrow().values();
    }
    List<MemorySegment> buffers = new ArrayList<>();
    buffers.add(MemorySegment.NULL);
    switch (source.type()) {
      case DataType.Utf8 _, DataType.Binary _, DataType.LargeUtf8 _, DataType.LargeBinary _ -> {
        boolean isLarge = Widths.of(source.type()) == 8;
        MemorySegment offsets = memory.allocate((rows.size() + 1L) * 8, 8).fill((byte) 0);
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < places.size(); i++) {
          all.append(value(source, places.get(i)));
          if (isLarge) {
            offsets.set(Numbers.LONG, 8L * (i + 1), all.length());
          } else {
            offsets.set(Numbers.INT, 4L * (i + 1), all.length());
          }
        }
        byte[] text = all.toString().getBytes(StandardCharsets.ISO_8859_1);
        buffers.add(offsets);
        buffers.add(memory.allocate(text.length, 1).copyFrom(MemorySegment.ofArray(text)));
      }
      case DataType.Bool _ -> buffers.add(memory.allocate(rows.size(), 1).fill((byte) 0));
      default -> {
        long width = Widths.of(source.type());
        MemorySegment values = memory.allocate(rows.size() * width, 8);
        for (int i = 0; i < places.size(); i++) {
          MemorySegment.copy(
              source.buffers().get(1), places.get(i) * width, values, i * width, width);
        }
        buffers.add(values);
        buffers.addAll(source.buffers().subList(2, source.buffers().size()));
      }
    }
    return new ArrayData(source.type(), rows.size(), 0, buffers, List.of(), Optional.empty());
  }

  /// The places of all leaves that are in no list, and have values.
  static List<List<Integer>> paths(List<io.zenith.schema.Field> fields) {
    List<List<Integer>> paths = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      int place = i;
      if (fields.get(i).type() instanceof DataType.Struct(var children)) {
        paths(children)
            .forEach(path -> {
              List<Integer> whole = new ArrayList<>(List.of(place));
              whole.addAll(path);
              paths.add(whole);
            });
      } else if (fields.get(i).type().children().isEmpty()
          && !(fields.get(i).type() instanceof DataType.Null)) {
        paths.add(List.of(place));
      }
    }
    return paths;
  }
}
