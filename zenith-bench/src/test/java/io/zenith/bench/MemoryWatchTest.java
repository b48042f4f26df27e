package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class MemoryWatchTest {
  private static final long BYTES = 256 << 20;

  @Test
  void memoryThatIsGivenBackWasThere() throws IOException, InterruptedException {
    double before = ResidentMemory.own();
    double peak =
        MemoryWatch.peak(() -> {
          try (Arena arena = Arena.ofConfined()) {
            arena.allocate(BYTES).fill((byte) 1);
            Thread.sleep(50);
          }
        });
    assertTrue(peak > before + 0.9 * BYTES, () -> before + " to " + peak);
    assertTrue(ResidentMemory.own() < peak - 0.5 * BYTES);
  }
}
