package io.zenith.internal.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.Property;
import io.zenith.testkit.Python;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// `docs/order.py` is written from the text of `docs/order.md`, shares no code with Zenith, and
/// says the same.
class OrderInPythonTest {
  private static final Path SCRIPT = Path.of("..", "docs", "order.py");
  private static final int LARGEST_BLOCK = 300;
  private static final List<ShuffleKind> KINDS = List.of(ShuffleKind.values());
  private static final List<End> ENDS = List.of(End.values());

  @Test
  void theDefinitionInAnotherLanguageIsTheSame() throws Exception {
    Python.require("json");
    List<String> cases = new ArrayList<>();
    StringBuilder expected = new StringBuilder();
    Property.check(
        60,
        (random, _) -> {
          long[] splits = random.longs(random.nextInt(8), 0, 900).toArray();
          OrderSpec spec =
              new OrderSpec(
                  KINDS.get(random.nextInt(3)),
                  random.nextLong(),
                  random.nextInt(1, 2000),
                  random.nextInt(1, 17),
                  random.nextInt(1, 600),
                  ENDS.get(random.nextInt(3)));
          long epoch = random.nextInt(4) == 0 ? 0 : random.nextLong(Long.MAX_VALUE);
          int world = random.nextInt(1, 5);
          cases.add(json(splits, spec, epoch, world));
          Order order = Order.of(Blocks.of(splits, LARGEST_BLOCK), spec);
          RowNumbers numbers = order.rowNumbers(epoch);
          for (long step = 0; step < order.steps(); step++) {
            for (int rank = 0; rank < world; rank++) {
              Slice slice = order.slice(step, rank, world);
              expected.append(
                  String.format(
                      "{\"epoch\":%d,\"step\":%d,\"rank\":%d,\"rows\":%s,\"padding\":%d}%n",
                      epoch,
                      step,
                      rank,
                      Arrays.toString(numbers.of(slice)).replace(" ", ""),
                      slice.paddingCount()));
            }
          }
        });
    String script = Files.readString(SCRIPT);
    assertEquals(expected.toString(), Python.run(script, cases.toArray(String[]::new)));
  }

  private static String json(long[] splits, OrderSpec spec, long epoch, int world) {
    return String.format(
            "{'splits':%s,'largestBlock':%d,'kind':'%s','seed':%d,'window':%d,'lanes':%d,"
                + "'globalBatch':%d,'end':'%s','epoch':%d,'world':%d}",
            Arrays.toString(splits),
            LARGEST_BLOCK,
            spec.kind().name().toLowerCase(Locale.ROOT),
            spec.seed(),
            spec.window(),
            spec.lanes(),
            spec.globalBatch(),
            spec.end().name().toLowerCase(Locale.ROOT),
            epoch,
            world)
        .replace('\'', '"');
  }
}
