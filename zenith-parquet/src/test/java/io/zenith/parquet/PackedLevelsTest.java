package io.zenith.parquet;

import static io.zenith.parquet.FileForge.bytes;
import static io.zenith.parquet.FileForge.joined;
import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.FileForge.longs;
import static io.zenith.parquet.FileForge.sized;
import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.apache.parquet.format.FieldRepetitionType.REPEATED;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.error.MalformedDataException;
import io.zenith.parquet.FileForge.Chunk;
import io.zenith.testkit.Attempt;
import io.zenith.testkit.Attempt.Outcome;
import io.zenith.testkit.InMemory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/// Levels in the deprecated encoding BIT_PACKED, which no writer at hand still has.
final class PackedLevelsTest {
  private static final int CASES = 60;

  /// The example of `Encodings.md`.
  @Test
  void theExampleOfTheSpecificationIsRead() {
    PackedLevels levels =
        new PackedLevels(MemorySegment.ofArray(bytes(0b00000101, 0b00111001, 0b01110111)), 3);
    assertEquals(
        List.of(0, 1, 2, 3, 4, 5, 6, 7), IntStream.range(0, 8).mapToObj(levels::get).toList());
  }

  @Test
  void flatColumnsReadAsFromRuns() throws IOException {
    for (int seed = 0; seed < CASES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int[] definition = random.ints(random.nextInt(1, 70), 0, 2).toArray();
      int there = IntStream.of(definition).sum();
      byte[] values = longs(LongStream.range(0, there).toArray());
      SchemaElement column = leaf("x", Type.INT64, OPTIONAL);
      assertSame(definition.length, 1, new int[0], definition, values, column);
    }
  }

  /// `optional list of optional numbers`: definition levels 0 to 3, repetition levels 0 and 1.
  @Test
  void listsReadAsFromRuns() throws IOException {
    for (int seed = 0; seed < CASES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int[] definition = random.ints(random.nextInt(1, 70), 0, 4).toArray();
      int[] repetition = new int[definition.length];
      for (int i = 1; i < definition.length; i++) {
        boolean mayFollow = definition[i] >= 2 && definition[i - 1] >= 2;
        repetition[i] = mayFollow ? random.nextInt(2) : 0;
      }
      int there = (int) IntStream.of(definition).filter(level -> level == 3).count();
      int rows = (int) IntStream.of(repetition).filter(level -> level == 0).count();
      assertSame(
          rows,
          1,
          repetition,
          definition,
          longs(LongStream.range(0, there).toArray()),
          FileForge.group("l", OPTIONAL, 1).setConverted_type(ConvertedType.LIST),
          FileForge.group("list", REPEATED, 1),
          leaf("element", Type.INT64, OPTIONAL));
    }
  }

  private static void assertSame(
      int rows,
      int fields,
      int[] repetition,
      int[] definition,
      byte[] values,
      SchemaElement... schema)
      throws IOException {
    int bits = repetition.length == 0 ? 1 : 2;
    byte[] packed = joined(packed(repetition, 1), packed(definition, bits), values);
    byte[] runs =
        joined(
            repetition.length == 0 ? bytes() : sized(runs(repetition)),
            sized(runs(definition)),
            values);
    Attempt expected =
        read(new FileForge(fields, schema), rows, definition.length, Encoding.RLE, runs);
    Attempt found =
        read(new FileForge(fields, schema), rows, definition.length, Encoding.BIT_PACKED, packed);
    assertEquals(Outcome.READ, expected.outcome());
    assertEquals(expected, found);
  }

  private static Attempt read(FileForge forge, int rows, int values, Encoding levels, byte[] body)
      throws IOException {
    byte[] file = forge.rowGroup(rows, new Chunk(values, page(values, levels, body))).build();
    return Attempt.agreeing(Parquet.format(), file);
  }

  private static byte[] page(int values, Encoding levels, byte... body) {
    return FileForge.page(
        new PageHeader(PageType.DATA_PAGE, body.length, body.length)
            .setData_page_header(new DataPageHeader(values, Encoding.PLAIN, levels, levels)),
        body);
  }

  /// Bit by bit, from the highest one on.
  private static byte[] packed(int[] levels, int bits) {
    byte[] packed = new byte[(levels.length * bits + 7) / 8];
    for (int i = 0; i < levels.length * bits; i++) {
      int level = levels[i / bits];
      boolean isSet = (level >> (bits - 1 - i % bits) & 1) == 1;
      packed[i / 8] |= (byte) (isSet ? 0x80 >> (i % 8) : 0);
    }
    return packed;
  }

  /// A run for each.
  private static byte[] runs(int... levels) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int level : levels) {
      out.write(2);
      out.write(level);
    }
    return out.toByteArray();
  }

  @Test
  void levelsThatAreMissingAreRefused() throws IOException {
    byte[] file =
        new FileForge(leaf("x", Type.INT64, OPTIONAL))
            .rowGroup(9, new Chunk(9, page(9, Encoding.BIT_PACKED, bytes(0))))
            .build();
    try (InMemory memory = new InMemory(Parquet.format(), "short", file)) {
      MalformedDataException error =
          Assertions.assertThrows(
              MalformedDataException.class, () -> Table.read(memory.mapped(), 10));
      String message = String.valueOf(error.getMessage());
      assertEquals(
          true,
          message.endsWith(
              "row group 0, column 'x', page 0 at byte 4: found levels of 1 bytes, expected 2"),
          message);
    }
  }

  /// A required column has no levels, whatever encoding its pages name.
  @Test
  void columnsWithoutLevelsHaveNone() throws IOException {
    byte[] file =
        new FileForge(leaf("x", Type.INT64, REQUIRED))
            .rowGroup(2, new Chunk(2, page(2, Encoding.BIT_PACKED, longs(5, 6))))
            .build();
    assertEquals(List.of(List.of(5L, 6L)), Attempt.agreeing(Parquet.format(), file).columns());
  }
}
