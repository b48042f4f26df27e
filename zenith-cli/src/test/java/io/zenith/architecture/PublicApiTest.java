package io.zenith.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import io.zenith.Dataset;
import io.zenith.arrow.Arrow;
import io.zenith.arrow.schema.ArrowSchema;
import io.zenith.codec.Codec;
import io.zenith.csv.Csv;
import io.zenith.djl.ZenithDataset;
import io.zenith.dl4j.ZenithDataSetIterator;
import io.zenith.image.Decode;
import io.zenith.parquet.Parquet;
import io.zenith.s3.S3Storage;
import java.io.IOException;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What the published modules offer is what `docs/api.txt` lists, so that nothing is added or taken
/// away unnoticed. `-Dzenith.api=write` writes the list anew.
class PublicApiTest {
  private static final Path LIST = Path.of(System.getProperty("zenith.root"), "docs", "api.txt");

  /// A class of each module.
  private static final List<Class<?>> MODULES =
      List.of(
          Dataset.class,
          Codec.class,
          ArrowSchema.class,
          Arrow.class,
          Parquet.class,
          Csv.class,
          S3Storage.class,
          Decode.class,
          ZenithDataset.class,
          ZenithDataSetIterator.class);

  private static List<String> api() {
    return MODULES.stream()
        .flatMap(PublicApiTest::classes)
        .filter(PublicApiTest::isOffered)
        .sorted(Comparator.comparing(Class::getName))
        .flatMap(PublicApiTest::lines)
        .toList();
  }

  private static Stream<Class<?>> classes(Class<?> member) {
    Location module = Location.of(member.getProtectionDomain().getCodeSource().getLocation());
    return new ClassFileImporter()
        .importLocations(Set.of(module)).stream()
            .filter(found -> !found.getPackageName().startsWith("io.zenith.internal"))
            .filter(found -> !found.getSimpleName().equals("module-info"))
            .<Class<?>>map(JavaClass::reflect);
  }

  /// Whether it is public, and so is what it stands in.
  private static boolean isOffered(Class<?> type) {
    for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
      if (!isOffered(outer.getModifiers())) {
        return false;
      }
    }
    return !type.isAnonymousClass() && !type.isSynthetic();
  }

  private static boolean isOffered(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static boolean isOffered(Member member) {
    return isOffered(member.getModifiers()) && !member.isSynthetic();
  }

  private static Stream<String> lines(Class<?> type) {
    Set<String> members = new TreeSet<>();
    for (Field field : type.getDeclaredFields()) {
      if (isOffered(field)) {
        members.add("  " + field.toGenericString());
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isOffered(constructor)) {
        members.add("  " + constructor.toGenericString());
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isOffered(method) && !method.accessFlags().contains(AccessFlag.BRIDGE)) {
        members.add("  " + method.toGenericString());
      }
    }
    return Stream.concat(Stream.of(heading(type)), members.stream());
  }

  /// Such as `public sealed interface io.zenith.schema.DataType permits ...`.
  private static String heading(Class<?> type) {
    StringBuilder heading = new StringBuilder(type.toGenericString());
    if (type.getGenericSuperclass() != null && type.getSuperclass() != Object.class) {
      heading.append(" extends ").append(type.getGenericSuperclass().getTypeName());
    }
    if (type.getInterfaces().length > 0) {
      heading
          .append(type.isInterface() ? " extends " : " implements ")
          .append(
              Arrays.stream(type.getGenericInterfaces())
                  .map(Type::getTypeName)
                  .collect(Collectors.joining(", ")));
    }
    if (type.isSealed()) {
      heading
          .append(" permits ")
          .append(
              Arrays.stream(type.getPermittedSubclasses())
                  .map(Class::getName)
                  .collect(Collectors.joining(", ")));
    }
    return heading.toString();
  }

  @Test
  void itIsWhatTheListSays() throws IOException {
    List<String> api = api();
    assertTrue(api.size() > 1000, () -> "only " + api.size() + " lines were found");
    if ("write".equals(System.getProperty("zenith.api"))) {
      Files.write(LIST, api);
    }
    List<String> listed = Files.readAllLines(LIST);
    List<String> differences = new ArrayList<>();
    api.stream()
        .filter(line -> !listed.contains(line))
        .forEach(line -> differences.add("+" + line));
    listed.stream()
        .filter(line -> !api.contains(line))
        .forEach(line -> differences.add("-" + line));
    assertEquals(
        List.of(), differences, "the public API has changed: -Dzenith.api=write lists it anew");
    assertEquals(listed, api, "the list is out of order: -Dzenith.api=write lists it anew");
  }
}
