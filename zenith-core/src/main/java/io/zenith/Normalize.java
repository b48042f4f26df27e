package io.zenith;

import io.zenith.internal.layout.Elements;
import io.zenith.internal.layout.SchemaIndex;
import io.zenith.internal.rows.NewColumns;
import io.zenith.schema.DataType;
import io.zenith.schema.Schema;
import java.util.Arrays;
import java.util.Optional;

/// Makes `(x - mean) / deviation` of the numbers of a column, or of fixed-size lists of numbers
/// such as images: as `float32`, computed in `float32`. Nulls stay null.
public final class Normalize implements Transform {
  private final String column;
  private final float[] means;
  private final float[] deviations;

  private Normalize(String column, double[] means, double[] deviations) {
    if (means.length == 0 || means.length != deviations.length) {
      throw new IllegalArgumentException(
          means.length + " means and " + deviations.length + " deviations; one each a channel");
    }
    this.column = column;
    this.means = floats(means);
    this.deviations = floats(deviations);
    for (int i = 0; i < means.length; i++) {
      if (!Float.isFinite(this.means[i])
          || !Float.isFinite(this.deviations[i])
          || this.deviations[i] == 0) {
        throw new IllegalArgumentException(
            "mean "
                + means[i]
                + ", deviation "
                + deviations[i]
                + "; finite ones, and not divided by 0");
      }
    }
  }

  private static float[] floats(double[] values) {
    float[] floats = new float[values.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }

  /// With one mean and one standard deviation for all numbers.
  ///
  /// @throws IllegalArgumentException if one is not finite, or the deviation is 0
  public static Normalize of(String column, double mean, double deviation) {
    return new Normalize(column, new double[] {mean}, new double[] {deviation});
  }

  /// With a mean and a standard deviation for each channel: number i of a row belongs to channel i
  /// mod the number of channels, as in images of `[height, width, channels]`.
  ///
  /// @throws IllegalArgumentException if one is not finite, a deviation is 0, or there are not as
  ///   many of both
  public static Normalize of(String column, double[] means, double[] deviations) {
    return new Normalize(column, means, deviations);
  }

  /// The same columns, with `float32` for the numbers of this one.
  ///
  /// @throws IllegalArgumentException if there is no such column, it has no numbers, or not a whole
  ///   number of channels
  @Override
  public Schema output(Schema input) {
    Schema output = Elements.with(input, column, new DataType.FloatingPoint(32));
    DataType type = output.fields().get(new SchemaIndex(output).of(column)).type();
    if (NewColumns.width(type) / Float.BYTES % means.length != 0) {
      throw new IllegalArgumentException(
          "column '" + column + "' is " + type + ", which has no " + means.length + " channels");
    }
    return output;
  }

  @Override
  public void apply(Rows rows) {
    rows.elements(column).writeFloats(rows.out(column), means.length, this::normalize);
  }

  private void normalize(float[] run, int size) {
    if (means.length == 1) {
      float mean = means[0];
      float deviation = deviations[0];
      for (int i = 0; i < size; i++) {
        run[i] = (run[i] - mean) / deviation;
      }
      return;
    }
    for (int i = 0; i < size; i += means.length) {
      for (int channel = 0; channel < means.length; channel++) {
        run[i + channel] = (run[i + channel] - means[channel]) / deviations[channel];
      }
    }
  }

  @Override
  public Optional<String> identity() {
    return Optional.of("normalize/1 " + this);
  }

  /// Column, means and deviations.
  @Override
  public String toString() {
    return "'" + column + "' by " + Arrays.toString(means) + ", " + Arrays.toString(deviations);
  }
}
