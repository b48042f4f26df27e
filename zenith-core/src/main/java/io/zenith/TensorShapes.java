package io.zenith;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/// The shapes that Arrow's canonical extension types give to the values of a column.
///
/// From: Arrow columnar format, Canonical Extension Types, Fixed shape tensor and Variable shape
/// tensor.
final class TensorShapes {
  private static final String FIXED = "arrow.fixed_shape_tensor";
  private static final String VARIABLE = "arrow.variable_shape_tensor";

  private static final String NAME = "\"shape\"";

  private TensorShapes() {}

  /// The shape of each value of a column of tensors of one shape, as it lies in memory; nothing for
  /// other columns.
  ///
  /// @param size elements a value
  /// @throws MalformedDataException if the metadata gives no shape, or one of another size
  static Optional<long[]> fixed(Node column, long size) {
    if (!column.field.extensionName().filter(FIXED::equals).isPresent()) {
      return Optional.empty();
    }
    String metadata = column.field.metadata().getOrDefault("ARROW:extension:metadata", "");
    try {
      long[] shape =
          Stream.of(list(metadata).split(","))
              .map(String::strip)
              .filter(text -> !text.isEmpty())
              .mapToLong(Long::parseLong)
              .toArray();
      if (isShapeOf(shape, size)) {
        return Optional.of(shape);
      }
    } catch (ArithmeticException | NumberFormatException _) {
      // no shape of this size
    }
    throw new MalformedDataException(
        column.where() + ", metadata of " + FIXED, metadata, "a shape of " + size + " elements");
  }

  /// What stands between the brackets behind the name in a JSON object, in which a text that looks
  /// like the name has its quotes escaped.
  private static String list(String json) {
    for (int at = json.indexOf(NAME); at >= 0; at = json.indexOf(NAME, at + 1)) {
      int from = behind('[', json, behind(':', json, at + NAME.length()));
      if (from >= 0 && (at == 0 || json.charAt(at - 1) != '\\')) {
        int end = json.indexOf(']', from);
        return json.substring(from, Math.max(from, end));
      }
    }
    return "none";
  }

  /// The place behind a character that comes next but for blanks, or -1.
  private static int behind(char expected, String text, int from) {
    int at = from;
    while (at >= 0 && at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at >= 0 && at < text.length() && text.charAt(at) == expected ? at + 1 : -1;
  }

  /// Whether a column holds tensors each of which has a shape of its own: a list of elements, and a
  /// list of the sizes of the dimensions.
  static boolean isVariable(Node column) {
    return column.kind == Kind.STRUCT
        && column.field.extensionName().filter(VARIABLE::equals).isPresent()
        && column.children.size() == 2
        && column.children.getFirst().kind == Kind.LIST
        && column.children.getLast().kind == Kind.FIXED_SIZE_LIST
        && column.children.getLast().children.getFirst().kind == Kind.INT;
  }

  /// The shape of one tensor of a column of tensors of any shape.
  ///
  /// @throws MalformedDataException if it has not as many elements as the shape says
  static long[] variable(Node column, long place) {
    Node elements = column.children.getFirst();
    Node shapes = column.children.getLast();
    Node sizes = shapes.children.getFirst();
    int dimensions = ((DataType.FixedSizeList) shapes.field.type()).size();
    long[] shape = new long[dimensions];
    for (int i = 0; i < dimensions; i++) {
      shape[i] = sizes.integer(place * dimensions + i);
    }
    long count = elements.end(place) - elements.offset(place);
    try {
      if (isShapeOf(shape, count)) {
        return shape;
      }
    } catch (ArithmeticException _) {
      // more than there can be
    }
    throw column.malformed(
        place, "shape " + Arrays.toString(shape), "one of " + count + " elements");
  }

  private static boolean isShapeOf(long[] shape, long elements) {
    return Arrays.stream(shape).allMatch(size -> size >= 0)
        && Arrays.stream(shape).reduce(1, Math::multiplyExact) == elements;
  }
}
