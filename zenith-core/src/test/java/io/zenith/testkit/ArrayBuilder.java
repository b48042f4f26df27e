package io.zenith.testkit;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.spi.ArrayData;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;

/// Columns in Arrow's layout, built by hand in native memory from the values that [ColumnValues]
/// reads back.
///
/// A plain column is as small as it can be. A noisy one uses what the layout allows: garbage under
/// nulls, between lists and behind the last value, offsets that begin anywhere, buffers at odd
/// addresses, an unknown null count, dictionaries with duplicates, nulls and values that nobody
/// uses. The memory lives as long as someone refers to it.
public final class ArrayBuilder {
  private static final int MOST_NOISE = 5;

  /// Duplicates must leave room for the values in what a byte can index.
  private static final int MOST_ENTRIES = 60;

  private final SplittableRandom noise;
  private final boolean noisy;

  private ArrayBuilder(SplittableRandom noise, boolean noisy) {
    this.noise = noise;
    this.noisy = noisy;
  }

  /// The column of these values, without anything that need not be there.
  public static ArrayData plain(DataType type, List<?> values) {
    return new ArrayBuilder(new SplittableRandom(0), false).build(type, values);
  }

  /// A column of these values among all the noise that the layout allows.
  public static ArrayData noisy(DataType type, List<?> values, SplittableRandom random) {
    return new ArrayBuilder(random, true).build(type, values);
  }

  private ArrayData build(DataType type, List<?> values) {
    return switch (type) {
      case DataType.Bool _ -> booleans(type, values);
      case DataType.Int _,
          DataType.FloatingPoint _,
          DataType.Decimal _,
          DataType.FixedSizeBinary _,
          DataType.Date _,
          DataType.Time _,
          DataType.Timestamp _,
          DataType.Duration _ ->
          fixed(type, values);
      case DataType.Utf8 _, DataType.Binary _ -> variable(type, values);
      case DataType.List(Field element) -> list(type, element, values);
      case DataType.FixedSizeList(Field element, int size) ->
          fixedSizeList(type, element, size, values);
      case DataType.Struct(List<Field> fields) -> struct(type, fields, values);
      case DataType.Dictionary dictionary -> dictionary(dictionary, values);
    };
  }

  private ArrayData booleans(DataType type, List<?> values) {
    byte[] bits = new byte[(values.size() + 7) / 8];
    for (int i = 0; i < bits.length * 8; i++) {
      Object value = i < values.size() ? values.get(i) : null;
      if (value == null ? noisy && noise.nextBoolean() : (boolean) value) {
        bits[i >> 3] |= (byte) (1 << (i & 7));
      }
    }
    return array(type, values, List.of(segment(bits)), List.of());
  }

  private ArrayData fixed(DataType type, List<?> values) {
    int width = width(type);
    byte[] content = new byte[values.size() * width];
    ByteBuffer bytes = little(content);
    for (Object value : values) {
      if (value == null) {
        bytes.put(garbage(width));
      } else {
        put(bytes, type, width, value);
      }
    }
    return array(type, values, List.of(segment(content)), List.of());
  }

  private static void put(ByteBuffer bytes, DataType type, int width, Object value) {
    switch (type) {
      case DataType.FloatingPoint(int bits) -> {
        switch (bits) {
          case 16 -> bytes.putShort(Float.floatToFloat16((float) value));
          case 32 -> bytes.putFloat((float) value);
          default -> bytes.putDouble((double) value);
        }
      }
      case DataType.Decimal decimal -> putDecimal(bytes, decimal, (BigDecimal) value);
      case DataType.FixedSizeBinary _ -> bytes.put(((Bytes) value).toArray());
      default -> putInteger(bytes, width, (long) value);
    }
  }

  private static void putInteger(ByteBuffer bytes, int width, long value) {
    switch (width) {
      case 1 -> bytes.put((byte) value);
      case 2 -> bytes.putShort((short) value);
      case 4 -> bytes.putInt((int) value);
      default -> bytes.putLong(value);
    }
  }

  private static void putDecimal(ByteBuffer bytes, DataType.Decimal type, BigDecimal value) {
    BigInteger unscaled = value.setScale(type.scale()).unscaledValue();
    bytes.putLong(unscaled.longValue());
    bytes.putLong(unscaled.shiftRight(64).longValue());
  }

  /// Bytes a value of a type of fixed width.
  private static int width(DataType type) {
    return switch (type) {
      case DataType.Int(int bits, _) -> bits / 8;
      case DataType.FloatingPoint(int bits) -> bits / 8;
      case DataType.Date(int bits) -> bits / 8;
      case DataType.Time time -> time.bits() / 8;
      case DataType.Decimal _ -> 16;
      case DataType.FixedSizeBinary(int byteWidth) -> byteWidth;
      default -> 8;
    };
  }

  private ArrayData variable(DataType type, List<?> values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(garbage(slack()));
    byte[] content = new byte[4 * (values.size() + 1)];
    ByteBuffer offsets = little(content);
    offsets.putInt(bytes.size());
    for (Object value : values) {
      bytes.writeBytes(
          switch (value) {
            case null -> garbage(slack());
            case String text -> text.getBytes(StandardCharsets.UTF_8);
            default -> ((Bytes) value).toArray();
          });
      offsets.putInt(bytes.size());
    }
    return array(type, values, List.of(segment(content), segment(bytes.toByteArray())), List.of());
  }

