package io.zenith.arrow.schema;

import io.zenith.error.MalformedDataException;
import io.zenith.error.UnsupportedDataException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The boundary to the generated flatbuffer accessors, which trust their bytes.
///
/// They follow whatever offsets they find; the heap buffer behind them stops what leads outside.
/// All code that calls them runs inside [#parse], which turns what they throw then into one
/// exception.
public final class Flatbuffers {
  private Flatbuffers() {}

  /// Runs code that reads a flatbuffer.
  public static <T> T parse(Place place, Supplier<T> parser) {
    try {
      return parser.get();
    } catch (MalformedDataException | UnsupportedDataException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new MalformedDataException(
          place.toString(), "metadata that points outside itself", "a sound flatbuffer", e);
    }
  }

  /// A table that the format requires.
  @SuppressWarnings("exports") // an annotation, which callers may lack
  public static <T> T required(@Nullable T table, String name, Place place) {
    if (table == null) {
      throw place.malformed("no " + name, "one");
    }
    return table;
  }

  /// The length of a vector, which its elements must fit.
  ///
  /// @param length what the file says
  /// @param elementBytes bytes an element
  /// @param available bytes of the whole flatbuffer
  public static int vectorLength(
      int length, int elementBytes, int available, String name, Place place) {
    if (length < 0 || (long) length * elementBytes > available) {
      throw place.malformed(
          Integer.toUnsignedString(length) + " " + name, "as many as fit " + available + " bytes");
    }
    return length;
  }

  /// Text that must be valid; none is empty text.
  static String text(@Nullable ByteBuffer bytes, String name, Place place) {
    if (bytes == null) {
      return "";
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedDataException(
          place.toString(), name + " that is not valid UTF-8", "text in UTF-8", e);
    }
  }
}
