package io.zenith.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.s3.S3Storage;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/// Where all modules are together there is one Netty, that of arrow-java: its allocator fails with
/// the older one that AWS's asynchronous client brings.
class NettyTest {
  private static final ClassLoader CLASSES = S3Storage.class.getClassLoader();

  @Test
  void thereIsNoAsynchronousClientOfAws() {
    List<URL> clients =
        CLASSES
            .resources("software/amazon/awssdk/http/nio/netty/NettyNioAsyncHttpClient.class")
            .toList();
    assertEquals(List.of(), clients);
    assertTrue(CLASSES.resources("software/amazon/awssdk/services/s3/S3Client.class").count() == 1);
  }

  @Test
  void nettyIsThatOfArrow() throws IOException {
    List<URL> jars =
        Collections.list(CLASSES.getResources("META-INF/io.netty.versions.properties"));
    assertFalse(jars.isEmpty());
    for (URL jar : jars) {
      Properties versions = new Properties();
      try (InputStream in = jar.openStream()) {
        versions.load(in);
      }
      versions.stringPropertyNames().stream()
          .filter(name -> name.endsWith(".version"))
          .forEach(name ->
              assertTrue(versions.getProperty(name).startsWith("4.2."), () -> jar + ": " + name));
    }
  }
}
