package io.zenith;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.filter.StoredNumber;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.RecordBatch;
import io.zenith.testkit.ArrayBuilder;
import io.zenith.testkit.MemFile;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The transforms that are there, against plain arithmetic.
class NumberTransformsTest {

  private static MemFolder folder(DataType type, List<?> values) throws Exception {
    return MemFolder.of(
        MemFile.mapped("a.mem", Schema.of(Field.of("x", type)))
            .split(new RecordBatch(0, values.size(), List.of(ArrayBuilder.plain(type, values)))));
  }

  /// Whole numbers and fractions of every type become others of every type, exactly as the
  /// arithmetic of big decimals has it, or are refused.
  @Test
  void castsAreExactRoundedOrRefused() {
    List<DataType> types = new ArrayList<>();
    for (int bits : new int[] {8, 16, 32, 64}) {
      types.add(new DataType.Int(bits, true));
      types.add(new DataType.Int(bits, false));
    }
    types.add(new DataType.FloatingPoint(16));
    types.add(new DataType.FloatingPoint(32));
    types.add(new DataType.FloatingPoint(64));
    Property.check(
        300,
        (random, _) -> {
          DataType from = types.get(random.nextInt(types.size()));
          DataType to = types.get(random.nextInt(types.size()));
          List<Object> values = RandomData.values(from, 1, 20, random);
          try (MemFolder folder = folder(from, values);
              DataLoader loader = folder.open().loader(1).map(Cast.of("x", to)).build()) {
            String expected = expected(folder, from, to);
            if (expected.equals("refused")) {
              String message =
                  assertThrows(IllegalStateException.class, () -> loader.iterator().next())
                      .getMessage();
              assertTrue(message.contains("; expected what fits " + to), message);
            } else {
              Batch batch = loader.iterator().next();
              assertEquals(to, batch.schema().fields().getFirst().type());
              assertEquals(expected, batch.column("x").text(0), from + " to " + to);
            }
          }
        });
  }

  private static String expected(MemFolder folder, DataType from, DataType to) throws Exception {
    String text = folder.open().rows(0, 1).column("x").text(0);
    if (text.equals("null")) {
      return text;
    }
    boolean isFinite = !text.equals("NaN") && !text.endsWith("Infinity");
    double rounded = Double.parseDouble(text);
    if (from instanceof DataType.FloatingPoint(int bits) && bits < 64) {
      rounded = Float.parseFloat(text); // the text is as short as a float32 needs
    }
    if (to instanceof DataType.FloatingPoint(int bits)) {
      float single =
          from instanceof DataType.Int && bits == 32 ? Float.parseFloat(text) : (float) rounded;
      return switch (bits) {
        case 16 -> String.valueOf(Float.float16ToFloat(Float.floatToFloat16(single)));
        case 32 -> String.valueOf(single);
        default -> String.valueOf(rounded);
      };
    }
    DataType.Int type = (DataType.Int) to;
    if (!isFinite) {
      return "refused";
    }
    BigInteger whole =
        from instanceof DataType.Int
            ? new BigInteger(text)
            : new BigDecimal(rounded).setScale(0, RoundingMode.DOWN).toBigInteger();
    BigInteger least = StoredNumber.least(type);
    BigInteger most = StoredNumber.most(type);
    return whole.compareTo(least) < 0 || whole.compareTo(most) > 0 ? "refused" : whole.toString();
  }

  /// The limits of all whole types, from `float64` and back.
  @Test
  void limitsFitAndWhatIsBeyondDoesNot() throws Exception {
    for (int bits : new int[] {8, 16, 32, 64}) {
      for (boolean signed : new boolean[] {true, false}) {
        DataType.Int type = new DataType.Int(bits, signed);
        double beyond = Math.scalb(1.0, signed ? bits - 1 : bits);
        double below = Math.nextDown(beyond);
        double least = signed ? -beyond : 0;
        assertEquals(
            new BigDecimal(below).toBigInteger().toString(), cast(below, type), type.toString());
        assertEquals(new BigDecimal(least).toBigInteger().toString(), cast(least, type));
        assertThrows(IllegalStateException.class, () -> cast(beyond, type));
        double under = signed ? Math.min(-beyond - 1, Math.nextDown(-beyond)) : -1;
        assertThrows(IllegalStateException.class, () -> cast(under, type));
        assertThrows(IllegalStateException.class, () -> cast(Double.NaN, type));
      }
    }
  }

