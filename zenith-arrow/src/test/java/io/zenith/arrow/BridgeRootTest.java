package io.zenith.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Batch;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.arrow.bridge.ArrowBridge;
import io.zenith.error.UnsupportedDataException;
import io.zenith.schema.DataType;
import io.zenith.schema.Field;
import io.zenith.schema.Schema;
import io.zenith.testkit.MemFolder;
import io.zenith.testkit.Property;
import io.zenith.testkit.RandomData;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Batches as vectors of arrow-java.
final class BridgeRootTest {
  @TempDir private Path folder;

  static List<List<Object>> rows(Dataset dataset, int batchSize) {
    List<List<Object>> rows = new ArrayList<>();
    try (RootAllocator allocator = new RootAllocator();
        DataLoader loader = dataset.loader(batchSize).build()) {
      for (Batch batch : loader) {
        try (VectorSchemaRoot root = ArrowBridge.root(batch, allocator);
            MapDictionaryProvider dictionaries = ArrowBridge.dictionaries(batch, allocator)) {
          rows.addAll(Oracle.rows(root, batch.schema(), dictionaries));
          verifyWayBack(batch, root, dictionaries);
        }
      }
    }
    return rows;
  }

  private static void verifyWayBack(
      Batch batch, VectorSchemaRoot root, MapDictionaryProvider dictionaries) {
    try (Arena arena = Arena.ofConfined()) {
      Batch back = ArrowBridge.batch(root, dictionaries, arena);
      assertEquals(Rows.of(batch), Rows.of(back), batch.schema().toString());
    } catch (UnsupportedDataException e) {
      assertTrue(e.getMessage().contains("a dictionary of unions"), e.getMessage());
    }
  }

  @Test
  void everyTypeByItself() {
    List<DataType> types =
        RandomData.typesOfAllClasses().stream().filter(BridgeRootTest::hasVectors).toList();
    Property.check(
        2 * types.size(),
        (random, number) -> {
          DataType type = types.get(number % types.size());
          verify(RandomTable.of(random, Schema.of(Field.of("c", type))), random, number);
        });
  }

  @Test
  void randomTables() {
    Property.check(
        60,
        (random, number) ->
            verify(RandomTable.of(random, 4, BridgeRootTest::hasVectors), random, number));
  }

  private void verify(RandomTable table, SplittableRandom random, long number) throws IOException {
    try (MemFolder memory = MemFolder.of(table.file())) {
      List<List<Object>> rows = rows(memory.open(), 1 + random.nextInt(50));
      assertEquals(table.rows(), rows, table.schema().toString());
    } catch (UnsupportedDataException e) {
      assertTrue(e.getMessage().contains("by the union's own bitmap"), e.getMessage());
    }
    Path file = folder.resolve(number + ".arrow");
    if (table.write(ArrowWriter.file(file), 1 + random.nextInt(50)).isEmpty()) {
      List<List<Object>> rows = rows(Dataset.open(file.toString()), 1 + random.nextInt(50));
      assertEquals(table.rows(), rows, table.schema().toString());
      Files.delete(file);
    }
  }

  static boolean hasVectors(DataType type) {
    return RandomTable.all(
        type,
        one ->
            !(one instanceof DataType.Decimal decimal && decimal.bits() < 128)
                && !one.equals(new DataType.FixedSizeBinary(0))
                && !(one instanceof DataType.FixedSizeList(Field element, _)
                    && element.type() instanceof DataType.Union));
  }
}
