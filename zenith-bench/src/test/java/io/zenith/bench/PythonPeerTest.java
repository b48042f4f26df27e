package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PythonPeerTest {
  @Test
  void programThatIsNotThereIsAnError() {
    assertThrows(IOException.class, () -> PythonPeer.probe("/no/such/python"));
  }

  @Test
  void programWithoutPyArrowIsNoPeer() throws IOException {
    assertEquals(Optional.empty(), PythonPeer.probe("false"));
  }

  @Test
  void versionsOfAllPeersThatItHasAreTold() throws IOException, InterruptedException {
    String versions = TestPeer.require("polars").versions();
    assertTrue(
        versions.matches("Python [^ ,]+, pyarrow [^ ,]+, numpy [^ ,]+, polars [^ ,]+(, .*)?"),
        versions);
  }
}
