package io.zenith.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.InputFile;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.spi.RowRange;
import io.zenith.spi.Split;
import io.zenith.spi.StoredFile;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that are not mapped, and whose storage fails: whenever it does, that is what is thrown.
class FailingFileTest {
  private static final int ROWS = 50;

  /// A file that fails at one of its reads, and is sound before and after.
  ///
  /// @param left how many reads go well before
  private record FailingFile(InputFile whole, AtomicInteger left) implements InputFile {
    @Override
    public StoredFile file() {
      return whole.file();
    }

    @Override
    public Optional<MemorySegment> mapping() {
      return Optional.empty();
    }

    @Override
    public void read(long offset, MemorySegment target) throws IOException {
      if (left.getAndDecrement() == 0) {
        throw new IOException("the line is dead");
      }
      whole.read(offset, target);
    }

    @Override
    public void verifyUnchanged() {}
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFailureIsThrownWheneverItHappens(boolean compressed) throws IOException {
    StringBuilder text = new StringBuilder("a,b\n");
    for (int i = 0; i < ROWS; i++) {
      text.append(i).append(",\"x\n").append(i).append("\"\n");
    }
    byte[] plain = text.toString().getBytes(StandardCharsets.UTF_8);
    CutFormat format = new CutFormat(CsvOptions.DEFAULT, new Sizes(64, 50, 2, 100, 80));
    int failures = 0;
    byte[] bytes = compressed ? twoMembers(plain) : plain;
    try (InMemory file = new InMemory(format, "failing", bytes)) {
      while (fails(format, new FailingFile(file.input(false), new AtomicInteger(failures)))) {
        failures++;
      }
    }
    assertTrue(failures > 20, failures + " reads");
  }

  /// Of which the header of the second is read byte by byte.
  private static byte[] twoMembers(byte... text) throws IOException {
    byte[] first = Samples.zipped(text);
    byte[] second = Samples.zipped();
    byte[] both = new byte[first.length + second.length];
    System.arraycopy(first, 0, both, 0, first.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /// Reads a file to its end, unless it fails.
  private static boolean fails(CutFormat format, FailingFile file) {
    long rows = 0;
    try (Arena arena = Arena.ofConfined();
        DataSource source = format.open(file, arena)) {
      assertEquals(2, source.schema().fields().size());
      for (Split split : source.splits()) {
        List<RowRange> all = List.of(new RowRange(0, split.rows()));
        ReadRequest request = new ReadRequest(split, all, Projection.columns(0, 1), arena);
        try (BatchIterator batches = source.read(request)) {
          while (batches.advance()) {
            rows += batches.batch().rows();
          }
        }
      }
    } catch (IOException e) {
      assertEquals("the line is dead", e.getMessage());
      return true;
    } catch (UncheckedIOException e) {
      assertEquals("the line is dead", Objects.requireNonNull(e.getCause()).getMessage());
      return true;
    }
    assertEquals(ROWS, rows);
    assertTrue(file.left.get() >= 0, "a failure was not noticed");
    return false;
  }
}