  private static String cast(double value, DataType type) throws Exception {
    try (MemFolder folder = folder(new DataType.FloatingPoint(64), List.of(value));
        DataLoader loader = folder.open().loader(1).map(Cast.of("x", type)).build()) {
      return loader.iterator().next().column("x").text(0);
    }
  }

  @Test
  void imagesAreNormalizedByChannel() throws Exception {
    int pixels = 700;
    DataType type =
        new DataType.FixedSizeList(Field.of("item", new DataType.Int(8, false)), 3 * pixels);
    List<Object> images = new ArrayList<>();
    for (int image = 0; image < 5; image++) {
      List<Long> values = new ArrayList<>();
      for (int i = 0; i < 3 * pixels; i++) {
        values.add((long) (image * 31 + i * 7) % 256);
      }
      images.add(values);
    }
    double[] means = {100, 50.5, 3};
    double[] deviations = {2, 3, 0.1};
    try (MemFolder folder = folder(type, images);
        DataLoader loader =
            folder.open().loader(2).map(Normalize.of("x", means, deviations)).build()) {
      int image = 0;
      for (Batch batch : loader) {
        Tensor tensor = batch.tensor("x");
        assertArrayEquals(new long[] {batch.rows(), 3L * pixels}, tensor.shape());
        float[] found = tensor.toFloats();
        for (int i = 0; i < found.length; i++) {
          long value =
              (Long) ((List<?>) images.get(image + i / (3 * pixels))).get(i % (3 * pixels));
          float expected = (value - (float) means[i % 3]) / (float) deviations[i % 3];
          assertEquals(expected, found[i], 0);
        }
        image += batch.rows();
      }
      assertEquals(5, image);
    }
  }

  @Test
  void labelsBecomeOneHot() throws Exception {
    List<Object> labels = new ArrayList<>(List.of(2L, 0L));
    labels.add(null);
    try (MemFolder folder = folder(Ids.TYPE, labels)) {
      try (DataLoader loader = folder.open().loader(3).map(OneHot.of("x", 3)).build()) {
        Batch batch = loader.iterator().next();
        assertEquals("[0.0, 0.0, 1.0]", batch.column("x").text(0));
        assertEquals("[1.0, 0.0, 0.0]", batch.column("x").text(1));
        assertEquals("null", batch.column("x").text(2));
      }
      try (DataLoader loader = folder.open().loader(3).map(OneHot.of("x", 2)).build()) {
        String message =
            assertThrows(IllegalStateException.class, () -> loader.iterator().next()).getMessage();
        assertTrue(message.contains("a.mem, row 0: "), message);
        assertTrue(message.endsWith("column 'x' has 2; expected 0 to 1"), message);
      }
    }
  }

  @Test
  void whatMakesNoSenseIsRefused() throws Exception {
    assertThrows(IllegalArgumentException.class, () -> Normalize.of("x", 0, 0));
    assertThrows(IllegalArgumentException.class, () -> Normalize.of("x", Double.NaN, 1));
    assertThrows(
        IllegalArgumentException.class, () -> Normalize.of("x", new double[2], new double[1]));
    assertThrows(IllegalArgumentException.class, () -> OneHot.of("x", 0));
    assertThrows(IllegalArgumentException.class, () -> Cast.of("x", new DataType.Utf8()));
    try (MemFolder folder = folder(new DataType.Utf8(), List.of("a"))) {
      Dataset text = folder.open();
      for (Transform transform :
          List.of(
              Normalize.of("x", 0, 1),
              OneHot.of("x", 2),
              Cast.of("x", new DataType.Int(8, true)))) {
        assertTrue(
            assertThrows(
                    IllegalArgumentException.class, () -> text.loader(1).map(transform).build())
                .getMessage()
                .startsWith("column 'x' is utf8"));
      }
    }
  }

  /// Settings are part of what a cache would know a transform by.
  @Test
  void identitiesTellSettingsApart() {
    List<Transform> all =
        List.of(
            Normalize.of("x", 0, 1),
            Normalize.of("x", 0, 2),
            Normalize.of("y", 0, 1),
            Cast.of("x", new DataType.Int(8, true)),
            Cast.of("x", new DataType.Int(8, false)),
            OneHot.of("x", 2),
            OneHot.of("x", 3));
    assertEquals(
        all.size(), all.stream().map(each -> each.identity().orElseThrow()).distinct().count());
  }
}
