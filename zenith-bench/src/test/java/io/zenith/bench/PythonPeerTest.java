package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
}
