package io.zenith.image;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The shape of all images of a column: lines of pixels, each with a value a channel.
///
/// @param height how many lines
/// @param width pixels a line
/// @param channels values a pixel
/// @param flat whether there is no dimension for channels, of which there is one
record ImageShape(int height, int width, int channels, boolean flat) {
  private static final String NAME = "ARROW:extension:name";
  private static final String METADATA = "ARROW:extension:metadata";
  private static final String FIXED = "arrow.fixed_shape_tensor";

  /// Checks that the values of an image can be counted.
  ///
  /// @throws IllegalArgumentException if there are none, or 2^31 values or more in an image
  ImageShape {
    if (height < 1 || width < 1 || channels < 1) {
      throw new IllegalArgumentException(
          "images of " + height + " x " + width + " x " + channels + "; at least 1 of each");
    }
    if ((long) height * width > Integer.MAX_VALUE / channels) {
      throw new IllegalArgumentException(
          "images of "
              + height
              + " x "
              + width
              + " x "
              + channels
              + "; at most 2^31 - 1 values each");
    }
  }

  /// Images with a dimension for channels.
  static ImageShape of(int height, int width, int channels) {
    return new ImageShape(height, width, channels, false);
  }

  /// The shape of the images of a column: of a tensor of fixed shape, or of fixed-size lists of
  /// fixed-size lists.
  ///
  /// @throws IllegalArgumentException if it holds no images
  static ImageShape of(Field field) {
    List<Integer> sizes = sizes(field);
    boolean flat = sizes.size() == 2;
    if (!flat && sizes.size() != 3) {
      throw new IllegalArgumentException(
          "column '"
              + field.name()
              + "' is "
              + field.type()
              + (sizes.isEmpty() ? "" : " of shape " + sizes)
              + "; expected images: a tensor of fixed shape [height, width, channels] or [height,"
              + " width], as Decode makes them");
    }
    return new ImageShape(sizes.get(0), sizes.get(1), flat ? 1 : sizes.get(2), flat);
  }

  private static List<Integer> sizes(Field field) {
    if (isTensor(field)) {
      return TensorMetadata.shape(field.metadata().getOrDefault(METADATA, ""))
          .filter(shape -> isOf(field.type(), shape))
          .orElseThrow(() ->
              new IllegalArgumentException(
                  "column '"
                      + field.name()
                      + "' has the metadata "
                      + field.metadata().get(METADATA)
                      + "; expected a shape of the values of "
                      + field.type()
                      + ", not permuted"));
    }
    List<Integer> sizes = new ArrayList<>();
    DataType type = field.type();
    while (type instanceof DataType.FixedSizeList(Field element, int size)) {
      sizes.add(size);
      type = element.type();
    }
    return sizes;
  }

  private static boolean isTensor(Field field) {
    return field.extensionName().filter(FIXED::equals).isPresent();
  }

  private static boolean isOf(DataType type, List<Integer> shape) {
    return type instanceof DataType.FixedSizeList(_, int size)
        && shape.stream().allMatch(length -> length >= 1)
        && shape.stream()
                .mapToLong(Integer::longValue)
                .reduce(1, (a, b) -> Math.min(a * b, 1L << 31))
            == size;
  }

  /// The type of single values.
  static DataType element(Field field) {
    DataType type = field.type();
    while (type instanceof DataType.FixedSizeList(Field inner, _)) {
      type = inner.type();
    }
    return type;
  }

  /// Values an image.
  int size() {
    return height * width * channels;
  }

  /// The same channels in another size.
  ImageShape sized(int newHeight, int newWidth) {
    return new ImageShape(newHeight, newWidth, channels, flat);
  }

  /// A column of images of this shape, in the place of another: its name, nulls and metadata stay,
  /// but for those that say what type it is.
  Field column(Field before, DataType element) {
    Map<String, String> metadata = new LinkedHashMap<>(before.metadata());
    metadata.put(NAME, FIXED);
    metadata.put(
        METADATA, "{\"shape\":[" + height + "," + width + (flat ? "" : "," + channels) + "]}");
    Field item = new Field("item", element, false, Map.of());
    return new Field(
        before.name(), new DataType.FixedSizeList(item, size()), before.nullable(), metadata);
  }

  /// Height, width and channels.
  @Override
  public String toString() {
    return height + " x " + width + (flat ? "" : " x " + channels);
  }
}
