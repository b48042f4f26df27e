package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.DataLoader;
import io.zenith.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadLoopTest {
  @TempDir private Path folder;

  private long now;

  @Test
  void largeBatchesAreToldBeforeThereAreHundredsOfThem() throws IOException {
    Cli.succeed("generate", "table", folder, "--rows", 1_000);
    Dataset dataset = Dataset.open(folder.toString());
    try (DataLoader loader = dataset.loader(1_000).epochs(100).build();
        Progress progress = new Progress("reading", "rows", 100_000, () -> now, null)) {
      OptionalLong steps = OptionalLong.of(loader.steps());
      new ReadLoop(loader, steps, 100, 1_000, Touch.ALL, progress, (_, _) -> true, 0).run();
      now = 2_000_000_000;
      assertTrue(progress.line().contains(" 65 %"), progress.line());
    }
  }
}
