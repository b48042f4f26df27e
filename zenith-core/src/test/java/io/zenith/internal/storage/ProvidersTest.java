package io.zenith.internal.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Dataset;
import io.zenith.spi.DataSource;
import io.zenith.spi.Format;
import io.zenith.spi.InputFile;
import io.zenith.spi.Storage;
import io.zenith.testkit.RawFormat;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/// Formats and storages among those installed: exactly one, or an error that names what is there.
class ProvidersTest {
  @TempDir private Path root;

  /// Knows the files of [RawFormat] too.
  public static final class Twin implements Format {
    @Override
    public String name() {
      return "twin";
    }

    @Override
    public boolean matchesMagic(MemorySegment head) {
      return new RawFormat().matchesMagic(head);
    }

    @Override
    public boolean matchesName(String fileName) {
      return fileName.endsWith(".twin");
    }

    @Override
    public DataSource open(InputFile file, SegmentAllocator memory) {
      return new RawFormat().open(file, memory);
    }
  }

  /// Serves what [io.zenith.testkit.MemStorage] serves.
  public static final class OtherMem implements Storage {
    @Override
    public boolean serves(String scheme) {
      return scheme.equals("mem");
    }

    @Override
    public List<io.zenith.spi.StoredFile> list(URI location) throws IOException {
      throw new IOException("never asked");
    }

    @Override
    public boolean isRemote() {
      return true;
    }

    @Override
    public InputFile open(io.zenith.spi.StoredFile file, Arena arena) throws IOException {
      throw new IOException("never asked");
    }
  }

  /// RandomRuns with another provider, that only the context class loader sees.
  private void with(Class<?> service, Class<?> provider, Executable body) throws Throwable {
    Path services = Files.createDirectories(root.resolve("extra/META-INF/services"));
    Files.writeString(services.resolve(service.getName()), provider.getName());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    URL extra = root.resolve("extra").toUri().toURL();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {extra}, before)) {
      thread.setContextClassLoader(loader);
      body.execute();
    } finally {
      thread.setContextClassLoader(before);
      Files.delete(services.resolve(service.getName()));
    }
  }

  @Test
  void theMagicCountsBeforeTheName() throws Exception {
    Path raw = RawFormat.write(root.resolve("a.mem"), 0, 3);
    assertEquals(3, Dataset.open(raw.toString()).rowCount());
  }

  @Test
  void noFormatIsAnErrorThatNamesThoseFound() throws Exception {
    Path text = Files.writeString(root.resolve("a.txt"), "hello");
    String message =
        assertThrows(IllegalArgumentException.class, () -> Dataset.open(text.toString()))
            .getMessage();
    assertEquals(
        "no format for "
            + text
            + "; found on the class or module path: mem, raw. Is the module that reads it a"
            + " dependency, and were the META-INF/services files merged if this is an uber-jar?",
        message);
  }

  @Test
  void twoFormatsAreAnErrorThatNamesBothAndAFormatThatIsGivenWins() throws Throwable {
    Path raw = RawFormat.write(root.resolve("a.raw"), 0, 3);
    with(
        Format.class,
        Twin.class,
        () -> {
          String message =
              assertThrows(IllegalArgumentException.class, () -> Dataset.open(raw.toString()))
                  .getMessage();
          assertEquals(
              "more than one format for "
                  + raw
                  + ": raw, twin; found on the class or module path: mem, raw, twin. Name the"
                  + " format: Dataset.open(format, ...)",
              message);
          assertTrue(Dataset.open(new Twin(), raw.toString()).toString().contains("of twin,"));
        });
    assertEquals(3, Dataset.open(raw.toString()).rowCount());
  }

  @Test
  void aFormatThatOnlyTheContextLoaderSeesIsFound() throws Throwable {
    Path twin = Files.writeString(root.resolve("a.twin"), "anything");
    with(
        Format.class,
        Twin.class,
        () -> {
          List<Format> formats = Providers.formats();
          assertEquals(List.of("mem", "raw", "twin"), formats.stream().map(Format::name).toList());
          Storage storage = new LocalStorage();
          Format found = Providers.format(formats, storage, storage.list(twin.toUri()).getFirst());
          assertEquals("twin", found.name());
        });
  }

  @Test
  void aStorageThatIsGivenServesItsOwnFilesOnly() {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> Dataset.open(new LocalStorage(), "mem:/a"));
    assertEquals("mem:/a: LocalStorage has no such files", refusal.getMessage());
    assertThrows(IllegalArgumentException.class, () -> Dataset.open(new LocalStorage()));
  }

  @Test
  void noStorageAndTwoStoragesAreErrorsThatNameThoseFound() throws Throwable {
    String none =
        assertThrows(IllegalArgumentException.class, () -> Dataset.open("s3://bucket/a"))
            .getMessage();
    assertTrue(
        none.startsWith(
            "no storage for 's3:'; found on the class or module path:"
                + " io.zenith.internal.storage.LocalStorage, io.zenith.testkit.MemStorage,"
                + " io.zenith.testkit.MemStorage$Near, io.zenith.testkit.NativeStorage. Is the"),
        none);
    with(
        Storage.class,
        OtherMem.class,
        () -> {
          String two =
              assertThrows(IllegalArgumentException.class, () -> Dataset.open("mem:/a"))
                  .getMessage();
          assertTrue(
              two.startsWith(
                  "more than one storage for 'mem:': io.zenith.testkit.MemStorage,"
                      + " io.zenith.internal.storage.ProvidersTest$OtherMem; found"),
              two);
          assertTrue(!two.contains("format"), two);
        });
  }
}
