package io.zenith.parquet;

import io.zenith.testkit.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A variant as plain Java values, read by itself and without a check: whole numbers and times are
/// a [Long], decimals a [BigDecimal], text a [String], bytes and UUIDs [Bytes].
final class VariantText {
  private final ByteBuffer metadata;
  private final ByteBuffer value;

  private VariantText(byte[] metadata, byte[] value) {
    this.metadata = ByteBuffer.wrap(metadata).order(ByteOrder.LITTLE_ENDIAN);
    this.value = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Reads a value.
  static @Nullable Object of(byte[] metadata, byte[] value) {
    return new VariantText(metadata, value).at(0);
  }

  private static int number(ByteBuffer bytes, int at, int width) {
    int number = 0;
    for (int i = 0; i < width; i++) {
      number |= (bytes.get(at + i) & 0xFF) << (8 * i);
    }
    return number;
  }

  private String name(int id) {
    int width = ((metadata.get(0) >> 6) & 3) + 1;
    int count = number(metadata, 1, width);
    int from = number(metadata, 1 + width * (1 + id), width);
    int end = number(metadata, 1 + width * (2 + id), width);
    return text(metadata, 1 + width * (2 + count) + from, end - from);
  }

  private static byte[] bytes(ByteBuffer source, int from, int size) {
    byte[] bytes = new byte[size];
    source.get(from, bytes);
    return bytes;
  }

  private static String text(ByteBuffer source, int from, int size) {
    return new String(bytes(source, from, size), StandardCharsets.UTF_8);
  }

  private @Nullable Object at(int from) {
    int type = (value.get(from) >> 2) & 0x3F;
    return switch (value.get(from) & 3) {
      case 0 -> primitive(type, from + 1);
      case 1 -> text(value, from + 1, type);
      case 2 -> object(from, (type & 3) + 1, ((type >> 2) & 3) + 1, type >> 4 == 0 ? 1 : 4);
      default -> array(from, (type & 3) + 1, type >> 2 == 0 ? 1 : 4);
    };
  }

  private Map<String, @Nullable Object> object(int from, int width, int idWidth, int countWidth) {
    Map<String, @Nullable Object> fields = new TreeMap<>();
    int count = number(value, from + 1, countWidth);
    int ids = from + 1 + countWidth;
    int offsets = ids + count * idWidth;
    int first = offsets + (count + 1) * width;
    for (int i = 0; i < count; i++) {
      fields.put(
          name(number(value, ids + i * idWidth, idWidth)),
          at(first + number(value, offsets + i * width, width)));
    }
    return fields;
  }

  private List<@Nullable Object> array(int from, int width, int countWidth) {
    List<@Nullable Object> elements = new ArrayList<>();
    int count = number(value, from + 1, countWidth);
    int offsets = from + 1 + countWidth;
    int first = offsets + (count + 1) * width;
    for (int i = 0; i < count; i++) {
      elements.add(at(first + number(value, offsets + i * width, width)));
    }
    return elements;
  }

  private @Nullable Object primitive(int type, int at) {
    return switch (type) {
      case 0 -> null;
      case 1 -> true;
      case 2 -> false;
      case 3 -> (long) value.get(at);
      case 4 -> (long) value.getShort(at);
      case 5, 11 -> (long) value.getInt(at);
      case 6, 12, 13, 17, 18, 19 -> value.getLong(at);
      case 7 -> value.getDouble(at);
      case 14 -> value.getFloat(at);
      case 8 -> BigDecimal.valueOf(value.getInt(at + 1), value.get(at));
      case 9 -> BigDecimal.valueOf(value.getLong(at + 1), value.get(at));
      case 10 ->
          new BigDecimal(
              BigInteger.valueOf(value.getLong(at + 9))
                  .shiftLeft(64)
                  .add(new BigInteger(Long.toUnsignedString(value.getLong(at + 1)))),
              value.get(at));
      case 15 -> Bytes.of(bytes(value, at + 4, value.getInt(at)));
      case 16 -> text(value, at + 4, value.getInt(at));
      case 20 -> Bytes.of(bytes(value, at, 16));
      default -> throw new AssertionError("type " + type);
    };
  }
}
