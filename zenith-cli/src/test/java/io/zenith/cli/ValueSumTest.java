package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.Batch;
import io.zenith.Column;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValueSumTest {
  @TempDir private Path folder;

  @Test
  void oneByOneIsTheSameAsAllAtOnce() throws IOException {
    Cli.succeed("generate", "mixed", folder, "--rows", 1_200);
    Dataset dataset = Dataset.open(folder.toString());
    try (DataLoader loader = dataset.loader(500).build()) {
      for (Batch batch : loader) {
        for (int i = 0; i < dataset.schema().fields().size(); i++) {
          Column column = batch.column(i);
          ValueSum all = new ValueSum();
          all.add(column);
          ValueSum single = new ValueSum();
          for (int row = 0; row < column.rows(); row++) {
            single.add(column, row);
          }
          assertEquals(all.bytes(), single.bytes(), column.field().toString());
          if (column.nullCount() == 0) {
            assertEquals(all.sum(), single.sum(), column.field().toString());
          }
        }
      }
    }
  }
}
