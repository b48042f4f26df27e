package io.zenith.bench;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/// Parquet files of images as PNG, about 13 KB each, in small row groups.
final class EncodedImages {
  /// Pixels of a side.
  static final int SIDE = 64;

  static final int CHANNELS = MadeImages.CHANNELS;
  static final String IMAGE = "image";

  /// The number of the row.
  private static final String LABEL = "label";

  /// About 2 MB.
  static final int FILE_ROWS = 160;

  /// About 250 KB: whoever asks for one after the other mostly waits.
  static final int GROUP_ROWS = 20;

  private EncodedImages() {}

  /// Writes some files to a new folder.
  static Path write(PythonPeer peer, Path folder, int files)
      throws IOException, InterruptedException {
    Path images = Files.createDirectory(folder.resolve("images"));
    Path arrow = folder.resolve("images.arrow");
    writeArrow(arrow, files);
    PythonPasses.cutToParquet(peer, arrow, images, GROUP_ROWS);
    Files.delete(arrow);
    return images;
  }

  /// A record batch for each file.
  private static void writeArrow(Path file, int files) throws IOException {
    Schema schema =
        new Schema(
            List.of(
                new Field(IMAGE, FieldType.notNullable(new ArrowType.Binary()), null),
                new Field(LABEL, FieldType.notNullable(new ArrowType.Int(32, true)), null)));
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        FileChannel target =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        ArrowFileWriter writer = new ArrowFileWriter(root, null, target)) {
      VarBinaryVector images = (VarBinaryVector) root.getVector(IMAGE);
      IntVector labels = (IntVector) root.getVector(LABEL);
      SplittableRandom random = new SplittableRandom(1);
      writer.start();
      for (int number = 0; number < files; number++) {
        for (int row = 0; row < FILE_ROWS; row++) {
          images.setSafe(row, MadeImages.encode("png", SIDE, random));
          labels.setSafe(row, number * FILE_ROWS + row);
        }
        root.setRowCount(FILE_ROWS);
        writer.writeBatch();
      }
      writer.end();
    }
  }
}
