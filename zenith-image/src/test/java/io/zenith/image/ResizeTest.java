package io.zenith.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.RowByRow;
import io.zenith.Transform;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.testkit.MemFolder;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Columns of decoded images in another size.
class ResizeTest {
  @Test
  void isWhatDecodeWouldHaveMade() throws IOException {
    byte[] bytes = new Sample("rgb-1.jpg").bytes();
    try (MemFolder folder = Table.ofEncoded(bytes, new byte[0], bytes);
        DataLoader loader =
            folder
                .open()
                .loader(3)
                .map(Decode.image("image", Sample.HEIGHT, Sample.WIDTH))
                .map(Resize.to("image", 10, 50))
                .build();
        DataLoader direct = folder.open().loader(3).map(Decode.image("image", 10, 50)).build()) {
      Batch batch = loader.iterator().next();
      Batch expected = direct.iterator().next();
      assertEquals(expected.schema(), batch.schema());
      assertTrue(batch.column("image").isNull(1));
      for (int row : new int[] {0, 2}) {
        assertArrayEquals(
            expected.tensor("image", row).segment().toArray(ValueLayout.JAVA_BYTE),
            batch.tensor("image", row).segment().toArray(ValueLayout.JAVA_BYTE));
      }
    }
  }

  @Test
  void floatsAreNotRounded() throws IOException {
    Field field = Table.decoded(2, 2, 1, true);
    try (MemFolder folder = Table.of(field, List.of(Arrays.asList(0f, 1f, 0f, 1f)));
        DataLoader loader = folder.open().loader(1).map(Resize.to("image", 1, 4)).build()) {
      Batch batch = loader.iterator().next();
      assertArrayEquals(new long[] {1, 1, 4, 1}, batch.tensor("image").shape());
      assertArrayEquals(new float[] {0, 0.25f, 0.75f, 1}, batch.tensor("image").toFloats());
    }
  }

  /// Lists of lists, as Parquet files have images without an extension type.
  @Test
  void nestedListsAreImages() throws IOException {
    DataType line = new DataType.FixedSizeList(Field.of("item", Columns.UINT8), 2);
    Field field = Field.of("image", new DataType.FixedSizeList(Field.of("item", line), 2));
    List<Object> image = List.of(List.of(0L, 100L), List.of(200L, 50L));
    try (MemFolder folder = Table.of(field, List.of(image, image));
        DataLoader loader = folder.open().loader(2).map(Resize.to("image", 1, 1)).build()) {
      Batch batch = loader.iterator().next();
      assertArrayEquals(new long[] {2, 1, 1}, batch.tensor("image").shape());
      assertArrayEquals(new float[] {88, 88}, batch.tensor("image").toFloats());
    }
  }

  @Test
  void itActsRowByRow() throws IOException {
    for (boolean floats : new boolean[] {false, true}) {
      try (MemFolder folder =
          Table.of(Table.decoded(5, 6, 3, floats), Table.counting(50, 90, floats))) {
        RowByRow.check(Resize.to("image", 7, 4), folder.open());
      }
    }
  }

  @Test
  void aNullInsideIsRefused() throws IOException {
    Field field =
        new Field(
            "image",
            new DataType.FixedSizeList(Field.of("item", Columns.UINT8), 2),
            true,
            Table.decoded(1, 2, 1, false).metadata());
    try (MemFolder folder = Table.of(field, List.of(Arrays.asList(1L, null)));
        DataLoader loader = folder.open().loader(1).map(Resize.to("image", 1, 1)).build()) {
      String message =
          String.valueOf(
              assertThrows(IllegalStateException.class, () -> loader.forEach(_ -> {}))
                  .getMessage());
      assertTrue(message.endsWith("column 'image' has a null inside of an image"), message);
    }
  }

  private static String refusal(Field field) {
    Transform resize = Resize.to("image", 4, 4);
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> resize.output(Schema.of(field)))
            .getMessage());
  }

  @Test
  void misuseIsRefusedInWords() {
    DataType flat = new DataType.FixedSizeList(Field.of("item", Columns.UINT8), 784);
    assertEquals(
        "column 'image' is fixed_size_list<uint8>[784] of shape [784]; expected images: a tensor of"
            + " fixed shape [height, width, channels] or [height, width], as Decode makes them",
        refusal(Field.of("image", flat)));
    assertEquals(
        "column 'image' is binary; expected images of uint8 or float32",
        refusal(Field.of("image", new DataType.Binary())));
    assertEquals("no column 'image'; columns: [x]", refusal(Field.of("x", new DataType.Binary())));
  }
}
