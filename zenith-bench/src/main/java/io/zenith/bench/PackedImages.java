package io.zenith.bench;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.arrow.ArrowWriter;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.spi.ArrayData;
import io.zenith.spi.RecordBatch;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Images in one Arrow file, in the column `bytes`, as `zenith pack` writes them.
///
/// @param file the file
record PackedImages(Path file) {
  static final String BYTES = "bytes";

  private static final int BATCH_ROWS = 256;

  /// Writes images, in the order in which they are.
  static PackedImages write(Path file, MadeImages images) throws IOException {
    Schema schema = Schema.of(new Field(BYTES, new DataType.Binary(), false, Map.of()));
    List<byte[]> all = images.encoded();
    try (Arena arena = Arena.ofConfined();
        ArrowWriter writer = ArrowWriter.file(file).open(schema)) {
      for (int from = 0; from < all.size(); from += BATCH_ROWS) {
        List<byte[]> some = all.subList(from, Math.min(all.size(), from + BATCH_ROWS));
        writer.write(Batch.of(schema, batch(some, arena)));
      }
      writer.finish();
    }
    return new PackedImages(file);
  }

  private static RecordBatch batch(List<byte[]> images, Arena arena) {
    MemorySegment content = arena.allocate(images.stream().mapToLong(image -> image.length).sum());
    MemorySegment ends = arena.allocate(ValueLayout.JAVA_INT, images.size() + 1L);
    int end = 0;
    for (int i = 0; i < images.size(); i++) {
      byte[] image = images.get(i);
      MemorySegment.copy(image, 0, content, ValueLayout.JAVA_BYTE, end, image.length);
      end += image.length;
      ends.setAtIndex(ValueLayout.JAVA_INT, i + 1L, end);
    }
    ArrayData column =
        new ArrayData(
            new DataType.Binary(),
            images.size(),
            0,
            List.of(MemorySegment.NULL, ends, content),
            List.of(),
            Optional.empty());
    return new RecordBatch(0, images.size(), List.of(column));
  }

  /// A loader that decodes nothing again from memory.
  DataLoader.Builder loader() throws IOException {
    return LoaderPasses.builder(Dataset.open(file.toString()), BATCH_ROWS).threads(1);
  }

  /// Opens the file, and copies the bytes of each image.
  long copyAll() throws IOException {
    long bytes = 0;
    try (DataLoader loader = loader().build()) {
      for (Batch batch : loader) {
        for (int row = 0; row < batch.rows(); row++) {
          bytes += batch.binaries(BYTES).get(row).length;
        }
      }
    }
    return bytes;
  }
}
