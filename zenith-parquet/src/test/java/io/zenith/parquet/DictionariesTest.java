package io.zenith.parquet;

import static io.zenith.parquet.FileForge.bytes;
import static io.zenith.parquet.FileForge.leaf;
import static io.zenith.parquet.FileForge.page;
import static io.zenith.parquet.FileForge.texts;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.DictionaryColumn;
import io.zenith.error.MalformedDataException;
import io.zenith.parquet.FileForge.Chunk;
import io.zenith.spi.ArrayData;
import io.zenith.spi.BatchIterator;
import io.zenith.spi.DataSource;
import io.zenith.spi.Projection;
import io.zenith.spi.ReadRequest;
import io.zenith.testkit.Attempt;
import io.zenith.testkit.InMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;

/// Text that stays in its dictionary because the user asks for it. That values are the same shows
/// `RandomTablesTest`.
final class DictionariesTest {
  private static final int ROWS = 8 * 63;
  private static final Parquet KEEP = Parquet.format().dictionaries(Dictionaries.KEEP);

  /// A column of one long word, in a dictionary of two.
  private static byte[] file() {
    String word = "x".repeat(10_000);
    return new FileForge(leaf("x", Type.BYTE_ARRAY, REQUIRED).setConverted_type(ConvertedType.UTF8))
        .rowGroup(
            ROWS,
            new Chunk(
                ROWS,
                FileForge.dictionary(2, texts("unused", word)),
                page(ROWS, Encoding.RLE_DICTIONARY, bytes(1, 0xF0, 7, 1))))
        .build();
  }

  @Test
  void noWordIsCopiedForARow() throws IOException {
    long kept = taken(KEEP);
    long decoded = taken(Parquet.format());
    assertTrue(kept < 100_000, kept + " bytes");
    assertTrue(decoded > ROWS * 10_000, decoded + " bytes");
  }

  /// A column of a few words.
  private static byte[] words(int rows, byte[]... pages) {
    return new FileForge(leaf("x", Type.BYTE_ARRAY, REQUIRED).setConverted_type(ConvertedType.UTF8))
        .rowGroup(rows, new Chunk(rows, pages))
        .build();
  }

  private static void verify(List<Object> expected, int words, byte[] file) throws IOException {
    assertEquals(List.of(expected), Attempt.agreeing(KEEP, file).columns());
    try (InMemory memory = new InMemory(KEEP, "words", file);
        DataLoader loader =
            Dataset.open(KEEP, memory.location(true)).loader(expected.size()).build()) {
      for (Batch batch : loader) {
        DictionaryColumn column = assertInstanceOf(DictionaryColumn.class, batch.column("x"));
        assertEquals(words, column.dictionary().rows());
      }
    }
  }

  /// A writer may use its dictionary again after pages without it.
  @Test
  void pagesWithoutADictionaryMayComeFirst() throws IOException {
    byte[] file =
        words(
            4,
            FileForge.dictionary(2, texts("a", "b")),
            page(2, Encoding.PLAIN, texts("c", "b")),
            page(2, Encoding.RLE_DICTIONARY, bytes(1, 2, 1, 2, 0)));
    verify(List.of("c", "b", "b", "a"), 3, file);
  }

  @Test
  void wordsThatComeAgainAreLookedUp() throws IOException {
    byte[] file =
        words(
            6,
            page(4, Encoding.PLAIN, texts("a", "b", "a", "b")),
            page(2, Encoding.PLAIN, texts("b", "c")));
    verify(List.of("a", "b", "a", "b", "b", "c"), 3, file);
  }

  /// To look up words that are all different would take most of the time.
  @Test
  void wordsThatAreMostlyNewAreCopiedFromTheNextPageOn() throws IOException {
    byte[] file =
        words(
            9,
            FileForge.dictionary(2, texts("a", "b")),
            page(3, Encoding.PLAIN, texts("c", "d", "c")),
            page(2, Encoding.PLAIN, texts("a", "c")),
            page(2, Encoding.RLE_DICTIONARY, bytes(1, 2, 1, 2, 0)),
            page(2, Encoding.PLAIN, texts("a", "a")));
    verify(List.of("c", "d", "c", "a", "c", "b", "a", "a", "a"), 8, file);
  }

  /// Words that are looked up come behind those of the dictionary, and no index leads there.
  @Test
  void indicesStayWithinTheDictionary() throws IOException {
    byte[] file =
        words(
            4,
            FileForge.dictionary(2, texts("a", "b")),
            page(2, Encoding.PLAIN, texts("c", "d")),
            page(2, Encoding.RLE_DICTIONARY, bytes(2, 4, 3)));
    for (Parquet format : List.of(Parquet.format(), KEEP)) {
      try (InMemory memory = new InMemory(format, "words", file)) {
        Dataset dataset = Dataset.open(format, memory.location(true));
        MalformedDataException error =
            assertThrows(MalformedDataException.class, () -> Table.read(dataset, 10));
        String message = String.valueOf(error.getMessage());
        assertTrue(message.endsWith(": found index 3, expected less than 2"), message);
      }
    }
  }

  private static long taken(Parquet format) throws IOException {
    AtomicLong taken = new AtomicLong();
    try (InMemory memory = new InMemory(format, "words", file());
        Arena arena = Arena.ofConfined();
        DataSource source = memory.source(true)) {
      ReadRequest request =
          ReadRequest.all(
              source.splits().getFirst(),
              Projection.columns(0),
              (bytes, alignment) -> {
                taken.addAndGet(bytes);
                return arena.allocate(bytes, alignment);
              });
      try (BatchIterator batches = source.read(request)) {
        assertTrue(batches.advance());
        ArrayData column = batches.batch().columns().getFirst();
        assertEquals(ROWS, column.length());
        column.dictionary().ifPresent(words -> assertEquals(2, words.length()));
      }
    }
    return taken.get();
  }
}
