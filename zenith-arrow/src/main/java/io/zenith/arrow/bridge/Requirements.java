package io.zenith.arrow.bridge;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.arrow.memory.util.MemoryUtil;

/// What arrow-java needs and Zenith does not: jars, and flags of the JVM. Says which one is
/// missing.
final class Requirements {
  private Requirements() {}

  /// What to throw for what arrow-java threw: an [IllegalStateException] if a jar or a flag is
  /// missing, else the same.
  static RuntimeException explain(Throwable e) {
    Optional<String> missing = missing(e);
    if (missing.isPresent()) {
      return new IllegalStateException(missing.get(), e);
    }
    return switch (e) {
      case Error error -> throw error;
      case RuntimeException same -> same;
      default -> throw new IllegalArgumentException(e);
    };
  }

  private static Optional<String> missing(Throwable e) {
    String text =
        Stream.iterate(e, Objects::nonNull, Throwable::getCause)
            .map(Throwable::toString)
            .collect(Collectors.joining("\n"));
    if (text.contains("java.nio.DirectByteBuffer")) {
      return Optional.of(flag("--add-opens=java.base/java.nio=" + memoryModule()));
    }
    if (text.contains("No DefaultAllocationManager")) {
      return Optional.of(jar("arrow-memory-netty"));
    }
    if (e instanceof LinkageError && text.contains("UnsupportedOperationException")) {
      return Optional.of(
          flag("--sun-misc-unsafe-memory-access=allow") + ", or with -Dio.netty.noUnsafe=false");
    }
    return e instanceof NoClassDefFoundError
        ? jarOf(String.valueOf(e.getMessage()))
        : Optional.empty();
  }

  private static String memoryModule() {
    Module module = MemoryUtil.class.getModule();
    return module.isNamed() ? module.getName() + ",ALL-UNNAMED" : "ALL-UNNAMED";
  }

  /// @param type as the JVM names it
  private static Optional<String> jarOf(String type) {
    if (type.startsWith("org/apache/arrow/c/")) {
      return Optional.of(jar("arrow-c-data"));
    }
    if (type.startsWith("org/apache/arrow/vector/")) {
      return Optional.of(jar("arrow-vector"));
    }
    return type.startsWith("org/apache/arrow/")
        ? Optional.of(jar("arrow-memory-netty"))
        : Optional.empty();
  }

  private static String flag(String flag) {
    return "arrow-java does not run in this JVM: start it with " + flag;
  }

  private static String jar(String artifact) {
    return "the bridge to arrow-java needs a jar that is missing: add the dependency"
        + " org.apache.arrow:"
        + artifact;
  }
}
