package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A real bash completes by the script.
@EnabledOnOs(value = OS.LINUX, disabledReason = "bash is asked")
class CompletionCommandTest {
  @TempDir private Path folder;

  private String completed(String... words) throws IOException, InterruptedException {
    Path script = folder.resolve("completion");
    Cli.succeed("completion", script.toString());
    assertEquals(Files.readString(script), Cli.succeed("completion").out());
    // compopt sets how a shell that is completing goes on; this one only asks.
    String question =
        "compopt() { :; }; . "
            + script
            + "; COMP_WORDS=("
            + String.join(" ", words)
            + "); COMP_CWORD="
            + (words.length - 1)
            + "; _complete_zenith; echo \"${COMPREPLY[@]}\"";
    Process bash = new ProcessBuilder("bash", "-c", question).redirectErrorStream(true).start();
    String answer = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, bash.waitFor(), answer);
    return answer.strip();
  }

  @Test
  void commandsAndOptionsAreCompleted() throws Exception {
    assertEquals("inspect", completed("zenith", "ins"));
    assertEquals("--batch-size", completed("zenith", "read", "--batch-s"));
  }
}
