package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.ChildJvm;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerJvmTest {
  /// A JVM that ends in its own way runs hooks, and may complain of a log that it has not got yet.
  @Test
  void aWorkerThatIsStoppedEndsWithoutAWord() throws Exception {
    ChildJvm.Result result = ChildJvm.of(Stopper.class).run();
    assertEquals(0, result.exitCode(), result.toString());
    assertEquals("", result.stderr());
  }

  /// Its worker inherits its stderr.
  static final class Stopper {
    private Stopper() {}

    public static void main(String[] args) throws IOException, InterruptedException {
      Process worker = WorkerJvm.start(Talker.class, List.of(), List.of());
      assertEquals("started", worker.inputReader().readLine());
      worker.destroy();
      worker.waitFor();
    }
  }

  static final class Talker {
    private Talker() {}

    public static void main(String[] args) throws InterruptedException {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> System.err.println("ends")));
      System.out.println("started");
      Thread.sleep(60_000);
    }
  }
}
