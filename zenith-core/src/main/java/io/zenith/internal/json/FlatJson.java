package io.zenith.internal.json;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// A JSON object of strings and 64-bit integers, with a checksum: what small files of numbers are
/// made of.
///
/// The last field, `check`, is the CRC-32, as 8 hexadecimal digits, of the object without it, as
/// [#compact] writes it: in ASCII, without blanks, fields in their order.
public final class FlatJson {
  private static final String CHECK = "check";

  private final String where;
  private final Map<String, Object> fields = new LinkedHashMap<>();

  private FlatJson(String where) {
    this.where = where;
  }

  /// An object without fields.
  public static FlatJson empty() {
    return new FlatJson("");
  }

  /// Reads an object and verifies its checksum.
  ///
  /// @param where what the text is, for errors
  /// @throws MalformedDataException if the text is anything else
  public static FlatJson parse(String text, String where) {
    FlatJson json = new FlatJson(where);
    new FlatJsonReader(text, where).read(json);
    String found = json.text(CHECK);
    json.fields.remove(CHECK);
    String expected = json.checksum();
    if (!found.equals(expected)) {
      throw json.malformed(CHECK, found, expected + ", as its other fields add up to");
    }
    return json;
  }

  /// Adds a field, at the end.
  public FlatJson put(String name, String value) {
    fields.put(name, value);
    return this;
  }

  /// Adds a field, at the end.
  public FlatJson put(String name, long value) {
    fields.put(name, value);
    return this;
  }

  /// Adds the fields of another, at the end.
  public FlatJson putAll(FlatJson other) {
    fields.putAll(other.fields);
    return this;
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  /// The fields, in their order: each a [String] or a [Long].
  public Map<String, Object> fields() {
    return new LinkedHashMap<>(fields);
  }

  /// A string.
  ///
  /// @throws MalformedDataException if there is no such field, or it is no string
  public String text(String name) {
    Object value = value(name);
    if (value instanceof String text) {
      return text;
    }
    throw malformed(name, String.valueOf(value), "a string");
  }

  /// A string of hexadecimal digits.
  ///
  /// @throws MalformedDataException if there is no such field, or it is no string, or not so many
  ///   hexadecimal digits in lower case
  public String hex(String name, int digits) {
    String text = text(name);
    boolean isHex = text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    if (text.length() != digits || !isHex) {
      throw malformed(name, "'" + text + "'", digits + " hexadecimal digits");
    }
    return text;
  }

  /// An integer.
  ///
  /// @throws MalformedDataException if there is no such field, or it is no integer
  public long number(String name) {
    Object value = value(name);
    if (value instanceof Long number) {
      return number;
    }
    throw malformed(name, "'" + value + "'", "an integer");
  }

  /// An integer in a range.
  ///
  /// @throws MalformedDataException if there is no such field, or it is no such integer
  public long number(String name, long least, long most) {
    long number = number(name);
    if (number < least || number > most) {
      throw malformed(name, String.valueOf(number), "an integer from " + least + " to " + most);
    }
    return number;
  }

  /// Refuses another version than the one that is known.
  ///
  /// @throws MalformedDataException if there is no such field, or it is no version
  /// @throws UnsupportedDataException if it is another
  public void requireVersion(String name, long known) {
    long version = number(name, 1, Long.MAX_VALUE);
    if (version != known) {
      throw new UnsupportedDataException(
          where, name + " " + version + " is not supported, only " + known);
    }
  }

  /// The error of a field that is not as it should be.
  public MalformedDataException malformed(String name, String found, String expected) {
    return new MalformedDataException(where + ", field " + name, found, expected);
  }

  private Object value(String name) {
    @Nullable Object value = fields.get(name);
    if (value == null) {
      throw malformed(name, "nothing", "a value");
    }
    return value;
  }

  /// On one line, with checksum.
  public String line() {
    return checked().write("", ", ", ": ", "");
  }

  /// A field a line, with checksum and a line end.
  public String lines() {
    return checked().write("\n  ", ",\n  ", ": ", "\n") + "\n";
  }

  /// Without checksum, blanks or line ends: the form that is hashed.
  public String compact() {
    return write("", ",", ":", "");
  }

  private FlatJson checked() {
    return empty().putAll(this).put(CHECK, checksum());
  }

  private String checksum() {
    CRC32 crc = new CRC32();
    crc.update(compact().getBytes(StandardCharsets.US_ASCII));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  private String write(String open, String comma, String colon, String close) {
    StringBuilder out = new StringBuilder("{").append(open);
    String before = "";
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      out.append(before);
      quote(field.getKey(), out);
      out.append(colon);
      if (field.getValue() instanceof String text) {
        quote(text, out);
      } else {
        out.append(field.getValue());
      }
      before = comma;
    }
    return out.append(close).append('}').toString();
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ' || c > '~') {
            out.append("\\u").append(HexFormat.of().toHexDigits(c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
