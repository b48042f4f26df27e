package io.zenith.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What metadata of tensors say, as many programs write them.
class ImageShapeTest {
  private static Field tensor(String metadata) {
    return new Field(
        "image",
        new DataType.FixedSizeList(Field.of("item", Columns.UINT8), 24),
        true,
        Map.of(
            "ARROW:extension:name",
            "arrow.fixed_shape_tensor",
            "ARROW:extension:metadata",
            metadata));
  }

  @Test
  void shapesAreFound() {
    for (String metadata :
        List.of(
            "{\"shape\":[2,4,3]}",
            "{ \"shape\" : [ 2, 4 ,3 ], \"dim_names\" : [\"H\", \"W\", \"C\"] }",
            "{\"dim_names\":[\"\\\"shape\\\":[\",\"b\",\"c\"],\"shape\":[2,4,3]}",
            "{\"shape\":[2,4,3],\"permutation\":[0,1,2]}")) {
      assertEquals(ImageShape.of(2, 4, 3), ImageShape.of(tensor(metadata)), metadata);
    }
    assertEquals(new ImageShape(4, 6, 1, true), ImageShape.of(tensor("{\"shape\":[4,6]}")));
  }

  @Test
  void whatIsNoShapeOfImagesIsRefused() {
    for (String metadata :
        List.of(
            "",
            "{}",
            "{\"shape\":[2,4,4]}",
            "{\"shape\":[-2,-4,3]}",
            "{\"shape\":[24]}",
            "{\"shape\":[2,2,2,3]}",
            "{\"shape\":[2,x,3]}",
            "{\"shape\":[2147483647,2147483647,8]}",
            "{\"shape\":[99999999999,4,3]}",
            "{\"shape\":[3,2,4],\"permutation\":[1,2,0]}",
            "{\"shape\":[2,4,3")) {
      assertThrows(IllegalArgumentException.class, () -> ImageShape.of(tensor(metadata)), metadata);
    }
  }
}
