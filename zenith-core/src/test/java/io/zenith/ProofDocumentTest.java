package io.zenith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.internal.proof.ReceiptSum;
import io.zenith.internal.proof.TrailHeader;
import io.zenith.internal.proof.TrailWriter;
import io.zenith.testkit.Python;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever follows `docs/proof.md` in Python gets the same receipts, checkpoints and trails.
class ProofDocumentTest {
  private static final Pattern BLOCK = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL);

  private static final String CHECK =
      """
      import sys, pathlib
      folder = pathlib.Path(sys.argv[1])
      for file in sorted(folder.glob("*.json")):
          fields = read_fields(file.read_text())
          print(file.name, fields["epoch"], fields["seed"], fields["receipt"])
      fields, sums = read_trail(folder / "t.trail")
      expected = [[(1, 9 * step + i, i % 3, i * i + step) for i in range(9)] for step in range(50)]
      assert sums == [sum(row_hash(*row) for row in rows) % 2**128 for rows in expected]
      print(fields["rank"], fields["filter"], receipt(sum(expected, [])))
      """;

  @TempDir private Path folder;

  private static String blocks() throws IOException {
    StringBuilder blocks = new StringBuilder();
    Matcher block = BLOCK.matcher(Files.readString(SharedFiles.root().resolve("docs/proof.md")));
    while (block.find()) {
      blocks.append(block.group(1));
    }
    return blocks.toString();
  }

  @Test
  void pythonReadsWhatIsWritten() throws Exception {
    Python.require("hashlib, json, zlib");
    SplittableRandom random = new SplittableRandom(8);
    StringBuilder expected = new StringBuilder();
    for (int i = 10; i < 60; i++) {
      Checkpoint checkpoint = RandomRuns.checkpoint(random);
      checkpoint.write(folder.resolve(i + ".json"));
      expected.append(i).append(".json ").append(checkpoint.epoch()).append(' ');
      expected.append(checkpoint.seed()).append(' ').append(checkpoint.receipt()).append('\n');
    }
    ReceiptSum run = new ReceiptSum();
    TrailHeader header = new TrailHeader(RandomRuns.identity(), 2, 4, 1, 0, 0);
    try (TrailWriter writer = TrailWriter.create(folder.resolve("t.trail"), header)) {
      ReceiptSum sum = new ReceiptSum();
      for (int step = 0; step < 50; step++) {
        sum.clear();
        for (int i = 0; i < 9; i++) {
          sum.add(1, 9L * step + i, i % 3, (long) i * i + step);
        }
        writer.write(1, step, sum);
        run.add(sum);
      }
    }
    expected.append("2 label < 10 ").append(Receipt.of(run)).append('\n');
    assertTrue(blocks().contains("def row_hash"), "the blocks are found");
    assertEquals(
        expected.toString(), Python.run(blocks() + CHECK, folder.toString()).replace("\r\n", "\n"));
  }
}
