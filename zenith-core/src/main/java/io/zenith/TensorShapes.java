package io.zenith;

import io.zenith.error.MalformedDataException;
import io.zenith.schema.DataType;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The shapes that Arrow's canonical extension types give to the values of a column.
///
/// From: Arrow columnar format, Canonical Extension Types, Fixed shape tensor and Variable shape
/// tensor.
final class TensorShapes {
  private static final String FIXED = "arrow.fixed_shape_tensor";
  private static final String VARIABLE = "arrow.variable_shape_tensor";

  /// The metadata is a JSON object. A name in it that looks like this has its quotes escaped.
  private static final Pattern SHAPE =
      Pattern.compile("(?<!\\\\)\"shape\"\\s*:\\s*\\[([0-9,\\s]{0,1000})]");

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
    Matcher matcher = SHAPE.matcher(metadata);
    if (matcher.find()) {
      try {
        long[] shape =
            Stream.of(matcher.group(1).split(","))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .mapToLong(Long::parseLong)
                .toArray();
        if (product(shape) == size) {
          return Optional.of(shape);
        }
      } catch (ArithmeticException | NumberFormatException _) {
        // no shape of this size
      }
    }
    throw new MalformedDataException(
        column.where() + ", metadata of " + FIXED, metadata, "a shape of " + size + " elements");
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
      if (Arrays.stream(shape).allMatch(size -> size >= 0) && product(shape) == count) {
        return shape;
      }
    } catch (ArithmeticException _) {
      // more than there can be
    }
    throw column.malformed(
        place, "shape " + Arrays.toString(shape), "one of " + count + " elements");
  }

  private static long product(long[] shape) {
    return Arrays.stream(shape).reduce(1, Math::multiplyExact);
  }
}
