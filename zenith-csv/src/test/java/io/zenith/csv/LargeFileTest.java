package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.testkit.ChildJvm;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that are larger than the memory of the JVM.
class LargeFileTest {
  private static final int ROWS_OF_BLOCK = 20_000;
  private static final int BLOCKS = 100;

  @Test
  void streamThrough(@TempDir Path folder) throws Exception {
    StringBuilder block = new StringBuilder();
    for (int i = 0; i < ROWS_OF_BLOCK; i++) {
      block.append(i).append(",").append(i / 8.0).append(",\"").append("name\n ".repeat(5));
      block.append("\"\n");
    }
    byte[] bytes = block.toString().getBytes(StandardCharsets.UTF_8);
    Path file = folder.resolve("large.csv");
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write("id,price,name\n".getBytes(StandardCharsets.UTF_8));
      for (int i = 0; i < BLOCKS; i++) {
        out.write(bytes);
      }
    }
    long rows = (long) ROWS_OF_BLOCK * BLOCKS;
    ChildJvm.Result result = ChildJvm.of(Sum.class).flags("-Xmx24m", "-ea").arguments(file).run();
    long sum = rows / 2 * (ROWS_OF_BLOCK - 1);
    assertEquals(new ChildJvm.Result(0, rows + " rows, " + sum + "\n", ""), result);
  }

  /// Reads all columns, and sums one up.
  static final class Sum {
    private Sum() {}

    public static void main(String[] arguments) throws IOException {
      Csv format = Csv.format().inferFrom(1_000);
      long rows = 0;
      long sum = 0;
      try (DataLoader loader =
          Dataset.open(format, arguments[0]).loader(1_024).memoryBudget("64 MiB").build()) {
        for (Batch batch : loader) {
          rows += batch.rows();
          for (int row = 0; row < batch.rows(); row++) {
            sum += batch.longs("id").get(row);
          }
        }
      }
      System.out.println(rows + " rows, " + sum);
    }
  }
}