  private ArrayData list(DataType type, Field element, List<?> values) {
    List<Object> elements = new ArrayList<>(garbageValues(element.type(), slack()));
    byte[] content = new byte[4 * (values.size() + 1)];
    ByteBuffer offsets = little(content);
    offsets.putInt(elements.size());
    for (Object value : values) {
      elements.addAll(value == null ? garbageValues(element.type(), slack()) : (List<?>) value);
      offsets.putInt(elements.size());
    }
    elements.addAll(garbageValues(element.type(), slack()));
    return array(type, values, List.of(segment(content)), List.of(build(element.type(), elements)));
  }

  private ArrayData fixedSizeList(DataType type, Field element, int size, List<?> values) {
    List<Object> elements = new ArrayList<>();
    for (Object value : values) {
      elements.addAll(value == null ? garbageValues(element.type(), size) : (List<?>) value);
    }
    elements.addAll(garbageValues(element.type(), slack()));
    return array(type, values, List.of(), List.of(build(element.type(), elements)));
  }

  private ArrayData struct(DataType type, List<Field> fields, List<?> values) {
    List<ArrayData> children = new ArrayList<>();
    for (int field = 0; field < fields.size(); field++) {
      DataType fieldType = fields.get(field).type();
      List<Object> column = new ArrayList<>();
      for (Object value : values) {
        column.add(
            value == null
                ? garbageValues(fieldType, 1).getFirst()
                : ((Row) value).values().get(field));
      }
      column.addAll(garbageValues(fieldType, slack()));
      children.add(build(fieldType, column));
    }
    return array(type, values, List.of(), children);
  }

  private ArrayData dictionary(DataType.Dictionary type, List<?> values) {
    List<Object> entries = new ArrayList<>();
    for (Object value : values) {
      boolean again = noisy && entries.size() < MOST_ENTRIES && noise.nextInt(8) == 0;
      if (value != null && (again || !entries.contains(value))) {
        entries.add(value);
      }
    }
    entries.addAll(garbageValues(type.value(), slack()));
    boolean nullEntry = noisy && noise.nextBoolean();
    if (nullEntry) {
      entries.add(null);
    }
    shuffle(entries);
    List<Object> indices = new ArrayList<>();
    for (Object value : values) {
      indices.add(
          value != null || (nullEntry && noise.nextBoolean())
              ? (Object) place(entries, value)
              : null);
    }
    ArrayData index = fixed(type.index(), indices);
    return new ArrayData(
        type,
        index.length(),
        index.nullCount(),
        index.buffers(),
        List.of(),
        Optional.of(build(type.value(), entries)));
  }

  private void shuffle(List<Object> entries) {
    for (int i = entries.size(); noisy && i > 1; i--) {
      Collections.swap(entries, i - 1, noise.nextInt(i));
    }
  }

  /// The place of an entry; of several equal ones any, if there is noise.
  private long place(List<Object> entries, Object value) {
    int from = noisy ? noise.nextInt(entries.size()) : 0;
    for (int i = 0; i < entries.size(); i++) {
      int place = (from + i) % entries.size();
      if (Objects.equals(entries.get(place), value)) {
        return place;
      }
    }
    throw new IllegalArgumentException("no entry " + value);
  }

  private ArrayData array(
      DataType type, List<?> values, List<MemorySegment> buffers, List<ArrayData> children) {
    long nulls = values.stream().filter(Objects::isNull).count();
    boolean bitmap = nulls > 0 || (noisy && noise.nextBoolean());
    List<MemorySegment> all = new ArrayList<>();
    all.add(bitmap ? validity(values) : MemorySegment.NULL);
    all.addAll(buffers);
    boolean unknown = noisy && bitmap && noise.nextBoolean();
    return new ArrayData(
        type, values.size(), unknown ? -1 : nulls, all, children, Optional.empty());
  }

  private MemorySegment validity(List<?> values) {
    byte[] bits = garbage((values.size() + 7) / 8);
    for (int i = 0; i < values.size(); i++) {
      int bit = 1 << (i & 7);
      bits[i >> 3] = (byte) (values.get(i) == null ? bits[i >> 3] & ~bit : bits[i >> 3] | bit);
    }
    return segment(bits);
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private int slack() {
    return noisy ? noise.nextInt(MOST_NOISE) : 0;
  }

  private byte[] garbage(int bytes) {
    byte[] garbage = new byte[bytes];
    if (noisy) {
      noise.nextBytes(garbage);
    }
    return garbage;
  }

  private List<Object> garbageValues(DataType type, int count) {
    return noisy ? RandomData.values(type, count, noise) : Collections.nCopies(count, null);
  }

  private MemorySegment segment(byte[] bytes) {
    int before = slack();
    int after = slack();
    MemorySegment memory = Arena.ofAuto().allocate(Math.max(1, before + bytes.length + after), 8);
    memory.fill((byte) (noisy ? noise.nextInt() : 0));
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, before, bytes.length);
    return memory.asSlice(before, bytes.length + after);
  }
}
