package io.zenith.arrow;

import io.zenith.schema.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Makes a column of the keys of its values, where these are not nested.
///
/// @param plan how to write the column
/// @param body where to
/// @param memory for its buffers
record WholeDictionary(ColumnPlan plan, WrittenBody body, WriterMemory memory) {
  /// Behind the mark of a value that is not null.
  private static final int FIXED_AT = 1;

  /// Behind its length too.
  private static final int VARIABLE_AT = FIXED_AT + Long.BYTES;

  private static final int VIEW = 16;
  private static final int MOST_INLINE = 12;

  /// Whether a type has no children.
  static boolean knows(DataType type) {
    return type.children().isEmpty()
        && !(type instanceof DataType.Struct)
        && !(type instanceof DataType.Null);
  }

  /// Adds the values.
  void add(List<String> keys) {
    MemorySegment valid = memory.allocate(Bits.bytes(keys.size())).fill((byte) 0);
    for (int i = 0; i < keys.size(); i++) {
      if (isValue(keys.get(i))) {
        Bits.set(valid, i);
      }
    }
    long nulls = keys.size() - Bits.ones(valid, keys.size());
    body.node(keys.size(), nulls);
    body.buffer(nulls == 0 ? MemorySegment.NULL : valid);
    switch (plan.type()) {
      case DataType.Bool _ -> booleans(keys);
      case DataType.Utf8 _, DataType.LargeUtf8 _, DataType.Binary _, DataType.LargeBinary _ ->
          variable(keys);
      case DataType.Utf8View _, DataType.BinaryView _ -> views(keys);
      default -> fixed(keys);
    }
  }

  private static boolean isValue(String key) {
    return key.charAt(0) != 0;
  }

  private void booleans(List<String> keys) {
    MemorySegment bits = memory.allocate(Bits.bytes(keys.size())).fill((byte) 0);
    for (int i = 0; i < keys.size(); i++) {
      if (isValue(keys.get(i)) && keys.get(i).charAt(FIXED_AT) != 0) {
        Bits.set(bits, i);
      }
    }
    body.buffer(bits);
  }

  private void fixed(List<String> keys) {
    int width = plan.width();
    MemorySegment values = memory.allocate((long) keys.size() * width).fill((byte) 0);
    for (int i = 0; i < keys.size(); i++) {
      if (isValue(keys.get(i))) {
        put(keys.get(i), FIXED_AT, values, (long) i * width);
      }
    }
    body.buffer(values);
  }

  private void variable(List<String> keys) {
    int width = plan.offsetWidth();
    MemorySegment offsets = memory.allocate((keys.size() + 1L) * width);
    Numbers.set(offsets, width, 0, 0);
    long end = 0;
    for (int i = 0; i < keys.size(); i++) {
      end += Math.max(0, keys.get(i).length() - VARIABLE_AT);
      Numbers.set(offsets, width, i + 1L, end);
    }
    if (width == Integer.BYTES) {
      requireInt(end);
    }
    MemorySegment bytes = memory.allocate(end);
    for (int i = 0; i < keys.size(); i++) {
      if (isValue(keys.get(i))) {
        put(keys.get(i), VARIABLE_AT, bytes, Numbers.get(offsets, width, i));
      }
    }
    body.buffer(offsets);
    body.buffer(bytes);
  }

  private void views(List<String> keys) {
    long used = 0;
    for (String key : keys) {
      int length = key.length() - VARIABLE_AT;
      used += length > MOST_INLINE ? length : 0;
    }
    requireInt(used);
    MemorySegment data = memory.allocate(used);
    MemorySegment views = memory.allocate((long) keys.size() * VIEW).fill((byte) 0);
    int end = 0;
    for (int i = 0; i < keys.size(); i++) {
      int length = Math.max(0, keys.get(i).length() - VARIABLE_AT);
      long view = (long) i * VIEW;
      views.set(Numbers.INT, view, length);
      if (length > MOST_INLINE) {
        put(keys.get(i), VARIABLE_AT, data, end);
        MemorySegment.copy(data, end, views, view + 4, 4);
        views.set(Numbers.INT, view + 12, end);
        end += length;
      } else if (length > 0) {
        put(keys.get(i), VARIABLE_AT, views, view + 4);
      }
    }
    body.buffer(views);
    if (used > 0) {
      body.buffer(data);
    }
    body.variadicCount(used > 0 ? 1 : 0);
  }

  private void requireInt(long bytes) {
    if (bytes > Integer.MAX_VALUE) {
      throw new IllegalStateException(
          plan.path() + ": the dictionaries of its batches have more than 2 GiB together");
    }
  }

  private static void put(String key, int from, MemorySegment target, long at) {
    byte[] bytes = key.getBytes(StandardCharsets.ISO_8859_1);
    MemorySegment.copy(bytes, from, target, ValueLayout.JAVA_BYTE, at, bytes.length - from);
  }
}
