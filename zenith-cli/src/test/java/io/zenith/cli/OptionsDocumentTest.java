package io.zenith.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zenith.Cast;
import io.zenith.DataLoader;
import io.zenith.Dataset;
import io.zenith.DiskCache;
import io.zenith.MemoryCache;
import io.zenith.Normalize;
import io.zenith.OneHot;
import io.zenith.RandomTransform;
import io.zenith.TensorColumns;
import io.zenith.csv.Csv;
import io.zenith.image.Augment;
import io.zenith.image.Decode;
import io.zenith.image.Resize;
import io.zenith.parquet.Parquet;
import io.zenith.s3.S3Storage;
import io.zenith.spi.Storage;
import io.zenith.testkit.SharedFiles;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `docs/options.md` has every option, and none that is not there.
class OptionsDocumentTest {
  private static final Pattern CALL = Pattern.compile("`(?:\\w+\\.)?(\\w+)\\([^`]*\\)`");

  /// The methods that the first column of a table names, as far as they are called.
  private static Set<String> written(String head) throws IOException {
    String page = Files.readString(SharedFiles.root().resolve("docs/options.md"));
    int start = page.indexOf(head);
    assertTrue(start >= 0, "no table under " + head);
    return page.substring(start)
        .lines()
        .dropWhile(line -> !line.startsWith("|"))
        .takeWhile(line -> line.startsWith("|"))
        .flatMap(line -> CALL.matcher(line.split("\\|", -1)[1]).results())
        .map(call -> call.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> there(Class<?> owner, Predicate<Method> isOption) {
    return Stream.of(owner.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .filter(isOption)
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean makesAnother(Method method) {
    return !Modifier.isStatic(method.getModifiers())
        && method.getReturnType() == method.getDeclaringClass();
  }

  @Test
  void ofDatasets() throws IOException {
    assertEquals(
        there(
            Dataset.class,
            method ->
                method.getReturnType() == Dataset.class
                    || method.getReturnType() == DataLoader.Builder.class),
        written("## `Dataset`"));
  }

  @Test
  void ofLoaders() throws IOException {
    assertEquals(
        there(DataLoader.Builder.class, method -> !method.getName().equals("toString")),
        written("## `DataLoader.Builder`"));
  }

  @Test
  void ofCaches() throws IOException {
    Set<String> expected =
        there(MemoryCache.class, method -> method.getReturnType() == MemoryCache.class);
    expected.addAll(
        there(
            DiskCache.class,
            method ->
                method.getReturnType() == DiskCache.class
                    || method.getReturnType() == Storage.class));
    assertEquals(expected, written("## `MemoryCache`"));
  }

  @Test
  void ofFormats() throws IOException {
    assertEquals(there(Csv.class, OptionsDocumentTest::makesAnother), written("| Method of `Csv`"));
    assertEquals(
        there(Parquet.class, OptionsDocumentTest::makesAnother), written("| Method of `Parquet`"));
  }

  @Test
  void ofBuckets() throws IOException {
    assertEquals(
        there(S3Storage.class, OptionsDocumentTest::makesAnother),
        written("| Method of `S3Storage`"));
  }

  @Test
  void ofTransforms() throws IOException {
    Set<String> expected = new TreeSet<>();
    for (Class<?> made :
        List.of(
            Cast.class, Normalize.class, OneHot.class, Decode.class, Resize.class, Augment.class)) {
      expected.addAll(
          there(
              made,
              method ->
                  method.getReturnType() == made
                      || method.getReturnType() == RandomTransform.class));
    }
    assertEquals(expected, written("## Transforms"));
  }

  @Test
  void ofTensors() throws IOException {
    assertEquals(
        there(TensorColumns.class, method -> method.getReturnType() == TensorColumns.class),
        written("## `TensorColumns`"));
  }
}
