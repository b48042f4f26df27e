package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.testkit.Attempt;
import io.zenith.testkit.Attempt.Outcome;
import io.zenith.testkit.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/// Sound small files with one byte inverted, each byte in turn, and cut to each length: each is
/// refused with the file named, or read to its end, and a second way of reading it gives the same.
///
/// That takes minutes: without `-Dzenith.exhaustive=true` it is all of that for files up to 1 KiB,
/// of every type, codec and format, and every 29th byte and length of larger ones, from another one
/// on in each.
final class ExhaustiveTest {
  private static final int MOST_BYTES = 16 << 10;
  private static final boolean ALL = Boolean.getBoolean("zenith.exhaustive");

  /// Files up to this size, of every type, codec and format, are always tried in full.
  private static final int SMALL_BYTES = 1 << 10;

  /// Of larger ones, one case in so many.
  private static final int STEP = 29;

  /// One in so many cases is read a second time, without a mapping and a few rows at a time.
  private static final int TWICE = 16;

  private final Map<String, LongAdder> outcomes = new ConcurrentHashMap<>();

  @Test
  void everyInvertedByteAndEveryLengthIsRefusedOrRead() throws Exception {
    List<Map.Entry<String, byte[]>> files = new ArrayList<>(Corpus.files().entrySet());
    files.removeIf(file -> file.getValue().length > MOST_BYTES);
    files.sort((a, b) -> b.getValue().length - a.getValue().length);
    Workers.run(files.size(), i -> verify(files.get(i).getKey(), files.get(i).getValue(), i));
    System.out.printf(
        "%d files of %d bytes, every byte inverted, every length cut%s: %s%n",
        files.size(),
        files.stream().mapToInt(file -> file.getValue().length).sum(),
        ALL
            ? ""
            : " (of files above %d bytes one in %d; -Dzenith.exhaustive=true for all)"
                .formatted(SMALL_BYTES, STEP),
        new TreeMap<>(outcomes));
  }

  private void verify(String name, byte[] file, int number) throws Exception {
    int step = ALL || file.length <= SMALL_BYTES ? 1 : STEP;
    Attempt sound = Attempt.of(Arrow.format(), file, true, 1000);
    assertEquals(Outcome.READ, sound.outcome(), name);
    for (int i = number % step; i < file.length; i += step) {
      byte[] inverted = file.clone();
      inverted[i] = (byte) ~inverted[i];
      boolean twice = i / step % TWICE == 0;
      verify(name + ", byte " + i + " inverted", inverted, sound, twice);
      String cutName = name + ", cut to " + i;
      Attempt cut = verify(cutName, Arrays.copyOf(file, i), sound, twice);
      assertTrue(isBeginning(cut, sound), cutName);
    }
  }

  private Attempt verify(String name, byte[] broken, Attempt sound, boolean twice) {
    try {
      Attempt attempt =
          twice
              ? Attempt.agreeing(Arrow.format(), broken)
              : Attempt.of(Arrow.format(), broken, true, 1000);
      String outcome = attempt.equals(sound) ? "equal" : attempt.outcome().toString();
      outcomes.computeIfAbsent(outcome, _ -> new LongAdder()).increment();
      return attempt;
    } catch (Throwable e) {
      throw new AssertionError(name, e);
    }
  }

  /// Whether what is left of a file was refused, or has the first rows of the file.
  private static boolean isBeginning(Attempt cut, Attempt sound) {
    if (cut.outcome() != Outcome.READ) {
      return true;
    }
    for (int i = 0; i < cut.columns().size(); i++) {
      List<Object> values = cut.columns().get(i);
      if (!sound.columns().get(i).subList(0, values.size()).equals(values)) {
        return false;
      }
    }
    return cut.schema().equals(sound.schema());
  }
}
