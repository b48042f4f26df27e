package io.zenith.internal.layout;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The shapes that Arrow's canonical extension types give to the values of a column.
///
/// From: Arrow columnar format, Canonical Extension Types, Fixed shape tensor and Variable shape
/// tensor.
public final class TensorShapes {
  private static final String FIXED = "arrow.fixed_shape_tensor";
  private static final String VARIABLE = "arrow.variable_shape_tensor";

  /// Characters of a list of dimensions: some dozen have few hundred.
  private static final int MOST_TEXT = 1000;

  private static final String SHAPE = "\"shape\"";
  private static final String PERMUTATION = "\"permutation\"";

  private TensorShapes() {}

  /// The shape of each value of a column of tensors of one shape, as it lies in memory; nothing for
  /// other columns.
  ///
  /// @throws MalformedDataException if the metadata gives no shape, or one of another size
  public static Optional<long[]> fixed(Node column) {
    if (!isFixed(column.field)) {
      return Optional.empty();
    }
    int size = ((DataType.FixedSizeList) column.field.type()).size();
    Optional<long[]> shape = numbers(column.field, SHAPE).filter(found -> isOf(size, found));
    if (shape.isEmpty()) {
      throw new MalformedDataException(
          column.where() + ", metadata of " + FIXED,
          metadata(column.field),
          "a shape of " + size + " elements");
    }
    return shape;
  }

  private static boolean isFixed(Field field) {
    return field.type() instanceof DataType.FixedSizeList
        && field.extensionName().filter(FIXED::equals).isPresent();
  }

  private static String metadata(Field field) {
    return field.metadata().getOrDefault("ARROW:extension:metadata", "");
  }

  private static Optional<long[]> numbers(Field field, String name) {
    Optional<String> list = list(metadata(field), name);
    if (list.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          Stream.of(list.get().isBlank() ? new String[0] : list.get().split(",", -1))
              .mapToLong(number -> Long.parseLong(number.strip()))
              .toArray());
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  /// What stands between the brackets behind the name in a JSON object, in which a text that looks
  /// like the name has its quotes escaped.
  private static Optional<String> list(String json, String name) {
    for (int at = json.indexOf(name); at >= 0; at = json.indexOf(name, at + 1)) {
      int from = behind('[', json, behind(':', json, at + name.length()));
      if (from >= 0 && (at == 0 || json.charAt(at - 1) != '\\')) {
        int end = json.indexOf(']', from);
        return end < 0 || end - from > MOST_TEXT
            ? Optional.empty()
            : Optional.of(json.substring(from, end));
      }
    }
    return Optional.empty();
  }

  /// The place behind a character that comes next but for blanks, or -1.
  private static int behind(char expected, String text, int from) {
    int at = from;
    while (at >= 0 && at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at >= 0 && at < text.length() && text.charAt(at) == expected ? at + 1 : -1;
  }

  /// What the metadata of a column of tensors of one shape say about their dimensions, in words;
  /// empty for other columns.
  public static String describe(Field field) {
    if (!isFixed(field)) {
      return "";
    }
    Optional<String> shape = numbers(field, SHAPE).map(Arrays::toString);
    Optional<String> permutation =
        numbers(field, PERMUTATION).filter(order -> !isInOrder(order)).map(Arrays::toString);
    return " of shape "
        + shape.orElse("unknown")
        + permutation.map(order -> " permuted by " + order).orElse("");
  }

  private static boolean isInOrder(long[] order) {
    return IntStream.range(0, order.length).allMatch(i -> order[i] == i);
  }

  /// Whether a column holds tensors each of which has a shape of its own: a list of elements, and a
  /// list of the sizes of the dimensions.
  public static boolean isVariable(Field field) {
    return field.type() instanceof DataType.Struct(List<Field> parts)
        && field.extensionName().filter(VARIABLE::equals).isPresent()
        && parts.size() == 2
        && Kind.of(parts.getFirst().type()) == Kind.LIST
        && parts.getLast().type() instanceof DataType.FixedSizeList(Field size, _)
        && Kind.of(size.type()) == Kind.INT;
  }

  /// The shape of one tensor of a column of tensors of any shape.
  ///
  /// @throws MalformedDataException if it has not as many elements as the shape says
  public static long[] variable(Node column, long place) {
    Node elements = column.children.getFirst();
    Node shapes = column.children.getLast();
    Node sizes = shapes.children.getFirst();
    int dimensions = ((DataType.FixedSizeList) shapes.field.type()).size();
    long[] shape = new long[dimensions];
    for (int i = 0; i < dimensions; i++) {
      shape[i] = sizes.integer(place * dimensions + i);
    }
    long count = elements.end(place) - elements.offset(place);
    if (isOf(count, shape)) {
      return shape;
    }
    throw column.malformed(
        place, "shape " + Arrays.toString(shape), "one of " + count + " elements");
  }

  private static boolean isOf(long size, long[] shape) {
    try {
      return Arrays.stream(shape).allMatch(length -> length >= 0)
          && Arrays.stream(shape).reduce(1, Math::multiplyExact) == size;
    } catch (ArithmeticException _) {
      return false;
    }
  }
}
