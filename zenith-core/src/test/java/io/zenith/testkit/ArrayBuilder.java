package io.zenith.testkit;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.IntervalUnit;
import io.zenith.schema.UnionMode;
import io.zenith.spi.ArrayData;
import io.zenith.spi.DictionaryData;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

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
      case DataType.Null _ -> nulls(type, values);
      case DataType.Bool _ -> booleans(type, values);
      case DataType.Int _,
          DataType.FloatingPoint _,
          DataType.Decimal _,
          DataType.FixedSizeBinary _,
          DataType.Date _,
          DataType.Time _,
          DataType.Timestamp _,
          DataType.Duration _,
          DataType.Interval _ ->
          fixed(type, values);
      case DataType.Utf8 _, DataType.Binary _ -> variable(type, 4, values);
      case DataType.LargeUtf8 _, DataType.LargeBinary _ -> variable(type, 8, values);
      case DataType.Utf8View _, DataType.BinaryView _ -> views(type, values);
      case DataType.List(Field element) -> list(type, 4, element, values);
      case DataType.LargeList(Field element) -> list(type, 8, element, values);
      case DataType.Map(Field entries, _) -> list(type, 4, entries, values);
      case DataType.ListView(Field element) -> listViews(type, 4, element, values);
      case DataType.LargeListView(Field element) -> listViews(type, 8, element, values);
      case DataType.Union union -> union(union, values);
      case DataType.RunEndEncoded(Field ends, Field runs) -> runs(type, ends, runs, values);
      case DataType.FixedSizeList(Field element, int size) ->
          fixedSizeList(type, element, size, values);
      case DataType.Struct(List<Field> fields) -> struct(type, fields, values);
      case DataType.Dictionary dictionary -> dictionary(dictionary, values);
    };
  }

  private static ArrayData nulls(DataType type, List<?> values) {
    List<MemorySegment> none = List.of(MemorySegment.NULL);
    return new ArrayData(type, values.size(), values.size(), none, List.of(), Optional.empty());
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
      case DataType.Interval(IntervalUnit unit) -> putInterval(bytes, unit, (Row) value);
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
    for (int shift = 0; shift < type.bits(); shift += 8) {
      bytes.put(unscaled.shiftRight(shift).byteValue());
    }
  }

  private static void putInterval(ByteBuffer bytes, IntervalUnit unit, Row value) {
    int months = Math.toIntExact((long) value.values().get(0));
    int days = Math.toIntExact((long) value.values().get(1));
    long nanos = (long) value.values().get(2);
    switch (unit) {
      case YEAR_MONTH -> bytes.putInt(months);
      case DAY_TIME -> bytes.putInt(days).putInt(Math.toIntExact(nanos / 1_000_000));
      case MONTH_DAY_NANO -> bytes.putInt(months).putInt(days).putLong(nanos);
    }
  }

  /// Bytes a value of a type of fixed width.
  private static int width(DataType type) {
    return switch (type) {
      case DataType.Int(int bits, _) -> bits / 8;
      case DataType.FloatingPoint(int bits) -> bits / 8;
      case DataType.Date(int bits) -> bits / 8;
      case DataType.Time time -> time.bits() / 8;
      case DataType.Decimal decimal -> decimal.bits() / 8;
      case DataType.Interval(IntervalUnit unit) ->
          switch (unit) {
            case YEAR_MONTH -> 4;
            case DAY_TIME -> 8;
            case MONTH_DAY_NANO -> 16;
          };
      case DataType.FixedSizeBinary(int byteWidth) -> byteWidth;
      default -> 8;
    };
  }

  private ArrayData variable(DataType type, int offsetWidth, List<?> values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(garbage(slack()));
    byte[] content = new byte[offsetWidth * (values.size() + 1)];
    ByteBuffer offsets = little(content);
    putInteger(offsets, offsetWidth, bytes.size());
    for (Object value : values) {
      bytes.writeBytes(value == null ? garbage(slack()) : bytes(value));
      putInteger(offsets, offsetWidth, bytes.size());
    }
    return array(type, values, List.of(segment(content), segment(bytes.toByteArray())), List.of());
  }

  private static byte[] bytes(Object value) {
    return value instanceof String text
        ? text.getBytes(StandardCharsets.UTF_8)
        : ((Bytes) value).toArray();
  }

  /// Noise: long values in several buffers, between garbage, some shared by equal ones; garbage
  /// under nulls.
  private ArrayData views(DataType type, List<?> values) {
    List<ByteArrayOutputStream> data = new ArrayList<>(List.of(new ByteArrayOutputStream()));
    Map<Object, byte[]> known = new HashMap<>();
    byte[] content = new byte[16 * values.size()];
    ByteBuffer views = little(content);
    for (Object value : values) {
      byte[] view = value == null ? garbage(16) : view(bytes(value), data);
      byte[] shared = value != null && noisy ? known.putIfAbsent(value, view) : null;
      views.put(shared == null ? view : shared);
    }
    List<MemorySegment> buffers = new ArrayList<>(List.of(segment(content)));
    data.forEach(bytes -> buffers.add(segment(bytes.toByteArray())));
    return array(type, values, buffers, List.of());
  }

  private byte[] view(byte[] value, List<ByteArrayOutputStream> data) {
    byte[] view = new byte[16];
    ByteBuffer fields = little(view).putInt(value.length);
    if (value.length <= 12) {
      fields.put(value);
      return view;
    }
    if (noisy && noise.nextInt(4) == 0) {
      data.add(new ByteArrayOutputStream());
    }
    ByteArrayOutputStream target = data.getLast();
    target.writeBytes(garbage(slack()));
    fields.put(value, 0, 4).putInt(data.size() - 1).putInt(target.size());
    target.writeBytes(value);
    return view;
  }

  private ArrayData list(DataType type, int offsetWidth, Field element, List<?> values) {
    List<Object> elements = new ArrayList<>(garbageValues(element.type(), slack()));
    byte[] content = new byte[offsetWidth * (values.size() + 1)];
    ByteBuffer offsets = little(content);
    putInteger(offsets, offsetWidth, elements.size());
    for (Object value : values) {
      elements.addAll(value == null ? garbageValues(element.type(), slack()) : (List<?>) value);
      putInteger(offsets, offsetWidth, elements.size());
    }
    elements.addAll(garbageValues(element.type(), slack()));
    return array(type, values, List.of(segment(content)), List.of(build(element.type(), elements)));
  }

  /// Noise: lists in any order, between garbage.
  private ArrayData listViews(DataType type, int width, Field element, List<?> values) {
    List<Object> elements = new ArrayList<>();
    byte[] starts = new byte[width * values.size()];
    byte[] lengths = new byte[width * values.size()];
    List<Integer> order = new ArrayList<>(IntStream.range(0, values.size()).boxed().toList());
    shuffle(order);
    for (int place : order) {
      List<?> list = (List<?>) values.get(place);
      elements.addAll(garbageValues(element.type(), slack()));
      int at = place * width;
      putInteger(little(starts).position(at), width, elements.size());
      elements.addAll(list == null ? garbageValues(element.type(), slack()) : list);
      putInteger(little(lengths).position(at), width, list == null ? 0 : list.size());
    }
    return array(
        type,
        values,
        List.of(segment(starts), segment(lengths)),
        List.of(build(element.type(), elements)));
  }

  /// Noise: nulls in any child, or marked by the union itself as before version 1.0.
  private ArrayData union(DataType.Union type, List<?> values) {
    boolean dense = type.mode() == UnionMode.DENSE;
    boolean bitmap = noisy && noise.nextBoolean();
    byte[] ids = new byte[values.size()];
    byte[] places = new byte[4 * values.size()];
    List<List<Object>> children = new ArrayList<>();
    type.fields().forEach(field -> children.add(new ArrayList<>()));
    for (int i = 0; i < ids.length; i++) {
      Row value = (Row) values.get(i);
      int child = noisy ? noise.nextInt(children.size()) : 0;
      Object member = null;
      if (value != null) {
        child = type.typeIds().indexOf(Math.toIntExact((long) value.values().getFirst()));
        member = value.values().getLast();
      } else if (bitmap) {
        member = garbageValues(type.fields().get(child).type(), 1).getFirst();
      }
      ids[i] = (byte) (int) type.typeIds().get(child);
      for (int other = 0; other < children.size(); other++) {
        DataType otherType = type.fields().get(other).type();
        List<Object> column = children.get(other);
        if (other == child) {
          little(places).putInt(4 * i, column.size());
          column.add(member);
        } else {
          column.addAll(garbageValues(otherType, dense ? slack() : 1));
        }
      }
    }
    List<ArrayData> built = new ArrayList<>();
    for (int i = 0; i < children.size(); i++) {
      built.add(build(type.fields().get(i).type(), children.get(i)));
    }
    List<MemorySegment> buffers = new ArrayList<>();
    buffers.add(bitmap ? validity(values) : MemorySegment.NULL);
    buffers.add(segment(ids));
    if (dense) {
      buffers.add(segment(places));
    }
    long nulls = bitmap ? values.stream().filter(Objects::isNull).count() : 0;
    return new ArrayData(type, values.size(), nulls, buffers, built, Optional.empty());
  }

  /// Noise: runs of equal values that follow each other, and runs behind the last row.
  private ArrayData runs(DataType type, Field ends, Field runs, List<?> values) {
    List<Object> places = new ArrayList<>();
    List<Object> different = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      boolean last = i + 1 == values.size();
      boolean cut = noisy && noise.nextInt(4) == 0;
      if (last || cut || !Objects.equals(values.get(i), values.get(i + 1))) {
        places.add((long) i + 1);
        different.add(values.get(i));
      }
    }
    for (int more = slack(); more > 0; more--) {
      places.add(values.size() + 1L + places.size());
      different.add(garbageValues(runs.type(), 1).getFirst());
    }
    return new ArrayData(
        type,
        values.size(),
        0,
        List.of(MemorySegment.NULL),
        List.of(build(ends.type(), places), build(runs.type(), different)),
        Optional.empty());
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
        Optional.of(parts(type.value(), entries)));
  }

  /// A dictionary that has grown now and then, and will grow.
  private DictionaryData parts(DataType type, List<Object> entries) {
    List<ArrayData> parts = new ArrayList<>();
    int at = 0;
    while (noisy && noise.nextInt(3) == 0) {
      int end = noise.nextInt(at, entries.size() + 1);
      parts.add(build(type, entries.subList(at, end)));
      at = end;
    }
    parts.add(build(type, entries.subList(at, entries.size())));
    if (noisy && !entries.isEmpty() && noise.nextInt(3) == 0) {
      parts.add(build(type, entries.subList(0, 1)));
    }
    return new DictionaryData(parts, entries.size());
  }

  private void shuffle(List<?> entries) {
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
