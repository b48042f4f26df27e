package io.zenith.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zenith.testkit.Attempt;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What is broken in other tests is sound.
final class CorpusTest {
  @TestFactory
  List<DynamicTest> everyFileIsRead() throws IOException {
    return Corpus.files().entrySet().stream()
        .map(file ->
            DynamicTest.dynamicTest(
                file.getKey(),
                () ->
                    assertEquals(
                        Attempt.Outcome.READ,
                        Attempt.agreeing(Parquet.format(), file.getValue()).outcome())))
        .toList();
  }
}
