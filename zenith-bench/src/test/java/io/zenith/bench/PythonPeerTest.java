package io.zenith.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class PythonPeerTest {
  @Test
  void programThatIsNotThereIsNoPeer() {
    assertEquals(Optional.empty(), PythonPeer.probe("/no/such/python"));
  }

  @Test
  void programWithoutPyArrowIsNoPeer() {
    assertEquals(Optional.empty(), PythonPeer.probe("false"));
  }
}
